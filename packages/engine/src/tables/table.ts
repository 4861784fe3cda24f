import type { AttributeMap } from '@holdfast/wire';
import { BTreeStore } from '../storage/btree-store.js';
import type { Direction, KeyRange, OrderedStore } from '../storage/ordered-store.js';
import type { TableDefinition } from './table-definition.js';

/** An item at rest. Nobody changes it: a write replaces it. */
export interface StoredItem {
  readonly item: AttributeMap;
  /** Bytes, as DynamoDB counts them. */
  readonly size: number;
}

/** A table's items by their storage key. */
export class Table {
  readonly definition: TableDefinition;
  readonly #items: OrderedStore<StoredItem>;
  #sizeInBytes: number;
  #writes: number;

  private constructor(
    definition: TableDefinition,
    items: OrderedStore<StoredItem>,
    sizeInBytes: number,
    writes: number,
  ) {
    this.definition = definition;
    this.#items = items;
    this.#sizeInBytes = sizeInBytes;
    this.#writes = writes;
  }

  static empty(definition: TableDefinition): Table {
    return new Table(definition, BTreeStore.empty(), 0, 0);
  }

  get itemCount(): number {
    return this.#items.size;
  }

  get sizeInBytes(): number {
    return this.#sizeInBytes;
  }

  /** How many items have been put or deleted since the table was created. */
  get writes(): number {
    return this.#writes;
  }

  get(key: string): StoredItem | undefined {
    return this.#items.get(key);
  }

  put(key: string, stored: StoredItem): void {
    this.#sizeInBytes += stored.size - (this.#items.get(key)?.size ?? 0);
    this.#items.set(key, stored);
    this.#writes += 1;
  }

  delete(key: string): void {
    this.#sizeInBytes -= this.#items.get(key)?.size ?? 0;
    if (this.#items.delete(key)) this.#writes += 1;
  }

  range(range: KeyRange, direction: Direction): IterableIterator<readonly [string, StoredItem]> {
    return this.#items.range(range, direction);
  }

  /** An independent copy that costs in proportion to what changes in either of them later. */
  clone(): Table {
    return new Table(this.definition, this.#items.clone(), this.#sizeInBytes, this.#writes);
  }
}
