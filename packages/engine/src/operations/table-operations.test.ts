import { type OperationInput, systemRuntime } from '@holdfast/wire';
import { describe, expect, test } from 'vitest';
import { createEngine } from '../engine.js';

const definition = (TableName: string): OperationInput<'CreateTable'> => ({
  TableName,
  AttributeDefinitions: [
    { AttributeName: 'pk', AttributeType: 'S' },
    { AttributeName: 'sk', AttributeType: 'N' },
  ],
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ],
  BillingMode: 'PAY_PER_REQUEST',
});

describe('CreateTable', () => {
  test('answers that it creates; the table can be used at once', () => {
    const engine = createEngine({
      region: 'eu-west-1',
      runtime: { ...systemRuntime, now: () => 1_500, uuid: () => 'an-id' },
    });
    const { TableDescription } = engine.execute('CreateTable', definition('orders'));
    expect(TableDescription).toEqual({
      TableName: 'orders',
      TableStatus: 'CREATING',
      TableArn: 'arn:aws:dynamodb:eu-west-1:123456789012:table/orders',
      TableId: 'an-id',
      KeySchema: definition('orders').KeySchema,
      AttributeDefinitions: definition('orders').AttributeDefinitions,
      CreationDateTime: 1.5,
      ItemCount: 0,
      TableSizeBytes: 0,
      ProvisionedThroughput: { ReadCapacityUnits: 0, WriteCapacityUnits: 0, NumberOfDecreasesToday: 0 },
      BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' },
      DeletionProtectionEnabled: false,
    });
    engine.execute('PutItem', { TableName: 'orders', Item: { pk: { S: 'ab' }, sk: { N: '1' } } });
    const { Table } = engine.execute('DescribeTable', { TableName: 'orders' });
    expect(Table).toEqual({
      ...TableDescription,
      TableStatus: 'ACTIVE',
      ItemCount: 1,
      TableSizeBytes: 8,
      BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST', LastUpdateToPayPerRequestDateTime: 1.5 },
    });
  });

  test('keeps provisioned throughput', () => {
    const engine = createEngine();
    const { BillingMode: _, ...provisioned } = definition('orders');
    const { TableDescription } = engine.execute('CreateTable', {
      ...provisioned,
      ProvisionedThroughput: { ReadCapacityUnits: 3, WriteCapacityUnits: 2 },
    });
    expect(TableDescription.ProvisionedThroughput).toMatchObject({ ReadCapacityUnits: 3, WriteCapacityUnits: 2 });
    expect(TableDescription.BillingModeSummary).toBeUndefined();
  });

  test('refuses a name twice', () => {
    const engine = createEngine();
    engine.execute('CreateTable', definition('orders'));
    expect(() => engine.execute('CreateTable', definition('orders'))).toThrow(
      expect.objectContaining({ name: 'ResourceInUseException', message: 'Table already exists: orders' }),
    );
  });

  test.each<[string, object, string]>([
    ['no name', { TableName: undefined }, "The parameter 'TableName' is required but was not present in the request"],
    [
      'a short name',
      { TableName: 'ab' },
      "1 validation error detected: Value 'ab' at 'tableName' failed to satisfy constraint: Member must have length greater than or equal to 3",
    ],
    [
      'a name of other characters',
      { TableName: 'a b c' },
      "1 validation error detected: Value 'a b c' at 'tableName' failed to satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+",
    ],
    [
      'an unknown attribute type',
      { AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'INVALID' }] },
      "1 validation error detected: Value 'INVALID' at 'attributeDefinitions.1.member.attributeType' failed to satisfy constraint: Member must satisfy enum value set: [B, N, S]",
    ],
    [
      'three key attributes',
      {
        KeySchema: [
          { AttributeName: 'pk', KeyType: 'HASH' },
          { AttributeName: 'sk', KeyType: 'RANGE' },
          { AttributeName: 'x', KeyType: 'RANGE' },
        ],
      },
      "1 validation error detected: Value '[KeySchemaElement(attributeName=pk, keyType=HASH), KeySchemaElement(attributeName=sk, keyType=RANGE), KeySchemaElement(attributeName=x, keyType=RANGE)]' at 'keySchema' failed to satisfy constraint: Member must have length less than or equal to 2",
    ],
    [
      'a key attribute without definition',
      { AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }] },
      'Invalid KeySchema: Some index key attribute have no definition',
    ],
    [
      'a definition that no key uses',
      { KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }] },
      'One or more parameter values were invalid: Number of attributes in KeySchema does not exactly match number of attributes defined in AttributeDefinitions',
    ],
    [
      'two partition keys',
      {
        KeySchema: [
          { AttributeName: 'pk', KeyType: 'HASH' },
          { AttributeName: 'sk', KeyType: 'HASH' },
        ],
      },
      'Invalid KeySchema: The second KeySchemaElement is not a RANGE key type',
    ],
    [
      'no throughput where it must be provisioned',
      { BillingMode: 'PROVISIONED' },
      'One or more parameter values were invalid: ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is PROVISIONED',
    ],
    [
      'what the engine does not have',
      { OnDemandThroughput: {} },
      'The parameter OnDemandThroughput is not supported by this engine: leave it out',
    ],
  ])('refuses %s', (_, change, message) => {
    const engine = createEngine();
    expect(() => engine.executeUntyped('CreateTable', { ...definition('orders'), ...change })).toThrow(
      expect.objectContaining({ name: 'ValidationException', message }),
    );
    expect(engine.execute('ListTables', {}).TableNames).toEqual([]);
  });
});

test('DeleteTable removes the table and its items', () => {
  const engine = createEngine();
  engine.execute('CreateTable', definition('orders'));
  engine.execute('PutItem', { TableName: 'orders', Item: { pk: { S: 'a' }, sk: { N: '1' } } });
  expect(engine.execute('DeleteTable', { TableName: 'orders' }).TableDescription).toMatchObject({
    TableName: 'orders',
    TableStatus: 'DELETING',
  });
  for (const operation of ['DescribeTable', 'DeleteTable'] as const) {
    expect(() => engine.execute(operation, { TableName: 'orders' })).toThrow(
      expect.objectContaining({
        name: 'ResourceNotFoundException',
        message: 'Requested resource not found: Table: orders not found',
      }),
    );
  }
  engine.execute('CreateTable', definition('orders'));
  expect(engine.execute('Scan', { TableName: 'orders' }).Count).toBe(0);
});

test('ListTables pages through the names in order', () => {
  const engine = createEngine();
  for (const name of ['ccc', 'aaa', 'bbb']) engine.execute('CreateTable', definition(name));
  expect(engine.execute('ListTables', {})).toEqual({ TableNames: ['aaa', 'bbb', 'ccc'] });
  expect(engine.execute('ListTables', { Limit: 2 })).toEqual({
    TableNames: ['aaa', 'bbb'],
    LastEvaluatedTableName: 'bbb',
  });
  expect(engine.execute('ListTables', { Limit: 2, ExclusiveStartTableName: 'bbb' })).toEqual({ TableNames: ['ccc'] });
  expect(() => engine.execute('ListTables', { Limit: 101 })).toThrow(
    'Member must have value less than or equal to 100',
  );
});
