import type { AttributeMap, CreateTableInput, OperationInput } from '@holdfast/wire';
import { createEngine, type Engine, type EngineOptions } from '../engine.js';

/**
 * A table of orders by customer and number with two local indexes, by date (keys only) and by total (all), and two global
 * ones, by status and date (status, date, and the note) and by place (country and city, then street and house; all).
 */
export const orders = {
  TableName: 'orders',
  AttributeDefinitions: [
    { AttributeName: 'customer', AttributeType: 'S' },
    { AttributeName: 'number', AttributeType: 'N' },
    { AttributeName: 'date', AttributeType: 'S' },
    { AttributeName: 'total', AttributeType: 'N' },
    { AttributeName: 'status', AttributeType: 'S' },
    { AttributeName: 'country', AttributeType: 'S' },
    { AttributeName: 'city', AttributeType: 'S' },
    { AttributeName: 'street', AttributeType: 'S' },
    { AttributeName: 'house', AttributeType: 'N' },
  ],
  KeySchema: [
    { AttributeName: 'customer', KeyType: 'HASH' },
    { AttributeName: 'number', KeyType: 'RANGE' },
  ],
  LocalSecondaryIndexes: [
    {
      IndexName: 'byDate',
      KeySchema: [
        { AttributeName: 'customer', KeyType: 'HASH' },
        { AttributeName: 'date', KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'KEYS_ONLY' },
    },
    {
      IndexName: 'byTotal',
      KeySchema: [
        { AttributeName: 'customer', KeyType: 'HASH' },
        { AttributeName: 'total', KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'ALL' },
    },
  ],
  GlobalSecondaryIndexes: [
    {
      IndexName: 'byStatus',
      KeySchema: [
        { AttributeName: 'status', KeyType: 'HASH' },
        { AttributeName: 'date', KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['note'] },
    },
    {
      IndexName: 'byPlace',
      KeySchema: [
        { AttributeName: 'country', KeyType: 'HASH' },
        { AttributeName: 'city', KeyType: 'HASH' },
        { AttributeName: 'street', KeyType: 'RANGE' },
        { AttributeName: 'house', KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'ALL' },
    },
  ],
  BillingMode: 'PAY_PER_REQUEST',
} as const satisfies CreateTableInput;

export function ordersEngine(options?: EngineOptions): Engine {
  const engine = createEngine(options);
  engine.execute('CreateTable', orders);
  return engine;
}

/** An order, with numbers as numbers. */
export function order(
  customer: string,
  number: number,
  rest: Readonly<Record<string, string | number>> = {},
): AttributeMap {
  const attributes = Object.entries({ customer, number, ...rest });
  return Object.fromEntries(
    attributes.map(([name, value]) => [name, typeof value === 'number' ? { N: String(value) } : { S: value }]),
  );
}

export function putOrders(engine: Engine, ...items: readonly AttributeMap[]): void {
  for (const Item of items) engine.execute('PutItem', { TableName: 'orders', Item });
}

/** The numbers of the orders that a query finds, page by page. */
export function numbersFound(engine: Engine, input: Omit<OperationInput<'Query'>, 'TableName'>): number[] {
  const numbers: number[] = [];
  let ExclusiveStartKey: AttributeMap | undefined;
  do {
    const page = engine.execute('Query', {
      TableName: 'orders',
      ...input,
      ...(ExclusiveStartKey === undefined ? {} : { ExclusiveStartKey }),
    });
    for (const item of page.Items ?? [])
      numbers.push(item.number && 'N' in item.number ? Number(item.number.N) : Number.NaN);
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey !== undefined);
  return numbers;
}
