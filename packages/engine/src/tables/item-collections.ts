import { BTreeStore } from '../storage/btree-store.js';
import type { OrderedStore } from '../storage/ordered-store.js';

/** The most bytes that one item collection may have: 10 GB. */
export const maximumCollectionSize = 10 * 1024 ** 3;

/**
 * How large the item collections of a table with local secondary indexes are: its items and their index entries, by partition.
 */
export class ItemCollections {
  readonly #bytes: OrderedStore<number>;

  private constructor(bytes: OrderedStore<number>) {
    this.#bytes = bytes;
  }

  static empty(): ItemCollections {
    return new ItemCollections(BTreeStore.empty());
  }

  sizeOf(partition: string): number {
    return this.#bytes.get(partition) ?? 0;
  }

  grow(partition: string, bytes: number): void {
    const size = this.sizeOf(partition) + bytes;
    if (size === 0) this.#bytes.delete(partition);
    else this.#bytes.set(partition, size);
  }

  /** An independent copy that costs in proportion to what changes in either of them later. */
  clone(): ItemCollections {
    return new ItemCollections(this.#bytes.clone());
  }
}
