import type { AttributeMap, AttributeValue, Tag } from '@holdfast/wire';
import { BTreeStore } from '../storage/btree-store.js';
import { partitionPrefix } from '../storage/item-key.js';
import type { Direction, KeyRange, OrderedStore } from '../storage/ordered-store.js';
import type { IndexDefinition } from './index-definition.js';
import { ItemCollections, maximumCollectionSize } from './item-collections.js';
import { entryOf, indexChange, SecondaryIndex } from './secondary-index.js';
import type { StoredItem } from './stored-item.js';
import type { TableDefinition } from './table-definition.js';

export type { StoredItem } from './stored-item.js';

/** A table's items by their storage key, and its indexes, which follow every write. */
export class Table {
  #definition: TableDefinition;
  readonly #items: OrderedStore<StoredItem>;
  /** Replaced, never changed. */
  tags: readonly Tag[] = [];
  #sizeInBytes: number;
  #indexes: ReadonlyMap<string, SecondaryIndex>;
  readonly #collections: ItemCollections | undefined;

  private constructor(
    definition: TableDefinition,
    items: OrderedStore<StoredItem>,
    sizeInBytes: number,
    indexes: ReadonlyMap<string, SecondaryIndex>,
    collections: ItemCollections | undefined,
  ) {
    this.#definition = definition;
    this.#items = items;
    this.#sizeInBytes = sizeInBytes;
    this.#indexes = indexes;
    this.#collections = collections;
  }

  static empty(definition: TableDefinition): Table {
    const indexes = new Map(definition.indexes.map((index) => [index.name, SecondaryIndex.empty(index)]));
    // Local secondary indexes come with the table or not at all.
    const hasLocalIndexes = definition.indexes.some((index) => index.kind === 'local');
    return new Table(definition, BTreeStore.empty(), 0, indexes, hasLocalIndexes ? ItemCollections.empty() : undefined);
  }

  get definition(): TableDefinition {
    return this.#definition;
  }

  get itemCount(): number {
    return this.#items.size;
  }

  get sizeInBytes(): number {
    return this.#sizeInBytes;
  }

  /** The index of that name, if the table has it. */
  index(name: string): SecondaryIndex | undefined {
    return this.#indexes.get(name);
  }

  get(key: string): StoredItem | undefined {
    return this.#items.get(key);
  }

  put(key: string, stored: StoredItem): void {
    const before = this.#items.get(key);
    this.#sizeInBytes += stored.size - (before?.size ?? 0);
    this.#items.set(key, stored);
    this.#follow(key, before, stored);
  }

  delete(key: string): void {
    const before = this.#items.get(key);
    if (before === undefined) return;
    this.#sizeInBytes -= before.size;
    this.#items.delete(key);
    this.#follow(key, before, undefined);
  }

  range(range: KeyRange, direction: Direction): IterableIterator<readonly [string, StoredItem]> {
    return this.#items.range(range, direction);
  }

  /** Bytes of the item collection that an item belongs to, or `undefined` in a table without local secondary indexes. */
  collectionSize(item: AttributeMap): number | undefined {
    return this.#collections?.sizeOf(this.#partitionOf(item));
  }

  /** Whether a write would make an item collection larger than any may be. */
  outgrowsCollection(key: string, before: StoredItem | undefined, after: StoredItem | undefined): boolean {
    if (this.#collections === undefined || after === undefined) return false;
    const size = this.#collections.sizeOf(this.#partitionOf(after.item));
    // An entry is at most as large as its item, so that nearly every write is known to fit without its entries being made.
    if (size + after.size * (1 + this.#localIndexes().length) <= maximumCollectionSize) return false;
    const growth = this.#growthOfCollection(key, before, after);
    return growth > 0 && size + growth > maximumCollectionSize;
  }

  /**
   * Takes a changed definition, of the same keys and local indexes. Global indexes that it no longer has are dropped, and
   * those that are new are filled from the items that are there.
   */
  redefine(definition: TableDefinition): void {
    this.#definition = definition;
    this.#indexes = new Map(
      definition.indexes.map((index) => [
        index.name,
        this.#indexes.get(index.name)?.redefined(index) ?? this.#fill(index),
      ]),
    );
  }

  /** Brings one index, if it is there, from an item as it was to the item as it is; the changes of one item in their order. */
  updateIndex(name: string, key: string, before: StoredItem | undefined, after: StoredItem | undefined): void {
    const index = this.#indexes.get(name);
    index?.apply(indexChange(index.definition, key, before, after));
  }

  /** An independent copy that costs in proportion to what changes in either of them later. */
  clone(): Table {
    const indexes = new Map([...this.#indexes].map(([name, index]) => [name, index.clone()]));
    const collections = this.#collections?.clone();
    const copy = new Table(this.#definition, this.#items.clone(), this.#sizeInBytes, indexes, collections);
    copy.tags = this.tags;
    return copy;
  }

  /** The only place at which a write reaches the indexes. */
  #follow(key: string, before: StoredItem | undefined, after: StoredItem | undefined): void {
    let growth = (after?.size ?? 0) - (before?.size ?? 0);
    for (const [name, index] of this.#indexes) {
      const size = index.sizeInBytes;
      this.updateIndex(name, key, before, after);
      if (index.definition.kind === 'local') growth += index.sizeInBytes - size;
    }
    const item = (after ?? before)?.item;
    if (item !== undefined) this.#collections?.grow(this.#partitionOf(item), growth);
  }

  #fill(definition: IndexDefinition): SecondaryIndex {
    const index = SecondaryIndex.empty(definition);
    for (const [key, stored] of this.#items.range({}, 'forward')) {
      index.apply(indexChange(definition, key, undefined, stored));
    }
    return index;
  }

  #growthOfCollection(key: string, before: StoredItem | undefined, after: StoredItem | undefined): number {
    let growth = (after?.size ?? 0) - (before?.size ?? 0);
    for (const index of this.#localIndexes()) {
      growth += (after && entryOf(index, key, after)?.entry.size) ?? 0;
      growth -= (before && entryOf(index, key, before)?.entry.size) ?? 0;
    }
    return growth;
  }

  #localIndexes(): readonly IndexDefinition[] {
    return this.#definition.indexes.filter((index) => index.kind === 'local');
  }

  #partitionOf(item: AttributeMap): string {
    return partitionPrefix(item[this.#definition.partitionKey.name] as AttributeValue);
  }
}
