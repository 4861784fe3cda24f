import type { AttributeMap, OperationInput } from '@holdfast/wire';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Engine } from '../engine.js';
import { numbersFound, order, ordersEngine, putOrders } from '../testing/indexed-table.js';

let engine: Engine;

beforeEach(() => {
  engine = ordersEngine();
});

const TableName = 'orders';
const Key = { customer: { S: 'ada' }, number: { N: '1' } };
const update = (UpdateExpression: string, ExpressionAttributeValues?: AttributeMap, rest = {}) =>
  engine.execute('UpdateItem', {
    TableName,
    Key,
    UpdateExpression,
    ExpressionAttributeNames: { '#status': 'status', '#date': 'date' },
    ...(ExpressionAttributeValues === undefined ? {} : { ExpressionAttributeValues }),
    ...rest,
  });
const withStatus = (status: string) =>
  numbersFound(engine, {
    IndexName: 'byStatus',
    KeyConditionExpression: '#status = :s',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: { ':s': { S: status } },
  });
const refusal = (message: string) => expect.objectContaining({ name: 'ValidationException', message });

describe('an index follows', () => {
  beforeEach(() => {
    putOrders(engine, order('ada', 1, { status: 'open', date: '2026', note: 'a' }));
  });

  test('PutItem and DeleteItem', () => {
    expect(withStatus('open')).toEqual([1]);
    putOrders(engine, order('ada', 1, { status: 'done', date: '2026' }));
    expect([withStatus('open'), withStatus('done')]).toEqual([[], [1]]);
    putOrders(engine, order('ada', 1, { status: 'done' }));
    expect(withStatus('done')).toEqual([]);
    putOrders(engine, order('ada', 1, { status: 'done', date: '2027' }));
    engine.execute('DeleteItem', { TableName, Key });
    expect(withStatus('done')).toEqual([]);
  });

  test('UpdateItem, also where only what it projects changes', () => {
    update('SET #status = :s, #date = #date', { ':s': { S: 'done' } });
    expect([withStatus('open'), withStatus('done')]).toEqual([[], [1]]);
    update('SET note = :n, #status = #status, #date = #date', { ':n': { S: 'b' } });
    expect(engine.execute('Scan', { TableName, IndexName: 'byStatus' }).Items).toEqual([
      { ...Key, status: { S: 'done' }, date: { S: '2026' }, note: { S: 'b' } },
    ]);
    update('REMOVE #date SET #status = #status');
    expect(withStatus('done')).toEqual([]);
  });

  test('a transaction, whole or not at all', () => {
    const transact = (condition: string) =>
      engine.execute('TransactWriteItems', {
        TransactItems: [
          { Delete: { TableName, Key, ConditionExpression: condition } },
          { Put: { TableName, Item: order('bob', 2, { status: 'open', date: '2026' }) } },
        ],
      });
    expect(() => transact('attribute_not_exists(customer)')).toThrow();
    expect(withStatus('open')).toEqual([1]);
    transact('attribute_exists(customer)');
    expect(withStatus('open')).toEqual([2]);
  });

  test('a snapshot back, which it leaves untouched', () => {
    const snapshot = engine.snapshot();
    update('SET #status = :s, #date = #date', { ':s': { S: 'done' } });
    engine.restore(snapshot);
    expect([withStatus('open'), withStatus('done')]).toEqual([[1], []]);
  });
});

describe('a value that an index key cannot have', () => {
  const mismatch =
    'One or more parameter values were invalid: Type mismatch for Index Key status Expected: S Actual: N IndexName: byStatus';

  test.each<[string, AttributeMap, string]>([
    ['another type', { status: { N: '1' } }, mismatch],
    [
      'an empty text',
      { status: { S: '' } },
      'One or more parameter values are not valid. A value specified for a secondary index key is not supported. The AttributeValue for a key attribute cannot contain an empty string value. IndexName: byStatus, IndexKey: status',
    ],
    [
      'a partition key that is too long',
      { country: { S: 'x'.repeat(2049) } },
      'One or more parameter values were invalid: Size of hashkey has exceeded the maximum size limit of2048 bytes',
    ],
    [
      'a sort key that is too long',
      { date: { S: 'x'.repeat(1025) } },
      'One or more parameter values were invalid: Aggregated size of all range keys has exceeded the size limit of 1024 bytes',
    ],
  ])('PutItem refuses: %s', (_, attributes, message) => {
    expect(() => engine.execute('PutItem', { TableName, Item: { ...Key, ...attributes } })).toThrow(refusal(message));
    expect(engine.execute('Scan', { TableName }).Count).toBe(0);
  });

  test('UpdateItem refuses before it looks at the condition where the request says it all', () => {
    const rest = { ConditionExpression: 'attribute_exists(customer)' };
    expect(() => update('SET #status = :s, #date = #date', { ':s': { N: '1' } }, rest)).toThrow(refusal(mismatch));
  });

  test('UpdateItem refuses what comes out of the item', () => {
    putOrders(engine, order('ada', 1, { weight: 4, date: '2026', status: 'open' }));
    expect(() => update('SET #status = weight, #date = #date')).toThrow(
      refusal(
        'One or more parameter values were invalid: The update expression attempted to update the secondary index key to unsupported type',
      ),
    );
    expect(() => update('SET #status = :s, #date = #date', { ':s': { S: '' } })).toThrow(
      refusal(
        'One or more parameter values are not valid. The update expression attempted to update the secondary index key to a value that is not supported. The AttributeValue for a key attribute cannot contain an empty string value.',
      ),
    );
    expect(() => update('SET #status.a = :s, #date = #date', { ':s': { S: 'x' } })).toThrow(
      refusal(
        "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: IndexKey: status",
      ),
    );
    expect(withStatus('open')).toEqual([1]);
  });

  test('cancels a transaction', () => {
    const item = { ...Key, status: { N: '1' } };
    expect(() =>
      engine.execute('TransactWriteItems', {
        TransactItems: [{ Put: { TableName, Item: order('bob', 2) } }, { Put: { TableName, Item: item } }],
      }),
    ).toThrow(
      expect.objectContaining({
        name: 'TransactionCanceledException',
        cancellationReasons: [{ Code: 'None' }, { Code: 'ValidationError', Message: mismatch }],
      }),
    );
  });
});

describe('what a write bills', () => {
  const asked = { ReturnConsumedCapacity: 'INDEXES' } as const;
  const put = (Item: AttributeMap) => engine.execute('PutItem', { TableName, Item, ...asked }).ConsumedCapacity;
  const units = (CapacityUnits: number) => ({ CapacityUnits });

  test('the table, and each index that it changes', () => {
    expect(put(order('ada', 1))).toEqual({ TableName, CapacityUnits: 1, Table: units(1) });
    expect(put(order('ada', 1, { date: '2026', status: 'open', note: 'x'.repeat(1500) }))).toEqual({
      TableName,
      CapacityUnits: 5,
      Table: units(2),
      LocalSecondaryIndexes: { byDate: units(1) },
      GlobalSecondaryIndexes: { byStatus: units(2) },
    });
  });

  test('two writes where a key changes, one where what is projected does, none where nothing does', () => {
    put(order('ada', 1, { date: '2026', status: 'open', total: 1 }));
    expect(put(order('ada', 1, { date: '2026', status: 'open', total: 1 }))).toEqual({
      TableName,
      CapacityUnits: 1,
      Table: units(1),
    });
    expect(put(order('ada', 1, { date: '2027', status: 'open', total: 1 }))).toEqual({
      TableName,
      CapacityUnits: 6,
      Table: units(1),
      LocalSecondaryIndexes: { byDate: units(2), byTotal: units(1) },
      GlobalSecondaryIndexes: { byStatus: units(2) },
    });
    expect(put(order('ada', 1, { date: '2027', status: 'open', total: 1, weight: 2 }))).toEqual({
      TableName,
      CapacityUnits: 2,
      Table: units(1),
      LocalSecondaryIndexes: { byTotal: units(1) },
    });
    const removed = engine.execute('DeleteItem', { TableName, Key, ReturnConsumedCapacity: 'TOTAL' });
    expect(removed.ConsumedCapacity).toEqual({ TableName, CapacityUnits: 4 });
  });

  test('twice as much in a transaction', () => {
    const { ConsumedCapacity } = engine.execute('TransactWriteItems', {
      TransactItems: [
        { Put: { TableName, Item: order('ada', 1, { date: '2026', status: 'open' }) } },
        { Put: { TableName, Item: order('bob', 1, { date: '2026' }) } },
      ],
      ...asked,
    });
    const doubled = (sum: number) => ({ CapacityUnits: sum, WriteCapacityUnits: sum });
    expect(ConsumedCapacity).toEqual([
      {
        TableName,
        ...doubled(10),
        Table: doubled(4),
        LocalSecondaryIndexes: { byDate: doubled(4) },
        GlobalSecondaryIndexes: { byStatus: doubled(2) },
      },
    ]);
  });
});

describe('item collection metrics', () => {
  const metrics = { ItemCollectionKey: { customer: { S: 'ada' } }, SizeEstimateRangeGB: [0, 1] };
  const asked = { ReturnItemCollectionMetrics: 'SIZE' } as const;

  test('come with every kind of write to a table with local indexes', () => {
    expect(engine.execute('PutItem', { TableName, Item: Key, ...asked })).toEqual({ ItemCollectionMetrics: metrics });
    expect(engine.execute('UpdateItem', { TableName, Key, ...asked })).toEqual({ ItemCollectionMetrics: metrics });
    expect(engine.execute('DeleteItem', { TableName, Key, ...asked })).toEqual({ ItemCollectionMetrics: metrics });
    expect(engine.execute('PutItem', { TableName, Item: Key, ReturnItemCollectionMetrics: 'NONE' })).toEqual({});
    const transaction: OperationInput<'TransactWriteItems'> = {
      TransactItems: [
        { Put: { TableName, Item: order('ada', 5) } },
        { Delete: { TableName, Key: order('ada', 6) } },
        { ConditionCheck: { TableName, Key: order('bob', 1), ConditionExpression: 'attribute_not_exists(customer)' } },
      ],
      ...asked,
    };
    expect(engine.execute('TransactWriteItems', transaction)).toEqual({ ItemCollectionMetrics: { orders: [metrics] } });
  });

  test('do not come from a table without', () => {
    engine.execute('CreateTable', {
      TableName: 'plain',
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      BillingMode: 'PAY_PER_REQUEST',
    });
    expect(engine.execute('PutItem', { TableName: 'plain', Item: { id: { S: 'a' } }, ...asked })).toEqual({});
  });
});
