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
  /** A write looks its item up first: that finds it again without a search. */
  #lastKey: string | undefined;
  #lastFound: StoredItem | undefined;

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
    if (key !== this.#lastKey) {
      this.#lastFound = this.#items.get(key);
      this.#lastKey = key;
    }
    return this.#lastFound;
  }

  put(key: string, stored: StoredItem): void {
    this.#sizeInBytes += stored.size - (this.get(key)?.size ?? 0);
    this.#items.set(key, stored);
    this.#lastFound = stored;
    this.#writes += 1;
  }

  delete(key: string): void {
    this.#sizeInBytes -= this.get(key)?.size ?? 0;
    if (this.#items.delete(key)) this.#writes += 1;
    this.#lastFound = undefined;
  }

  range(range: KeyRange, direction: Direction): IterableIterator<readonly [string, StoredItem]> {
    return this.#items.range(range, direction);
  }

  /** An independent copy that costs in proportion to what changes in either of them later. */
  clone(): Table {
    return new Table(this.definition, this.#items.clone(), this.#sizeInBytes, this.#writes);
  }
}
