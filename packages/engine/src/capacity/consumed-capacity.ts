import type { Capacity, ConsumedCapacity, ReturnConsumedCapacity } from '@holdfast/wire';

/** What a request was billed on one index. */
export interface IndexUnits {
  readonly name: string;
  readonly kind: 'local' | 'global';
  readonly units: number;
}

/**
 * What a request on one table was billed, if it asked.
 *
 * @param units those of the table itself
 */
export function consumedCapacity(
  asked: ReturnConsumedCapacity | undefined,
  tableName: string,
  units: number,
  indexes: readonly IndexUnits[] = [],
): { readonly ConsumedCapacity?: ConsumedCapacity } {
  if (asked == null || asked === 'NONE') return {};
  const capacity = (CapacityUnits: number): Capacity => ({ CapacityUnits });
  return { ConsumedCapacity: tableCapacity(asked, tableName, units, indexes, capacity) };
}

/** What one item of a transaction costs. */
export interface ItemCost {
  readonly tableName: string;
  readonly units: number;
  readonly indexes?: readonly IndexUnits[];
}

/** What a transaction was billed, a table at a time, if it asked. */
export function transactionCapacity(
  asked: ReturnConsumedCapacity | undefined,
  kind: 'ReadCapacityUnits' | 'WriteCapacityUnits',
  costs: Iterable<ItemCost>,
): { readonly ConsumedCapacity?: readonly ConsumedCapacity[] } {
  if (asked == null || asked === 'NONE') return {};
  const capacity = (units: number): Capacity => ({ CapacityUnits: units, [kind]: units });
  const consumed = costsByTable(costs).map(({ tableName, units, indexes }) =>
    tableCapacity(asked, tableName, units, indexes, capacity),
  );
  return { ConsumedCapacity: consumed };
}

/** Costs summed up by table. */
export function costsByTable(costs: Iterable<ItemCost>): readonly Required<ItemCost>[] {
  const byTable = new Map<string, Required<ItemCost>>();
  for (const { tableName, units, indexes } of costs) {
    const sum = byTable.get(tableName);
    byTable.set(tableName, {
      tableName,
      units: units + (sum?.units ?? 0),
      indexes: [...(sum?.indexes ?? []), ...(indexes ?? [])],
    });
  }
  return [...byTable.values()];
}

function tableCapacity(
  asked: 'TOTAL' | 'INDEXES',
  TableName: string,
  units: number,
  indexes: readonly IndexUnits[],
  capacity: (units: number) => Capacity,
): ConsumedCapacity {
  const total = { TableName, ...capacity(indexes.reduce((sum, index) => sum + index.units, units)) };
  if (asked === 'TOTAL') return total;
  const localIndexes = byIndex(indexes, 'local', capacity);
  const globalIndexes = byIndex(indexes, 'global', capacity);
  return {
    ...total,
    Table: capacity(units),
    ...(localIndexes === undefined ? {} : { LocalSecondaryIndexes: localIndexes }),
    ...(globalIndexes === undefined ? {} : { GlobalSecondaryIndexes: globalIndexes }),
  };
}

function byIndex(
  indexes: readonly IndexUnits[],
  kind: IndexUnits['kind'],
  capacity: (units: number) => Capacity,
): Readonly<Record<string, Capacity>> | undefined {
  const units = new Map<string, number>();
  for (const index of indexes) {
    if (index.kind === kind) units.set(index.name, (units.get(index.name) ?? 0) + index.units);
  }
  if (units.size === 0) return undefined;
  const capacities: Record<string, Capacity> = Object.create(null);
  for (const [name, sum] of units) capacities[name] = capacity(sum);
  return capacities;
}
