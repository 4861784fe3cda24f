import type { ConsumedCapacity, ReturnConsumedCapacity } from '@holdfast/wire';
import { consumedCapacity, type ItemCost } from './consumed-capacity.js';

/** What a batch was billed, a table at a time, if it asked. */
export function batchCapacity(
  asked: ReturnConsumedCapacity | undefined,
  costs: Iterable<ItemCost>,
): { readonly ConsumedCapacity?: readonly ConsumedCapacity[] } {
  if (asked == null || asked === 'NONE') return {};
  const unitsByTable = new Map<string, number>();
  for (const { tableName, units } of costs) unitsByTable.set(tableName, (unitsByTable.get(tableName) ?? 0) + units);
  return {
    ConsumedCapacity: [...unitsByTable].flatMap(
      ([tableName, units]) => consumedCapacity(asked, tableName, units).ConsumedCapacity ?? [],
    ),
  };
}
