import { systemRuntime } from '@holdfast/wire';
import { describe, expect, test } from 'vitest';
import { createEngine } from '../engine.js';
import { orders, ordersEngine } from '../testing/indexed-table.js';

test('CreateTable answers that it creates the indexes; they can be used at once', () => {
  const engine = createEngine({ runtime: { ...systemRuntime, now: () => 0, uuid: () => 'an-id' } });
  const { TableDescription } = engine.execute('CreateTable', orders);
  const empty = { IndexSizeBytes: 0, ItemCount: 0 };
  const arn = (name: string) => `arn:aws:dynamodb:us-east-1:123456789012:table/orders/index/${name}`;
  const free = { ReadCapacityUnits: 0, WriteCapacityUnits: 0, NumberOfDecreasesToday: 0 };
  expect(TableDescription.LocalSecondaryIndexes).toEqual(
    orders.LocalSecondaryIndexes.map((index) => ({ ...index, ...empty, IndexArn: arn(index.IndexName) })),
  );
  expect(TableDescription.GlobalSecondaryIndexes).toEqual(
    orders.GlobalSecondaryIndexes.map((index) => ({
      ...index,
      ...empty,
      IndexArn: arn(index.IndexName),
      IndexStatus: 'CREATING',
      ProvisionedThroughput: free,
    })),
  );
  engine.execute('PutItem', {
    TableName: 'orders',
    Item: { customer: { S: 'ada' }, number: { N: '1' }, date: { S: 'x' }, status: { S: 'open' }, size: { S: 'large' } },
  });
  const { Table } = engine.execute('DescribeTable', { TableName: 'orders' });
  expect(Table.LocalSecondaryIndexes?.map(({ ItemCount, IndexSizeBytes }) => [ItemCount, IndexSizeBytes])).toEqual([
    [1, 24],
    [0, 0],
  ]);
  expect(Table.GlobalSecondaryIndexes?.map(({ ItemCount, IndexStatus }) => [ItemCount, IndexStatus])).toEqual([
    [1, 'ACTIVE'],
    [0, 'ACTIVE'],
  ]);
});

describe('CreateTable refuses', () => {
  const invalid = (detail: string) => `One or more parameter values were invalid: ${detail}`;
  const all = { ProjectionType: 'ALL' };
  const keys = (...names: string[]) =>
    names.map((name) => {
      const [AttributeName, KeyType = 'HASH'] = name.split(' ');
      return { AttributeName, KeyType };
    });
  const strings = (...names: string[]) => names.map((AttributeName) => ({ AttributeName, AttributeType: 'S' }));
  const table = {
    TableName: 'things',
    AttributeDefinitions: strings('id', 'at', 'a', 'b'),
    KeySchema: keys('id', 'at RANGE'),
    BillingMode: 'PAY_PER_REQUEST',
  };
  const local = (change: object) => ({
    LocalSecondaryIndexes: [{ IndexName: 'one', KeySchema: keys('id', 'a RANGE'), Projection: all, ...change }],
  });
  const global = (change: object) => ({
    GlobalSecondaryIndexes: [{ IndexName: 'one', KeySchema: keys('a', 'b RANGE'), Projection: all, ...change }],
  });
  const many = (count: number, name = 'index') => [...Array(count).keys()].map((n) => `${name}${n}`);
  const withKeys = (hashes: number, ranges: number) => {
    const [hashNames, rangeNames] = [many(hashes, 'h'), many(ranges, 'r')];
    return {
      AttributeDefinitions: strings('id', 'at', ...hashNames, ...rangeNames),
      ...global({ KeySchema: keys(...hashNames, ...rangeNames.map((name) => `${name} RANGE`)) }),
    };
  };

  test.each<[string, object, string]>([
    [
      'an empty list of local indexes',
      { LocalSecondaryIndexes: [] },
      invalid('List of LocalSecondaryIndexes is empty'),
    ],
    [
      'an empty list of global indexes',
      { GlobalSecondaryIndexes: [] },
      invalid('List of GlobalSecondaryIndexes is empty'),
    ],
    [
      'a local index of a table without sort key',
      { KeySchema: keys('id'), ...local({}) },
      invalid('Table KeySchema does not have a range key, which is required when specifying a LocalSecondaryIndex'),
    ],
    [
      'a local index by another partition key',
      local({ KeySchema: keys('a', 'b RANGE') }),
      invalid(
        'Index KeySchema does not have the same leading hash key as table KeySchema for index: one. index hash key: a, table hash key: id',
      ),
    ],
    [
      'a local index without sort key',
      local({ KeySchema: keys('id') }),
      invalid('Index KeySchema does not have a range key for index: one'),
    ],
    [
      'a key attribute without definition',
      global({ KeySchema: keys('a', 'c RANGE') }),
      invalid(
        'Some index key attributes are not defined in AttributeDefinitions. Keys: [a, c], AttributeDefinitions: [id, at, a, b]',
      ),
    ],
    [
      'a definition that no key uses',
      global({ KeySchema: keys('a') }),
      invalid('Some AttributeDefinitions are not used. AttributeDefinitions: [id, at, a, b], keys used: [id, at, a]'),
    ],
    [
      'a sort key before the partition key',
      global({ KeySchema: keys('a RANGE', 'b') }),
      'Invalid KeySchema: The first KeySchemaElement is not a HASH key type',
    ],
    [
      'a partition key after a sort key',
      global({ KeySchema: keys('a', 'b RANGE', 'at') }),
      'Invalid KeySchema: All HASH key types must come before the RANGE key types',
    ],
    [
      'one attribute as both keys',
      global({ KeySchema: keys('a', 'a RANGE') }),
      'Both the Hash Key and the Range Key element in the KeySchema have the same name',
    ],
    [
      'one attribute twice among several',
      global({ KeySchema: keys('a', 'b', 'a RANGE') }),
      'Invalid KeySchema: Duplicate attribute names are not allowed: [a, b, a]',
    ],
    [
      'five partition key attributes',
      withKeys(5, 1),
      'Invalid KeySchema: At most 4 KeySchemaElements may have the key type HASH: 5 have it',
    ],
    [
      'five sort key attributes',
      withKeys(1, 5),
      'Invalid KeySchema: At most 4 KeySchemaElements may have the key type RANGE: 5 have it',
    ],
    ['no projection type', global({ Projection: {} }), invalid('Unknown ProjectionType: null')],
    [
      'an unknown projection type',
      global({ Projection: { ProjectionType: 'SOME' } }),
      "1 validation error detected: Value 'SOME' at 'globalSecondaryIndexes.1.member.projection.projectionType' failed to satisfy constraint: Member must satisfy enum value set: [ALL, INCLUDE, KEYS_ONLY]",
    ],
    [
      'attributes besides all',
      local({ Projection: { ...all, NonKeyAttributes: ['x'] } }),
      invalid('ProjectionType is ALL, but NonKeyAttributes is specified'),
    ],
    [
      'no attributes to include',
      local({ Projection: { ProjectionType: 'INCLUDE' } }),
      invalid('ProjectionType is INCLUDE, but NonKeyAttributes is not specified'),
    ],
    [
      'more than a hundred attributes to include',
      global({ Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: many(101, 'x') } }),
      invalid('The indexes of a table may name at most 100 NonKeyAttributes together: these name 101'),
    ],
    [
      'one name for two indexes',
      { ...local({ KeySchema: keys('id', 'b RANGE') }), ...global({}) },
      invalid('Duplicate index name: one'),
    ],
    [
      'six local indexes',
      {
        LocalSecondaryIndexes: many(6).map((IndexName) => ({
          IndexName,
          KeySchema: keys('id', 'a RANGE'),
          Projection: all,
        })),
      },
      invalid('Number of LocalSecondaryIndexes exceeds per-table limit of 5'),
    ],
    [
      'twenty-one global indexes',
      {
        GlobalSecondaryIndexes: many(21).map((IndexName) => ({ IndexName, KeySchema: keys('a'), Projection: all })),
      },
      invalid('GlobalSecondaryIndex count exceeds the per-table limit of 20'),
    ],
    [
      'throughput of an index that is paid per request',
      global({ ProvisionedThroughput: { ReadCapacityUnits: 1, WriteCapacityUnits: 1 } }),
      invalid('ProvisionedThroughput should not be specified for index: one when BillingMode is PAY_PER_REQUEST'),
    ],
    [
      'no throughput of an index of a provisioned table',
      {
        BillingMode: 'PROVISIONED',
        ProvisionedThroughput: { ReadCapacityUnits: 1, WriteCapacityUnits: 1 },
        ...global({}),
      },
      invalid('ProvisionedThroughput must be specified for index: one'),
    ],
    [
      'an unknown table class',
      { TableClass: 'COLD' },
      "1 validation error detected: Value 'COLD' at 'tableClass' failed to satisfy constraint: Member must satisfy enum value set: [STANDARD, STANDARD_INFREQUENT_ACCESS]",
    ],
  ])('%s', (_, change, message) => {
    const engine = createEngine();
    expect(() => engine.executeUntyped('CreateTable', { ...table, ...change })).toThrow(
      expect.objectContaining({ name: 'ValidationException', message }),
    );
    expect(engine.execute('ListTables', {}).TableNames).toEqual([]);
  });

  test('nothing of an index with four attributes in each of its keys', () => {
    const engine = createEngine();
    engine.executeUntyped('CreateTable', { ...table, ...withKeys(4, 4) });
    const { Table } = engine.execute('DescribeTable', { TableName: 'things' });
    expect(Table.GlobalSecondaryIndexes?.[0]?.KeySchema).toHaveLength(8);
  });
});

test('a protected table is deleted only after its protection', () => {
  const engine = createEngine();
  engine.execute('CreateTable', {
    ...orders,
    DeletionProtectionEnabled: true,
    TableClass: 'STANDARD_INFREQUENT_ACCESS',
  });
  expect(engine.execute('DescribeTable', { TableName: 'orders' }).Table).toMatchObject({
    DeletionProtectionEnabled: true,
    TableClassSummary: { TableClass: 'STANDARD_INFREQUENT_ACCESS' },
  });
  expect(() => engine.execute('DeleteTable', { TableName: 'orders' })).toThrow(
    expect.objectContaining({
      name: 'ValidationException',
      message:
        'Resource cannot be deleted as it is currently protected against deletion. Disable deletion protection first.',
    }),
  );
  engine.execute('UpdateTable', { TableName: 'orders', DeletionProtectionEnabled: false });
  expect(engine.execute('DeleteTable', { TableName: 'orders' }).TableDescription).toMatchObject({
    TableStatus: 'DELETING',
    GlobalSecondaryIndexes: [{ IndexStatus: 'DELETING' }, { IndexStatus: 'DELETING' }],
  });
  expect(ordersEngine().execute('DescribeTable', { TableName: 'orders' }).Table.DeletionProtectionEnabled).toBe(false);
});
