import {
  type ConsumedCapacity,
  equalMaps,
  type ReturnConsumedCapacity,
  type WriteKind,
  writeCapacityUnits,
} from '@holdfast/wire';
import { writeUnits } from '../items/write-units.js';
import type { IndexDefinition } from '../tables/index-definition.js';
import { entryOf } from '../tables/secondary-index.js';
import type { StoredItem, Table } from '../tables/table.js';
import { consumedCapacity, type IndexUnits, type ItemCost } from './consumed-capacity.js';

/** A write of one item, carried out or about to be. */
export interface ItemWrite {
  readonly table: Table;
  readonly key: string;
  readonly before: StoredItem | undefined;
  readonly after: StoredItem | undefined;
}

/**
 * What a write bills: the larger of the item before and after, and each index entry that it changes.
 *
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.html#GSI.ThroughputConsiderations.Writes
 */
export function writeCost(write: ItemWrite, kind: WriteKind): ItemCost {
  const { table, before, after } = write;
  const { name, indexes } = table.definition;
  return {
    tableName: name,
    units: writeUnits(before, after, kind),
    indexes: indexes.flatMap((index): readonly IndexUnits[] => {
      const units = indexWriteUnits(index, write, kind);
      return units === 0 ? [] : [{ name: index.name, kind: index.kind, units }];
    }),
  };
}

/** As {@link writeCost}, of a write outside transactions, as its answer tells it. */
export function writeCapacity(
  asked: ReturnConsumedCapacity | undefined,
  write: ItemWrite,
): { readonly ConsumedCapacity?: ConsumedCapacity } {
  if (asked == null || asked === 'NONE') return {};
  const { tableName, units, indexes } = writeCost(write, 'standard');
  return consumedCapacity(asked, tableName, units, indexes);
}

/** What a write changes in one index. */
export interface IndexEntryWrite {
  /** Where the entry lies in the index. */
  readonly key: string;
  readonly units: number;
}

/** A changed key is two writes, of the old entry and of the new one; an entry that stays as it was is none. */
export function indexWrites(
  index: IndexDefinition,
  key: string,
  before: StoredItem | undefined,
  after: StoredItem | undefined,
  kind: WriteKind,
): readonly IndexEntryWrite[] {
  const old = before && entryOf(index, key, before);
  const next = after && entryOf(index, key, after);
  if (old !== undefined && next !== undefined && old.key === next.key) {
    if (equalMaps(old.entry.item, next.entry.item)) return [];
    return [{ key: old.key, units: writeCapacityUnits(Math.max(old.entry.size, next.entry.size), kind) }];
  }
  return [old, next].flatMap((entry) =>
    entry === undefined ? [] : [{ key: entry.key, units: writeCapacityUnits(entry.entry.size, kind) }],
  );
}

function indexWriteUnits(index: IndexDefinition, { key, before, after }: ItemWrite, kind: WriteKind): number {
  return indexWrites(index, key, before, after, kind).reduce((sum, { units }) => sum + units, 0);
}
