import type { AttributeMap, Runtime } from '@holdfast/wire';
import type { ItemWrite } from '../capacity/write-cost.js';
import type { ServiceConditions } from '../conditions/service-conditions.js';
import type { IndexUpdate } from '../tables/index-update.js';
import type { TableDefinition } from '../tables/table-definition.js';
import type { WriteTerms } from '../tables/write-terms.js';
import { keyOfItem } from '../validation/check-key.js';
import { copyMap } from '../validation/copy-value.js';
import { type IndexUpdates, targetOf } from './index-updates.js';

export interface WriteContext {
  readonly state: { readonly indexUpdates: IndexUpdates };
  readonly runtime: Runtime;
  readonly conditions: ServiceConditions;
}

/**
 * On which terms a request writes: now, and to global indexes that follow at once or late. Which are late is asked here, for
 * all of the writes, so that no write has begun if the answer is an error.
 *
 * @param writes of different items
 */
export function termsOfWrite({ state, runtime, conditions }: WriteContext, writes: readonly ItemWrite[]): WriteTerms {
  const { indexUpdates } = state;
  const { lateIndexUpdates } = conditions;
  if (lateIndexUpdates === undefined && indexUpdates.isEmpty) return { now: runtime.now() };
  const late = lateIndexUpdates === undefined ? new Set<string>() : lateTargets(writes, lateIndexUpdates);
  return {
    now: runtime.now(),
    propagate: (update, apply) => indexUpdates.submit(update, late.has(targetOf(update)), apply),
  };
}

function lateTargets(
  writes: readonly ItemWrite[],
  isLate: NonNullable<ServiceConditions['lateIndexUpdates']>,
): ReadonlySet<string> {
  const late = new Set<string>();
  for (const { table, key, before, after } of writes) {
    if ((after ?? before) === undefined) continue;
    const { definition } = table;
    const tableName = definition.name;
    for (const { name: indexName, kind } of definition.indexes) {
      if (kind !== 'global') continue;
      const asked = { tableName, indexName, key: keyOfUpdate(definition, { before, after }) };
      if (isLate(asked)) late.add(targetOf({ tableName, indexName, key }));
    }
  }
  return late;
}

/** The key of the item that an update is about. */
export function keyOfUpdate(
  definition: TableDefinition,
  { before, after }: Pick<IndexUpdate, 'before' | 'after'>,
): AttributeMap {
  return copyMap(keyOfItem(definition, (after ?? before)?.item ?? {}));
}
