import type { AttributeMap, AttributeValue, Tag } from '@holdfast/wire';
import { BTreeStore } from '../storage/btree-store.js';
import { partitionPrefix } from '../storage/item-key.js';
import type { Direction, KeyRange, OrderedStore } from '../storage/ordered-store.js';
import { TableStreams } from '../streams/table-streams.js';
import type { IndexDefinition } from './index-definition.js';
import type { ApplyIndexUpdate } from './index-update.js';
import { ItemCollections, maximumCollectionSize } from './item-collections.js';
import { entryOf, indexChange, SecondaryIndex } from './secondary-index.js';
import type { StoredItem } from './stored-item.js';
import type { TableDefinition } from './table-definition.js';
import { TimeToLive } from './time-to-live.js';
import type { WriteTerms } from './write-terms.js';

export type { StoredItem } from './stored-item.js';

interface Contents {
  readonly definition: TableDefinition;
  readonly items: OrderedStore<StoredItem>;
  readonly sizeInBytes: number;
  readonly indexes: ReadonlyMap<string, SecondaryIndex>;
  readonly collections: ItemCollections | undefined;
  readonly streams: TableStreams;
  readonly timeToLive: TimeToLive;
  readonly tags: readonly Tag[];
  readonly writes: number;
  readonly revision: number;
}

/** A table's items by their storage key, its indexes, which follow every write, the streams of its changes and its time to live. */
export class Table {
  #definition: TableDefinition;
  readonly streams: TableStreams;
  readonly timeToLive: TimeToLive;
  readonly #items: OrderedStore<StoredItem>;
  /** Replaced, never changed. */
  tags: readonly Tag[];
  #sizeInBytes: number;
  #indexes: ReadonlyMap<string, SecondaryIndex>;
  readonly #collections: ItemCollections | undefined;
  #writes: number;
  #revision: number;
  /** A write looks its item up first: that finds it again without a search. */
  #lastKey: string | undefined;
  #lastFound: StoredItem | undefined;

  private constructor(contents: Contents) {
    this.#definition = contents.definition;
    this.#items = contents.items;
    this.#sizeInBytes = contents.sizeInBytes;
    this.#indexes = contents.indexes;
    this.#collections = contents.collections;
    this.streams = contents.streams;
    this.timeToLive = contents.timeToLive;
    this.tags = contents.tags;
    this.#writes = contents.writes;
    this.#revision = contents.revision;
  }

  static empty(definition: TableDefinition): Table {
    const { name, arn, keySchema, indexes } = definition;
    // Local secondary indexes come with the table or not at all.
    const hasLocalIndexes = indexes.some((index) => index.kind === 'local');
    return new Table({
      definition,
      items: BTreeStore.empty(),
      sizeInBytes: 0,
      indexes: new Map(indexes.map((index) => [index.name, SecondaryIndex.empty(index)])),
      collections: hasLocalIndexes ? ItemCollections.empty() : undefined,
      streams: TableStreams.none({ tableName: name, tableArn: arn, keySchema }),
      timeToLive: TimeToLive.disabled(),
      tags: [],
      writes: 0,
      revision: 0,
    });
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

  /** How many items have been put or deleted since the table was created. */
  get writes(): number {
    return this.#writes;
  }

  /** Grows with whatever changes what readers find: writes, new definitions, and index updates that arrive late. */
  get revision(): number {
    return this.#revision;
  }

  /** The index of that name, if the table has it. */
  index(name: string): SecondaryIndex | undefined {
    return this.#indexes.get(name);
  }

  get(key: string): StoredItem | undefined {
    if (key !== this.#lastKey) {
      this.#lastFound = this.#items.get(key);
      this.#lastKey = key;
    }
    return this.#lastFound;
  }

  put(key: string, stored: StoredItem, terms: WriteTerms): void {
    const before = this.get(key);
    this.#sizeInBytes += stored.size - (before?.size ?? 0);
    this.#items.set(key, stored);
    this.#lastFound = stored;
    this.#changed(key, before, stored, terms);
  }

  delete(key: string, terms: WriteTerms): void {
    const before = this.get(key);
    if (before === undefined) return;
    this.#sizeInBytes -= before.size;
    this.#items.delete(key);
    this.#lastFound = undefined;
    this.#changed(key, before, undefined, terms);
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
    this.#revision += 1;
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
    this.#revision += 1;
  }

  /** An independent copy that costs in proportion to what changes in either of them later. */
  clone(): Table {
    return new Table({
      definition: this.#definition,
      items: this.#items.clone(),
      sizeInBytes: this.#sizeInBytes,
      indexes: new Map([...this.#indexes].map(([name, index]) => [name, index.clone()])),
      collections: this.#collections?.clone(),
      streams: this.streams.clone(),
      timeToLive: this.timeToLive.clone(),
      tags: this.tags,
      writes: this.#writes,
      revision: this.#revision,
    });
  }

  #changed(key: string, before: StoredItem | undefined, after: StoredItem | undefined, terms: WriteTerms): void {
    this.#writes += 1;
    this.#revision += 1;
    if (this.#indexes.size > 0) this.#follow(key, before, after, terms.propagate);
    this.streams.record({ before, after, at: terms.now, by: terms.by ?? 'client' });
    this.timeToLive.update(key, before?.item, after?.item);
  }

  /** The only place at which a write reaches the indexes, or sets out for them. */
  #follow(
    key: string,
    before: StoredItem | undefined,
    after: StoredItem | undefined,
    propagate: WriteTerms['propagate'],
  ): void {
    let growth = (after?.size ?? 0) - (before?.size ?? 0);
    for (const [indexName, index] of this.#indexes) {
      if (propagate !== undefined && index.definition.kind === 'global') {
        propagate({ tableName: this.#definition.name, indexName, key, before, after }, this.#applyUpdate);
        continue;
      }
      const size = index.sizeInBytes;
      this.updateIndex(indexName, key, before, after);
      if (index.definition.kind === 'local') growth += index.sizeInBytes - size;
    }
    const item = (after ?? before)?.item;
    if (item !== undefined) this.#collections?.grow(this.#partitionOf(item), growth);
  }

  readonly #applyUpdate: ApplyIndexUpdate = ({ indexName, key, before, after }) =>
    this.updateIndex(indexName, key, before, after);

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
