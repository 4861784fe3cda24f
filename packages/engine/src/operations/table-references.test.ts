import { beforeEach, expect, test } from 'vitest';
import { createEngine, type Engine } from '../engine.js';

let engine: Engine;
const name = 'things';
const arn = `arn:aws:dynamodb:us-east-1:123456789012:table/${name}`;
const Key = { pk: { S: 'a' } };
const definition = {
  AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  BillingMode: 'PAY_PER_REQUEST',
} as const;
const capacity = { TableName: arn, CapacityUnits: 1 };

beforeEach(() => {
  engine = createEngine();
  engine.execute('CreateTable', { TableName: name, ...definition });
  engine.execute('PutItem', { TableName: name, Item: Key });
});

test('a table is found by its ARN as by its name', () => {
  const TableName = arn;
  engine.execute('PutItem', { TableName, Item: { pk: { S: 'b' } } });
  engine.execute('UpdateItem', { TableName, Key });
  engine.execute('DeleteItem', { TableName, Key: { pk: { S: 'b' } } });
  expect(engine.execute('GetItem', { TableName, Key }).Item).toEqual(Key);
  expect(engine.execute('Scan', { TableName }).Count).toBe(1);
  const query = { KeyConditionExpression: 'pk = :a', ExpressionAttributeValues: { ':a': { S: 'a' } } };
  expect(engine.execute('Query', { TableName, ...query }).Count).toBe(1);
  expect(engine.execute('DescribeTable', { TableName }).Table?.TableName).toBe(name);
  engine.execute('UpdateTable', { TableName, DeletionProtectionEnabled: false });
  const specification = { Enabled: true, AttributeName: 'end' };
  engine.execute('UpdateTimeToLive', { TableName, TimeToLiveSpecification: specification });
  expect(engine.execute('DescribeTimeToLive', { TableName }).TimeToLiveDescription?.AttributeName).toBe('end');
  engine.execute('DeleteTable', { TableName });
  expect(engine.execute('ListTables', {}).TableNames).toEqual([]);
});

test('a batch is answered under the name that it gave', () => {
  const ReturnConsumedCapacity = 'TOTAL';
  const RequestItems = { [arn]: { Keys: [Key], ConsistentRead: true } };
  expect(engine.execute('BatchGetItem', { RequestItems, ReturnConsumedCapacity })).toEqual({
    Responses: { [arn]: [Key] },
    UnprocessedKeys: {},
    ConsumedCapacity: [capacity],
  });
  engine.conditions = { unprocessedEntries: () => 1 };
  const keys = { [arn]: { Keys: [{ pk: { S: 'b' } }, Key] } };
  expect(engine.execute('BatchGetItem', { RequestItems: keys }).UnprocessedKeys).toEqual({ [arn]: { Keys: [Key] } });
  const writes = { [arn]: [{ DeleteRequest: { Key } }] };
  const more = { [arn]: [{ DeleteRequest: { Key: { pk: { S: 'b' } } } }, { DeleteRequest: { Key } }] };
  expect(engine.execute('BatchWriteItem', { RequestItems: more }).UnprocessedItems).toEqual(writes);
  engine.conditions = {};
  engine.execute('BatchWriteItem', { RequestItems: writes });
  expect(engine.execute('Scan', { TableName: name }).Count).toBe(0);
});

test('a batch cannot name a table by both', () => {
  const RequestItems = { [arn]: { Keys: [Key] }, [name]: { Keys: [Key] } };
  expect(() => engine.execute('BatchGetItem', { RequestItems })).toThrow(
    expect.objectContaining({ name: 'ValidationException' }),
  );
});

test('transactions find tables by their ARNs, also step by step', () => {
  const TransactItems = [{ Put: { TableName: arn, Item: { pk: { S: 'b' } } } }];
  engine.execute('TransactWriteItems', { TransactItems });
  const both = [{ Delete: { TableName: name, Key } }, { Put: { TableName: arn, Item: Key } }];
  expect(() => engine.execute('TransactWriteItems', { TransactItems: both })).toThrow(
    'Transaction request cannot include multiple operations on one item',
  );
  engine.begin('TransactWriteItems', { TransactItems: [{ Delete: { TableName: arn, Key } }] }).complete();
  const gets = [{ Get: { TableName: arn, Key: { pk: { S: 'b' } } } }, { Get: { TableName: arn, Key } }];
  expect(engine.execute('TransactGetItems', { TransactItems: gets }).Responses).toEqual([
    { Item: { pk: { S: 'b' } } },
    {},
  ]);
});

test('consumed capacity is told under the name that the request gave', () => {
  const request = { TableName: arn, Key, ReturnConsumedCapacity: 'TOTAL', ConsistentRead: true } as const;
  expect(engine.execute('GetItem', request).ConsumedCapacity).toEqual(capacity);
});

test('ARNs of tables elsewhere are refused', () => {
  const get = (TableName: string) => () => engine.execute('GetItem', { TableName, Key });
  const elsewhere = (from: string, to: string) => arn.replace(from, to);
  expect(get(elsewhere('123456789012', '210987654321'))).toThrow(
    expect.objectContaining({
      name: 'AccessDeniedException',
      message: expect.stringContaining('is not authorized to perform: dynamodb:GetItem on resource: arn:aws:dynamodb'),
    }),
  );
  for (const other of [elsewhere('us-east-1', 'eu-west-1'), elsewhere(name, 'others')]) {
    expect(get(other)).toThrow(
      expect.objectContaining({ name: 'ResourceNotFoundException', message: 'Requested resource not found' }),
    );
  }
});

test('a new table has a name, not an ARN', () => {
  expect(() => engine.execute('CreateTable', { TableName: arn, ...definition })).toThrow(
    expect.objectContaining({ name: 'ValidationException' }),
  );
});

test('a transaction in steps is answered under the name that it gave, also by whoever finds it', () => {
  const request = {
    TransactItems: [{ Put: { TableName: arn, Item: Key } }],
    ClientRequestToken: 'token',
    ReturnConsumedCapacity: 'TOTAL',
  } as const;
  const consumed = { ConsumedCapacity: [{ TableName: arn, CapacityUnits: 2, WriteCapacityUnits: 2 }] };
  const before = engine.snapshot();
  expect(engine.begin('TransactWriteItems', request).complete()).toEqual(consumed);
  expect(engine.begin('TransactWriteItems', request).complete()).toEqual({
    ConsumedCapacity: [{ TableName: arn, CapacityUnits: 2, ReadCapacityUnits: 2 }],
  });
  engine.restore(before);
  engine.begin('TransactWriteItems', request).abandon();
  expect(engine.runningTransactions()[0]?.complete()).toEqual(consumed);
});
