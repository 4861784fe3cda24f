import type { AttributeMap } from '@holdfast/wire';
import type { TableCatalog } from '../tables/table-catalog.js';
import type { IndexUpdates } from './index-updates.js';
import { keyOfUpdate } from './terms-of-write.js';

/** What a write means for one global index that it has not reached. */
export interface LateIndexUpdate {
  readonly id: number;
  readonly tableName: string;
  readonly indexName: string;
  /** The key of the item. */
  readonly key: AttributeMap;
  /** Whether it may arrive next: no earlier update of the same item waits for the same index. */
  readonly ready: boolean;
}

/** In the order of the writes. */
export function lateIndexUpdates(updates: IndexUpdates, tables: TableCatalog): readonly LateIndexUpdate[] {
  return updates.pending.map((update) => {
    const { id, tableName, indexName, ready } = update;
    return { id, tableName, indexName, key: keyOfUpdate(tables.forItems(tableName).definition, update), ready };
  });
}
