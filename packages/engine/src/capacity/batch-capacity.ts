import type { ConsumedCapacity, ReturnConsumedCapacity } from '@holdfast/wire';
import { consumedCapacity, costsByTable, type ItemCost } from './consumed-capacity.js';

/** What a batch was billed, a table at a time, if it asked. */
export function batchCapacity(
  asked: ReturnConsumedCapacity | undefined,
  costs: Iterable<ItemCost>,
): { readonly ConsumedCapacity?: readonly ConsumedCapacity[] } {
  if (asked == null || asked === 'NONE') return {};
  return {
    ConsumedCapacity: costsByTable(costs).flatMap(
      ({ tableName, units, indexes }) => consumedCapacity(asked, tableName, units, indexes).ConsumedCapacity ?? [],
    ),
  };
}
