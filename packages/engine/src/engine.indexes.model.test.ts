import type { AttributeMap } from '@holdfast/wire';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Engine } from './engine.js';
import { order, orders, ordersEngine } from './testing/indexed-table.js';

/** The simplest thing that could be an index: the rows, filtered and sorted when asked. */
type Row = Readonly<Record<string, string | number>>;
type Model = Map<string, Row>;
const idOf = (row: Row) => JSON.stringify([row.customer, row.number]);
const itemOf = ({ customer, number, ...rest }: Row) => order(String(customer), Number(number), rest);
const TableName = 'orders';

const text = fc.constantFrom('a', 'b', 'a\u0000', 'ab', '\u{1F600}', '\uffff');
const attributes = fc.record(
  {
    date: text,
    total: fc.integer({ min: -3, max: 3 }),
    status: text,
    country: text,
    city: text,
    street: text,
    house: fc.integer({ min: -11, max: 11 }),
    note: text,
    weight: fc.nat(3),
  },
  { requiredKeys: [] },
);
const key = fc.record({ customer: fc.constantFrom('x', 'y'), number: fc.integer({ min: 0, max: 4 }) });
const step = fc.oneof(
  fc.record({ kind: fc.constant('put' as const), key, attributes }),
  fc.record({ kind: fc.constant('delete' as const), key }),
  fc.record({ kind: fc.constant('update' as const), key, attributes }),
  fc.record({ kind: fc.constant('swap' as const), key, other: key }),
  fc.record({ kind: fc.constant('reindex' as const) }),
  fc.record({ kind: fc.constant('undo' as const), key, attributes }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

function run(engine: Engine, model: Model, current: Step): void {
  switch (current.kind) {
    case 'put': {
      const row: Row = { ...current.key, ...current.attributes };
      engine.execute('PutItem', { TableName, Item: itemOf(row) });
      model.set(idOf(row), row);
      return;
    }
    case 'delete':
      engine.execute('DeleteItem', { TableName, Key: itemOf(current.key) });
      model.delete(idOf(current.key));
      return;
    case 'update': {
      const names = Object.keys(current.attributes);
      if (names.length === 0) return;
      const [first = '', ...others] = names;
      const set = [`#${first} = :${first}`, ...others.map((name) => `#${name} = :${name}`)].join(', ');
      const { customer: _, number: __, ...values } = itemOf({ ...current.key, ...current.attributes });
      engine.execute('UpdateItem', {
        TableName,
        Key: itemOf(current.key),
        UpdateExpression: `SET ${set} REMOVE #gone`,
        ExpressionAttributeNames: Object.fromEntries([...names.map((name) => [`#${name}`, name]), ['#gone', 'gone']]),
        ExpressionAttributeValues: Object.fromEntries(
          Object.entries(values).map(([name, value]) => [`:${name}`, value]),
        ),
      });
      const row = { ...(model.get(idOf(current.key)) ?? current.key), ...current.attributes };
      model.set(idOf(row), row);
      return;
    }
    case 'swap': {
      const [one, other] = [model.get(idOf(current.key)), model.get(idOf(current.other))];
      if (one === undefined || other === undefined || one === other) return;
      const swapped: Row[] = [
        { ...other, ...current.key },
        { ...one, ...current.other },
      ];
      engine.execute('TransactWriteItems', {
        TransactItems: swapped.map((row) => ({ Put: { TableName, Item: itemOf(row) } })),
      });
      for (const row of swapped) model.set(idOf(row), row);
      return;
    }
    case 'reindex': {
      const [index] = orders.GlobalSecondaryIndexes;
      engine.execute('UpdateTable', {
        TableName,
        GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: index.IndexName } }],
      });
      engine.execute('UpdateTable', {
        TableName,
        AttributeDefinitions: orders.AttributeDefinitions.filter(({ AttributeName }) =>
          index.KeySchema.some((element) => element.AttributeName === AttributeName),
        ),
        GlobalSecondaryIndexUpdates: [{ Create: index }],
      });
      return;
    }
    case 'undo': {
      const snapshot = engine.snapshot();
      engine.execute('PutItem', { TableName, Item: itemOf({ ...current.key, ...current.attributes }) });
      engine.restore(snapshot);
    }
  }
}

const indexes = [...orders.LocalSecondaryIndexes, ...orders.GlobalSecondaryIndexes];
type Index = (typeof indexes)[number];
const namesOf = (index: Index, type: 'HASH' | 'RANGE') =>
  index.KeySchema.filter((element) => element.KeyType === type).map((element) => element.AttributeName);

function projected(index: Index, row: Row): AttributeMap {
  const { ProjectionType } = index.Projection;
  const more = 'NonKeyAttributes' in index.Projection ? index.Projection.NonKeyAttributes : [];
  const kept = new Set<string>([
    ...index.KeySchema.map((element) => element.AttributeName),
    'customer',
    'number',
    ...more,
  ]);
  const entries = Object.entries(itemOf(row)).filter(([name]) => ProjectionType === 'ALL' || kept.has(name));
  return Object.fromEntries(entries);
}

function compare(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return Math.sign(a - b);
  return Math.sign(Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b))));
}

function checkIndex(engine: Engine, model: Model, index: Index): void {
  const { IndexName } = index;
  const rows = [...model.values()].filter((row) =>
    index.KeySchema.every((element) => row[element.AttributeName] !== undefined),
  );
  const partitions = new Map<string, Row[]>();
  for (const row of rows) {
    const partition = JSON.stringify(namesOf(index, 'HASH').map((name) => row[name]));
    partitions.set(partition, [...(partitions.get(partition) ?? []), row]);
  }
  const everything = engine.execute('Scan', { TableName, IndexName }).Items ?? [];
  const asText = (items: readonly AttributeMap[]) =>
    items.map((item) => JSON.stringify(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))).sort();
  expect(asText(everything)).toEqual(asText(rows.map((row) => projected(index, row))));
  for (const members of partitions.values()) checkPartition(engine, index, members);
}

function checkPartition(engine: Engine, index: Index, members: readonly Row[]): void {
  const hashNames = namesOf(index, 'HASH');
  const sortNames = namesOf(index, 'RANGE');
  const first = itemOf(members[0] as Row);
  const read = (ScanIndexForward: boolean, Limit: number) => {
    const found: AttributeMap[] = [];
    let ExclusiveStartKey: AttributeMap | undefined;
    do {
      const page = engine.execute('Query', {
        TableName,
        IndexName: index.IndexName,
        KeyConditionExpression: hashNames.map((name) => `#${name} = :${name}`).join(' AND '),
        ExpressionAttributeNames: Object.fromEntries(hashNames.map((name) => [`#${name}`, name])),
        ExpressionAttributeValues: Object.fromEntries(hashNames.map((name) => [`:${name}`, first[name] ?? { S: '' }])),
        ScanIndexForward,
        Limit,
        ...(ExclusiveStartKey === undefined ? {} : { ExclusiveStartKey }),
      });
      found.push(...(page.Items ?? []));
      ExclusiveStartKey = page.LastEvaluatedKey;
    } while (ExclusiveStartKey !== undefined);
    return found;
  };
  const forward = read(true, 1);
  expect(read(true, 1000)).toEqual(forward);
  expect(read(false, 2)).toEqual([...forward].reverse());
  const sorted = [...members].sort(
    (a, b) => sortNames.map((name) => compare(a[name] ?? '', b[name] ?? '')).find(Boolean) ?? 0,
  );
  const sortValues = (items: readonly AttributeMap[]) => items.map((item) => sortNames.map((name) => item[name]));
  expect(sortValues(forward)).toEqual(sortValues(sorted.map(itemOf)));
}

test('after any sequence of operations each index holds what the rows say, in its order', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const engine = ordersEngine();
      const model: Model = new Map();
      for (const current of steps) run(engine, model, current);
      for (const index of indexes) checkIndex(engine, model, index);
      const described = engine.execute('DescribeTable', { TableName }).Table;
      for (const { ItemCount, IndexSizeBytes, IndexName } of [
        ...(described.LocalSecondaryIndexes ?? []),
        ...(described.GlobalSecondaryIndexes ?? []),
      ]) {
        expect(ItemCount).toBe(engine.execute('Scan', { TableName, IndexName }).Count);
        expect(IndexSizeBytes > 0).toBe(ItemCount > 0);
      }
    }),
    { numRuns: 200 },
  );
});
