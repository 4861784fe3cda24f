import { type AttributeMap, type AttributeValue, sizeOfItem, sizeOfValue, typeOf } from '@holdfast/wire';
import { BTreeStore } from '../storage/btree-store.js';
import { indexKey } from '../storage/index-key.js';
import type { Direction, KeyRange, OrderedStore } from '../storage/ordered-store.js';
import type { IndexDefinition } from './index-definition.js';
import type { KeyAttribute } from './key-attribute.js';
import type { StoredItem } from './stored-item.js';

/** The most bytes of one attribute of a partition key. */
export const maximumPartitionKeySize = 2048;
/** The most bytes of one attribute of a sort key. */
export const maximumSortKeySize = 1024;

/** What an index holds of an item: the attributes that it projects. */
export interface IndexEntry extends StoredItem {
  /** Where the whole item lies in the table. */
  readonly tableKey: string;
}

/** What one write changes in one index. */
export interface IndexChange {
  readonly removed: string | undefined;
  readonly added: { readonly key: string; readonly entry: IndexEntry } | undefined;
}

/**
 * What it takes to bring an index from an item as it was to the item as it is. It depends on nothing else, so it may be
 * carried out later, as long as the changes of one item keep their order.
 */
export function indexChange(
  index: IndexDefinition,
  tableKey: string,
  before: StoredItem | undefined,
  after: StoredItem | undefined,
): IndexChange {
  const added = after && entryOf(index, tableKey, after);
  const removed = before && entryKeyOf(index, tableKey, before.item);
  return { removed: removed === added?.key ? undefined : removed, added };
}

/** An item as an index holds it, or `undefined` where the index leaves it out. */
export function entryOf(
  index: IndexDefinition,
  tableKey: string,
  stored: StoredItem,
): { readonly key: string; readonly entry: IndexEntry } | undefined {
  const key = entryKeyOf(index, tableKey, stored.item);
  if (key === undefined) return undefined;
  const { projectedNames } = index;
  if (projectedNames === undefined) return { key, entry: { item: stored.item, size: stored.size, tableKey } };
  const item = selectNames(stored.item, projectedNames);
  return { key, entry: { item, size: sizeOfItem(item), tableKey } };
}

function selectNames(item: AttributeMap, names: ReadonlySet<string>): AttributeMap {
  const selected: Record<string, AttributeValue> = Object.create(null);
  for (const name of names) {
    const value = Object.hasOwn(item, name) ? item[name] : undefined;
    if (value !== undefined) selected[name] = value;
  }
  return selected;
}

/**
 * An index holds an item only if it has all of the index's key attributes. Items that were stored before the index was made
 * may have them with values that no key can have: these are left out too.
 */
function entryKeyOf(index: IndexDefinition, tableKey: string, item: AttributeMap): string | undefined {
  const partitionValues = keyValues(index.partitionKeys, item, maximumPartitionKeySize);
  const sortValues = keyValues(index.sortKeys, item, maximumSortKeySize);
  if (partitionValues === undefined || sortValues === undefined) return undefined;
  return indexKey(partitionValues, sortValues, tableKey);
}

function keyValues(
  attributes: readonly KeyAttribute[],
  item: AttributeMap,
  maximumSize: number,
): readonly AttributeValue[] | undefined {
  const values: AttributeValue[] = [];
  for (const { name, type } of attributes) {
    const value = Object.hasOwn(item, name) ? item[name] : undefined;
    if (value === undefined || typeOf(value) !== type) return undefined;
    const size = sizeOfValue(value);
    if (size === 0 || size > maximumSize) return undefined;
    values.push(value);
  }
  return values;
}

/** The entries of one index, in their order. */
export class SecondaryIndex {
  readonly definition: IndexDefinition;
  readonly #entries: OrderedStore<IndexEntry>;
  #sizeInBytes: number;

  private constructor(definition: IndexDefinition, entries: OrderedStore<IndexEntry>, sizeInBytes: number) {
    this.definition = definition;
    this.#entries = entries;
    this.#sizeInBytes = sizeInBytes;
  }

  static empty(definition: IndexDefinition): SecondaryIndex {
    return new SecondaryIndex(definition, BTreeStore.empty(), 0);
  }

  get itemCount(): number {
    return this.#entries.size;
  }

  get sizeInBytes(): number {
    return this.#sizeInBytes;
  }

  apply({ removed, added }: IndexChange): void {
    if (removed !== undefined) {
      this.#sizeInBytes -= this.#entries.get(removed)?.size ?? 0;
      this.#entries.delete(removed);
    }
    if (added === undefined) return;
    this.#sizeInBytes += added.entry.size - (this.#entries.get(added.key)?.size ?? 0);
    this.#entries.set(added.key, added.entry);
  }

  range(range: KeyRange, direction: Direction): IterableIterator<readonly [string, IndexEntry]> {
    return this.#entries.range(range, direction);
  }

  /** The same entries under a definition that differs in what does not decide which they are. */
  redefined(definition: IndexDefinition): SecondaryIndex {
    return new SecondaryIndex(definition, this.#entries, this.#sizeInBytes);
  }

  /** An independent copy that costs in proportion to what changes in either of them later. */
  clone(): SecondaryIndex {
    return new SecondaryIndex(this.definition, this.#entries.clone(), this.#sizeInBytes);
  }
}
