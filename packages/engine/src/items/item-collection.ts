import {
  type AttributeMap,
  type ItemCollectionMetrics,
  type ReturnItemCollectionMetrics,
  ServiceError,
} from '@holdfast/wire';
import type { StoredItem, Table } from '../tables/table.js';
import { copyMap } from '../validation/copy-value.js';

const gigabyte = 1024 ** 3;

export const collectionLimitMessage = 'Collection size exceeded.';

/** @throws ServiceError ItemCollectionSizeLimitExceededException over 10 GB, in a table with local secondary indexes */
export function requireRoomInCollection(
  table: Table,
  key: string,
  before: StoredItem | undefined,
  after: StoredItem | undefined,
): void {
  if (!table.outgrowsCollection(key, before, after)) return;
  throw new ServiceError('ItemCollectionSizeLimitExceededException', collectionLimitMessage);
}

/**
 * How large the collection of a written item is, if the request asked and the table has local secondary indexes.
 *
 * @param item the item, or its key
 */
export function itemCollectionMetrics(
  asked: ReturnItemCollectionMetrics | undefined,
  table: Table,
  item: AttributeMap,
): { readonly ItemCollectionMetrics?: ItemCollectionMetrics } {
  const metrics = asked === 'SIZE' ? metricsOf(table, item) : undefined;
  return metrics === undefined ? {} : { ItemCollectionMetrics: metrics };
}

/** As {@link itemCollectionMetrics}, for the items that one request wrote: one answer a collection, by table. */
export function itemCollectionsMetrics(
  asked: ReturnItemCollectionMetrics | undefined,
  written: Iterable<{ readonly table: Table; readonly item: AttributeMap }>,
): { readonly ItemCollectionMetrics?: Readonly<Record<string, readonly ItemCollectionMetrics[]>> } {
  if (asked !== 'SIZE') return {};
  const byTable: Record<string, ItemCollectionMetrics[]> = Object.create(null);
  const seen = new Set<string>();
  for (const { table, item } of written) {
    const metrics = metricsOf(table, item);
    if (metrics === undefined) continue;
    const { name, partitionKey } = table.definition;
    const collection = JSON.stringify([name, item[partitionKey.name]]);
    if (seen.has(collection)) continue;
    seen.add(collection);
    byTable[name] = [...(byTable[name] ?? []), metrics];
  }
  return Object.keys(byTable).length === 0 ? {} : { ItemCollectionMetrics: byTable };
}

function metricsOf(table: Table, item: AttributeMap): ItemCollectionMetrics | undefined {
  const bytes = table.collectionSize(item);
  if (bytes === undefined) return undefined;
  const { name } = table.definition.partitionKey;
  const key: AttributeMap = Object.assign(Object.create(null), { [name]: item[name] });
  const whole = Math.floor(bytes / gigabyte);
  return { ItemCollectionKey: copyMap(key), SizeEstimateRangeGB: [whole, whole + 1] };
}
