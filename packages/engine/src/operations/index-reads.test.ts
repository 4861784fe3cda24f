import type { AttributeMap, OperationInput } from '@holdfast/wire';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Engine } from '../engine.js';
import { numbersFound, order, ordersEngine, putOrders } from '../testing/indexed-table.js';

let engine: Engine;

beforeEach(() => {
  engine = ordersEngine();
});

const TableName = 'orders';
const query = (input: Omit<OperationInput<'Query'>, 'TableName'>) => engine.execute('Query', { TableName, ...input });
const refusal = (message: string) => expect.objectContaining({ name: 'ValidationException', message });
const ofAda = { KeyConditionExpression: 'customer = :c', ExpressionAttributeValues: { ':c': { S: 'ada' } } };
const open = {
  IndexName: 'byStatus',
  KeyConditionExpression: '#status = :s',
  ExpressionAttributeNames: { '#status': 'status' },
  ExpressionAttributeValues: { ':s': { S: 'open' } },
};

describe('a local index', () => {
  beforeEach(() => {
    putOrders(
      engine,
      order('ada', 1, { date: '2026-03', total: 5, note: 'first' }),
      order('ada', 2, { date: '2026-01', total: 20 }),
      order('ada', 3, { date: '2026-01', total: -3 }),
      order('ada', 4),
      order('bob', 5, { date: '2026-02', total: 1 }),
    );
  });

  test('orders by its own sort key, equal ones by the key of the table, and leaves out what does not have it', () => {
    expect(numbersFound(engine, { ...ofAda, IndexName: 'byDate' })).toEqual([2, 3, 1]);
    expect(numbersFound(engine, { ...ofAda, IndexName: 'byDate', ScanIndexForward: false })).toEqual([1, 3, 2]);
    expect(numbersFound(engine, { ...ofAda, IndexName: 'byTotal', ConsistentRead: true })).toEqual([3, 1, 2]);
  });

  test.each<[string, AttributeMap, number[]]>([
    ['#d = :a', { ':a': { S: '2026-01' } }, [2, 3]],
    ['#d < :a', { ':a': { S: '2026-03' } }, [2, 3]],
    ['#d <= :a', { ':a': { S: '2026-01' } }, [2, 3]],
    ['#d > :a', { ':a': { S: '2026-01' } }, [1]],
    ['#d >= :a', { ':a': { S: '2026-01' } }, [2, 3, 1]],
    ['#d BETWEEN :a AND :b', { ':a': { S: '2026-01' }, ':b': { S: '2026-02' } }, [2, 3]],
    ['begins_with(#d, :a)', { ':a': { S: '2026-0' } }, [2, 3, 1]],
    ['begins_with(#d, :a)', { ':a': { S: '2026-03' } }, [1]],
  ])('finds by %s', (condition, values, numbers) => {
    const found = numbersFound(engine, {
      IndexName: 'byDate',
      KeyConditionExpression: `customer = :c AND ${condition}`,
      ExpressionAttributeNames: { '#d': 'date' },
      ExpressionAttributeValues: { ':c': { S: 'ada' }, ...values },
    });
    expect(found).toEqual(numbers);
  });

  test('returns what it projects, unless more is asked for: then it fetches from the table', () => {
    const keys = { customer: { S: 'ada' }, number: { N: '1' }, date: { S: '2026-03' } };
    const last = { ...ofAda, IndexName: 'byDate', ScanIndexForward: false, Limit: 1 };
    expect(query(last).Items).toEqual([keys]);
    expect(query({ ...last, Select: 'ALL_PROJECTED_ATTRIBUTES' }).Items).toEqual([keys]);
    expect(query({ ...last, Select: 'ALL_ATTRIBUTES' }).Items).toEqual([
      { ...keys, total: { N: '5' }, note: { S: 'first' } },
    ]);
    expect(query({ ...last, ProjectionExpression: 'note' }).Items).toEqual([{ note: { S: 'first' } }]);
  });

  test('bills the index, and for each item that it fetches the table', () => {
    putOrders(engine, order('cyd', 1, { date: 'a', big: 'x'.repeat(5000) }), order('cyd', 2, { date: 'b' }));
    const read = {
      IndexName: 'byDate',
      KeyConditionExpression: 'customer = :c',
      ExpressionAttributeValues: { ':c': { S: 'cyd' } },
      ReturnConsumedCapacity: 'INDEXES',
    } as const;
    expect(query(read).ConsumedCapacity).toEqual({
      TableName,
      CapacityUnits: 0.5,
      Table: { CapacityUnits: 0 },
      LocalSecondaryIndexes: { byDate: { CapacityUnits: 0.5 } },
    });
    expect(query({ ...read, Select: 'ALL_ATTRIBUTES', ConsistentRead: true }).ConsumedCapacity).toEqual({
      TableName,
      CapacityUnits: 4,
      Table: { CapacityUnits: 3 },
      LocalSecondaryIndexes: { byDate: { CapacityUnits: 1 } },
    });
  });
});

describe('a global index', () => {
  beforeEach(() => {
    putOrders(
      engine,
      order('ada', 1, { date: '2026-03', status: 'open', note: 'late', total: 9 }),
      order('bob', 2, { date: '2026-01', status: 'open', total: 8 }),
      order('cyd', 3, { date: '2026-02', status: 'done' }),
      order('dan', 4, { status: 'open' }),
      order('eve', 5, { date: '2026-02' }),
    );
  });

  test('finds over all partitions what has all of its key attributes', () => {
    expect(numbersFound(engine, open)).toEqual([2, 1]);
    expect(engine.execute('Scan', { TableName, IndexName: 'byStatus' }).Count).toBe(3);
  });

  test('returns what it projects and fetches nothing', () => {
    expect(query({ ...open, ScanIndexForward: false, Limit: 1 }).Items).toEqual([
      {
        customer: { S: 'ada' },
        number: { N: '1' },
        status: { S: 'open' },
        date: { S: '2026-03' },
        note: { S: 'late' },
      },
    ]);
    expect(query({ ...open, ProjectionExpression: 'note' }).Items).toEqual([{}, { note: { S: 'late' } }]);
    expect(
      query({
        ...open,
        FilterExpression: 'customer = :b',
        ExpressionAttributeValues: { ':s': { S: 'open' }, ':b': { S: 'bob' } },
      }),
    ).toMatchObject({ Count: 1, ScannedCount: 2 });
    expect(query({ ...open, ReturnConsumedCapacity: 'INDEXES' }).ConsumedCapacity).toEqual({
      TableName,
      CapacityUnits: 0.5,
      Table: { CapacityUnits: 0 },
      GlobalSecondaryIndexes: { byStatus: { CapacityUnits: 0.5 } },
    });
  });

  test.each<[string, Partial<OperationInput<'Query'>>, string]>([
    ['consistent reads', { ConsistentRead: true }, 'Consistent reads are not supported on global secondary indexes'],
    [
      'all attributes where it does not hold them',
      { Select: 'ALL_ATTRIBUTES' },
      'One or more parameter values were invalid: Select type ALL_ATTRIBUTES is not supported for global secondary index byStatus because its projection type is not ALL',
    ],
    [
      'attributes that it does not hold',
      { ProjectionExpression: 'note, #status, weight' },
      'One or more parameter values were invalid: Global secondary index byStatus does not project [weight]',
    ],
    [
      'its keys in a filter',
      { FilterExpression: '#status = :s' },
      'Filter Expression can only contain non-primary key attributes: Primary key attribute: status',
    ],
    ['another name', { IndexName: 'byColour' }, 'The table does not have the specified index: byColour'],
    [
      'a name that is too short',
      { IndexName: 'by' },
      "1 validation error detected: Value 'by' at 'indexName' failed to satisfy constraint: Member must have length greater than or equal to 3",
    ],
  ])('refuses %s', (_, change, message) => {
    expect(() => query({ ...open, ...change })).toThrow(refusal(message));
  });

  test('is scanned whole, in segments and page by page', () => {
    const customers = new Set<unknown>();
    for (let Segment = 0; Segment < 3; Segment += 1) {
      let ExclusiveStartKey: AttributeMap | undefined;
      do {
        const page = engine.execute('Scan', {
          TableName,
          IndexName: 'byStatus',
          Segment,
          TotalSegments: 3,
          Limit: 1,
          ...(ExclusiveStartKey === undefined ? {} : { ExclusiveStartKey }),
        });
        for (const { customer } of page.Items ?? []) {
          expect(customers.has(JSON.stringify(customer))).toBe(false);
          customers.add(JSON.stringify(customer));
        }
        ExclusiveStartKey = page.LastEvaluatedKey;
      } while (ExclusiveStartKey !== undefined);
    }
    expect(customers.size).toBe(3);
    expect(() => engine.execute('Scan', { TableName, IndexName: 'byStatus', ConsistentRead: true })).toThrow(
      refusal('Consistent reads are not supported on global secondary indexes'),
    );
  });
});

describe('paging through an index', () => {
  test('goes on after the item that the page ended with, through equal keys too', () => {
    putOrders(engine, ...[...Array(9).keys()].map((n) => order(`c${n}`, n, { status: 'open', date: `d${n % 2}` })));
    const all = numbersFound(engine, open);
    expect(all).toHaveLength(9);
    for (const Limit of [1, 2, 4]) {
      expect(numbersFound(engine, { ...open, Limit })).toEqual(all);
      expect(numbersFound(engine, { ...open, Limit, ScanIndexForward: false })).toEqual([...all].reverse());
    }
  });

  test('takes a key of table and index together and no other', () => {
    putOrders(engine, order('ada', 1, { status: 'open', date: 'a' }), order('ada', 2, { status: 'open', date: 'b' }));
    const { LastEvaluatedKey } = query({ ...open, Limit: 1 });
    const start = { customer: { S: 'ada' }, number: { N: '1' }, status: { S: 'open' }, date: { S: 'a' } };
    expect(LastEvaluatedKey).toEqual(start);
    const { date: _, ...short } = start;
    for (const ExclusiveStartKey of [short, { ...short, note: { S: 'a' } }, { ...start, note: { S: 'a' } }]) {
      expect(() => query({ ...open, ExclusiveStartKey })).toThrow(refusal('The provided starting key is invalid'));
    }
    expect(() => query({ ...open, ExclusiveStartKey: { ...start, date: { N: '1' } } })).toThrow(
      refusal('The provided key element does not match the schema'),
    );
    expect(() => query({ ...open, ExclusiveStartKey: { ...start, number: { S: '1' } } })).toThrow(
      refusal('The provided starting key is invalid: The provided key element does not match the schema'),
    );
    expect(() => query({ ...open, ExclusiveStartKey: { ...start, status: { S: 'done' } } })).toThrow(
      refusal('The provided starting key is outside query boundaries based on provided conditions'),
    );
  });

  test('need not find the item at which it starts', () => {
    putOrders(engine, ...[1, 2, 3].map((n) => order('ada', n, { status: 'open', date: `d${n}` })));
    const { LastEvaluatedKey } = query({ ...open, Limit: 2 });
    engine.execute('DeleteItem', { TableName, Key: { customer: { S: 'ada' }, number: { N: '2' } } });
    const rest = query({ ...open, ...(LastEvaluatedKey === undefined ? {} : { ExclusiveStartKey: LastEvaluatedKey }) });
    expect(rest.Items?.map((item) => item.number)).toEqual([{ N: '3' }]);
  });
});

describe('an index whose key has several attributes', () => {
  const inRome = {
    IndexName: 'byPlace',
    KeyConditionExpression: 'country = :country AND city = :city',
    ExpressionAttributeValues: { ':country': { S: 'IT' }, ':city': { S: 'Rome' } },
  };
  const and = (condition: string, values: AttributeMap) => ({
    ...inRome,
    KeyConditionExpression: `${condition} AND ${inRome.KeyConditionExpression}`,
    ExpressionAttributeValues: { ...inRome.ExpressionAttributeValues, ...values },
  });

  beforeEach(() => {
    putOrders(
      engine,
      order('a', 1, { country: 'IT', city: 'Rome', street: 'Via B', house: 10 }),
      order('a', 2, { country: 'IT', city: 'Rome', street: 'Via B', house: 9 }),
      order('a', 3, { country: 'IT', city: 'Rome', street: 'Via', house: 100 }),
      order('a', 4, { country: 'IT', city: 'Rome', street: 'Via A\u0000', house: 1 }),
      order('a', 5, { country: 'IT', city: 'Rome', street: 'Via A', house: 2 }),
      order('a', 6, { country: 'ITR', city: 'ome', street: 'Via A', house: 2 }),
      order('a', 7, { country: 'IT', city: 'Rome', street: 'Via A' }),
    );
  });

  test('is ordered by one attribute after the other', () => {
    expect(numbersFound(engine, inRome)).toEqual([3, 5, 4, 2, 1]);
    expect(numbersFound(engine, { ...inRome, ScanIndexForward: false, Limit: 2 })).toEqual([1, 2, 4, 5, 3]);
  });

  test.each<[string, AttributeMap, number[]]>([
    ['street = :s', { ':s': { S: 'Via A' } }, [5]],
    ['street = :s', { ':s': { S: 'Via B' } }, [2, 1]],
    ['begins_with(street, :s)', { ':s': { S: 'Via A' } }, [5, 4]],
    ['street > :s', { ':s': { S: 'Via A' } }, [4, 2, 1]],
    ['street <= :s', { ':s': { S: 'Via A' } }, [3, 5]],
    ['house < :h AND street = :s', { ':s': { S: 'Via B' }, ':h': { N: '10' } }, [2]],
    ['street = :s AND house = :h', { ':s': { S: 'Via B' }, ':h': { N: '10' } }, [1]],
    ['street = :s AND house BETWEEN :h AND :i', { ':s': { S: 'Via B' }, ':h': { N: '9' }, ':i': { N: '10' } }, [2, 1]],
  ])('finds by %s', (condition, values, numbers) => {
    expect(numbersFound(engine, and(condition, values))).toEqual(numbers);
  });

  test.each<[string, string, AttributeMap, string]>([
    [
      'a partition key left out',
      'country = :a',
      { ':a': { S: 'IT' } },
      'Query condition missed key schema element: city',
    ],
    [
      'a partition key that is not equalled',
      'country = :a AND city > :b',
      { ':a': { S: 'IT' }, ':b': { S: 'R' } },
      'Query key condition not supported',
    ],
    [
      'a sort key left out before another',
      'country = :a AND city = :b AND house = :c',
      { ':a': { S: 'IT' }, ':b': { S: 'Rome' }, ':c': { N: '1' } },
      'Query condition missed key schema element: street',
    ],
    [
      'a range before another condition',
      'country = :a AND city = :b AND street > :c AND house = :d',
      { ':a': { S: 'IT' }, ':b': { S: 'Rome' }, ':c': { S: 'V' }, ':d': { N: '1' } },
      'Query key condition not supported',
    ],
    [
      'a value of another type',
      'country = :a AND city = :b AND street = :c AND house = :d',
      { ':a': { S: 'IT' }, ':b': { S: 'Rome' }, ':c': { S: 'V' }, ':d': { S: '1' } },
      'One or more parameter values were invalid: Condition parameter type does not match schema type',
    ],
  ])('refuses %s', (_, KeyConditionExpression, ExpressionAttributeValues, message) => {
    expect(() => query({ IndexName: 'byPlace', KeyConditionExpression, ExpressionAttributeValues })).toThrow(
      refusal(message),
    );
  });
});

test('indexes and attributes may have names that JavaScript knows', () => {
  engine.execute('CreateTable', {
    TableName: 'names',
    AttributeDefinitions: ['id', '__proto__'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    GlobalSecondaryIndexes: [
      {
        IndexName: 'constructor',
        KeySchema: [{ AttributeName: '__proto__', KeyType: 'HASH' }],
        Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['toString'] },
      },
    ],
    BillingMode: 'PAY_PER_REQUEST',
  });
  const Item: AttributeMap = JSON.parse(
    '{ "id": { "S": "a" }, "__proto__": { "S": "x" }, "toString": { "BOOL": true }, "more": { "S": "y" } }',
  );
  engine.execute('PutItem', { TableName: 'names', Item: { id: { S: 'b' } } });
  engine.execute('PutItem', { TableName: 'names', Item });
  const page = engine.execute('Scan', { TableName: 'names', IndexName: 'constructor', Limit: 1 });
  expect(JSON.parse(JSON.stringify(page.Items))).toEqual([
    JSON.parse('{ "id": { "S": "a" }, "__proto__": { "S": "x" }, "toString": { "BOOL": true } }'),
  ]);
  expect(Object.keys(page.LastEvaluatedKey ?? {})).toEqual(['id', '__proto__']);
  expect(() => engine.execute('Scan', { TableName: 'names', IndexName: 'hasOwnProperty' })).toThrow(
    refusal('The table does not have the specified index: hasOwnProperty'),
  );
});
