import type { ConsumedCapacity, ReturnConsumedCapacity } from '@holdfast/wire';

/** What a request on one table was billed, if it asked. */
export function consumedCapacity(
  asked: ReturnConsumedCapacity | undefined,
  tableName: string,
  units: number,
): { readonly ConsumedCapacity?: ConsumedCapacity } {
  if (asked == null || asked === 'NONE') return {};
  const total = { TableName: tableName, CapacityUnits: units };
  return { ConsumedCapacity: asked === 'INDEXES' ? { ...total, Table: { CapacityUnits: units } } : total };
}

/** What one item of a transaction costs. */
export interface ItemCost {
  readonly tableName: string;
  readonly units: number;
}

/** What a transaction was billed, a table at a time, if it asked. */
export function transactionCapacity(
  asked: ReturnConsumedCapacity | undefined,
  kind: 'ReadCapacityUnits' | 'WriteCapacityUnits',
  costs: Iterable<ItemCost>,
): { readonly ConsumedCapacity?: readonly ConsumedCapacity[] } {
  if (asked == null || asked === 'NONE') return {};
  const unitsByTable = new Map<string, number>();
  for (const { tableName, units } of costs) unitsByTable.set(tableName, (unitsByTable.get(tableName) ?? 0) + units);
  const consumed = [...unitsByTable].map(([tableName, units]) => {
    const capacity = { CapacityUnits: units, [kind]: units };
    return { TableName: tableName, ...capacity, ...(asked === 'INDEXES' ? { Table: capacity } : {}) };
  });
  return { ConsumedCapacity: consumed };
}
