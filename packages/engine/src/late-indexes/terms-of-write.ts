import type { AttributeMap, Runtime } from '@holdfast/wire';
import type { ServiceConditions } from '../conditions/service-conditions.js';
import type { IndexUpdate } from '../tables/index-update.js';
import type { TableCatalog } from '../tables/table-catalog.js';
import type { WriteTerms } from '../tables/write-terms.js';
import { keyOfItem } from '../validation/check-key.js';
import { copyMap } from '../validation/copy-value.js';
import type { IndexUpdates } from './index-updates.js';

export interface WriteContext {
  readonly state: { readonly tables: TableCatalog; readonly indexUpdates: IndexUpdates };
  readonly runtime: Runtime;
  readonly conditions: ServiceConditions;
}

/** On which terms a request writes: now, and to global indexes that follow at once or late. */
export function termsOfWrite({ state, runtime, conditions }: WriteContext): WriteTerms {
  const { tables, indexUpdates } = state;
  const { lateIndexUpdates } = conditions;
  if (lateIndexUpdates === undefined && indexUpdates.isEmpty) return { now: runtime.now() };
  return {
    now: runtime.now(),
    propagate: (update, apply) => {
      const { tableName, indexName } = update;
      const late = lateIndexUpdates?.({ tableName, indexName, key: keyOfUpdate(tables, update) }) ?? false;
      indexUpdates.submit(update, late, apply);
    },
  };
}

/** The key of the item that an update is about. */
export function keyOfUpdate(tables: TableCatalog, { tableName, before, after }: IndexUpdate): AttributeMap {
  const { definition } = tables.forItems(tableName);
  return copyMap(keyOfItem(definition, (after ?? before)?.item ?? {}));
}
