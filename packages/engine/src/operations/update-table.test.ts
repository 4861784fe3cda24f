import { type OperationInput, systemRuntime } from '@holdfast/wire';
import { beforeEach, describe, expect, test } from 'vitest';
import { createEngine, type Engine } from '../engine.js';

const TableName = 'things';
const day = 24 * 60 * 60 * 1000;
let engine: Engine;
let now: number;

beforeEach(() => {
  now = day;
  engine = createEngine({ runtime: { ...systemRuntime, now: () => now } });
});

const units = (read: number, write = read) => ({ ReadCapacityUnits: read, WriteCapacityUnits: write });
const create = (change: object = {}) =>
  engine.executeUntyped('CreateTable', {
    TableName,
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    BillingMode: 'PAY_PER_REQUEST',
    ...change,
  });
const provisioned = { BillingMode: 'PROVISIONED', ProvisionedThroughput: units(5) };
const colourIndex = {
  IndexName: 'byColour',
  KeySchema: [{ AttributeName: 'colour', KeyType: 'HASH' }],
  Projection: { ProjectionType: 'ALL' },
};
const withIndex = {
  AttributeDefinitions: ['id', 'colour'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
  GlobalSecondaryIndexes: [colourIndex],
};
const update = (change: object) =>
  (engine.executeUntyped('UpdateTable', { TableName, ...change }) as OutputOfUpdate).TableDescription;
type OutputOfUpdate = ReturnType<typeof engine.execute<'UpdateTable'>>;
const addColourIndex = () =>
  update({
    AttributeDefinitions: [{ AttributeName: 'colour', AttributeType: 'S' }],
    GlobalSecondaryIndexUpdates: [{ Create: colourIndex }],
  });
const describeTable = () => engine.execute('DescribeTable', { TableName }).Table;
const put = (id: string, colour?: OperationInput<'PutItem'>['Item'][string]) =>
  engine.execute('PutItem', { TableName, Item: { id: { S: id }, ...(colour === undefined ? {} : { colour }) } });
const scanIndex = () => engine.execute('Scan', { TableName, IndexName: 'byColour' }).Items;
const refusal = (message: string, name = 'ValidationException') => expect.objectContaining({ name, message });

describe('a new global index', () => {
  test('is answered as being created, and then holds what was there before it', () => {
    create();
    put('a', { S: 'red' });
    put('b', { N: '1' });
    put('c', { S: '' });
    put('d');
    expect(addColourIndex()).toMatchObject({
      TableStatus: 'UPDATING',
      GlobalSecondaryIndexes: [{ IndexName: 'byColour', IndexStatus: 'CREATING', Backfilling: false, ItemCount: 0 }],
      AttributeDefinitions: [{ AttributeName: 'id' }, { AttributeName: 'colour' }],
    });
    expect(describeTable()).toMatchObject({
      TableStatus: 'ACTIVE',
      GlobalSecondaryIndexes: [{ IndexStatus: 'ACTIVE', ItemCount: 1 }],
    });
    expect(describeTable().GlobalSecondaryIndexes?.[0]).not.toHaveProperty('Backfilling');
    expect(scanIndex()).toEqual([{ id: { S: 'a' }, colour: { S: 'red' } }]);
  });

  test('refuses from then on what it cannot hold, and lets be what was there', () => {
    create();
    put('b', { N: '1' });
    addColourIndex();
    expect(() => put('c', { N: '2' })).toThrow('Type mismatch for Index Key colour');
    const touch = (UpdateExpression: string) =>
      engine.execute('UpdateItem', {
        TableName,
        Key: { id: { S: 'b' } },
        UpdateExpression,
        ExpressionAttributeValues: { ':n': { N: '1' } },
      });
    touch('SET touched = :n');
    expect(() => touch('ADD colour :n')).toThrow('secondary index key to unsupported type');
  });
});

test('UpdateTable lets definitions be that no key uses, and keeps none of them', () => {
  create();
  update({
    AttributeDefinitions: [
      { AttributeName: 'unused', AttributeType: 'S' },
      { AttributeName: 'id', AttributeType: 'N' },
      { AttributeName: 'colour', AttributeType: 'S' },
    ],
    GlobalSecondaryIndexUpdates: [{ Create: colourIndex }],
  });
  expect(describeTable().AttributeDefinitions).toEqual([
    { AttributeName: 'id', AttributeType: 'S' },
    { AttributeName: 'colour', AttributeType: 'S' },
  ]);
});

describe('a global index that is deleted', () => {
  test('is answered as being deleted, and then is gone, with its attributes', () => {
    create(withIndex);
    put('a', { S: 'red' });
    expect(update({ GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: 'byColour' } }] })).toMatchObject({
      TableStatus: 'UPDATING',
      GlobalSecondaryIndexes: [{ IndexName: 'byColour', IndexStatus: 'DELETING', ItemCount: 1 }],
    });
    expect(describeTable()).not.toHaveProperty('GlobalSecondaryIndexes');
    expect(describeTable().AttributeDefinitions).toEqual([{ AttributeName: 'id', AttributeType: 'S' }]);
    expect(scanIndex).toThrow(refusal('The table does not have the specified index: byColour'));
    put('b', { N: '1' });
  });

  test('comes back with a snapshot', () => {
    create(withIndex);
    put('a', { S: 'red' });
    const snapshot = engine.snapshot();
    update({ GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: 'byColour' } }] });
    engine.restore(snapshot);
    expect(scanIndex()).toHaveLength(1);
  });
});

describe('throughput', () => {
  test('changes, and says when it was raised and lowered', () => {
    create({
      ...withIndex,
      ...provisioned,
      GlobalSecondaryIndexes: [{ ...colourIndex, ProvisionedThroughput: units(2) }],
    });
    now += 1000;
    expect(update({ ProvisionedThroughput: units(10, 5) })).toMatchObject({
      TableStatus: 'UPDATING',
      GlobalSecondaryIndexes: [{ IndexStatus: 'ACTIVE' }],
    });
    expect(describeTable().ProvisionedThroughput).toEqual({
      ...units(10, 5),
      LastIncreaseDateTime: 24 * 60 * 60 + 1,
      NumberOfDecreasesToday: 0,
    });
    update({ ProvisionedThroughput: units(1) });
    update({ ProvisionedThroughput: units(1, 2) });
    expect(describeTable().ProvisionedThroughput).toMatchObject({ NumberOfDecreasesToday: 1 });
    now += day;
    expect(describeTable().ProvisionedThroughput).toMatchObject({ NumberOfDecreasesToday: 0 });
    const changeIndex = { Update: { IndexName: 'byColour', ProvisionedThroughput: units(3) } };
    expect(update({ GlobalSecondaryIndexUpdates: [changeIndex] })).toMatchObject({
      GlobalSecondaryIndexes: [{ IndexStatus: 'UPDATING', ProvisionedThroughput: units(3) }],
    });
  });

  test('goes with the billing mode', () => {
    create({
      ...withIndex,
      ...provisioned,
      GlobalSecondaryIndexes: [{ ...colourIndex, ProvisionedThroughput: units(2) }],
    });
    expect(describeTable()).not.toHaveProperty('BillingModeSummary');
    update({ BillingMode: 'PAY_PER_REQUEST' });
    expect(describeTable()).toMatchObject({
      BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST', LastUpdateToPayPerRequestDateTime: day / 1000 },
      ProvisionedThroughput: units(0),
      GlobalSecondaryIndexes: [{ ProvisionedThroughput: units(0) }],
    });
    update({ BillingMode: 'PAY_PER_REQUEST' });
    expect(() => update(provisioned)).toThrow(
      refusal('One or more parameter values were invalid: ProvisionedThroughput must be specified for index: byColour'),
    );
    update({
      ...provisioned,
      GlobalSecondaryIndexUpdates: [{ Update: { IndexName: 'byColour', ProvisionedThroughput: units(4) } }],
    });
    expect(describeTable()).toMatchObject({
      BillingModeSummary: { BillingMode: 'PROVISIONED' },
      ProvisionedThroughput: units(5),
      GlobalSecondaryIndexes: [{ ProvisionedThroughput: units(4) }],
    });
  });
});

test('the table class changes', () => {
  create();
  update({ TableClass: 'STANDARD_INFREQUENT_ACCESS' });
  expect(describeTable().TableClassSummary).toEqual({
    TableClass: 'STANDARD_INFREQUENT_ACCESS',
    LastUpdateDateTime: day / 1000,
  });
});

describe('UpdateTable refuses', () => {
  const noIndex = 'Requested resource not found';
  const invalid = (detail: string) => `One or more parameter values were invalid: ${detail}`;
  const updates = (...GlobalSecondaryIndexUpdates: object[]) => ({ GlobalSecondaryIndexUpdates });
  const remove = (IndexName: string) => ({ Delete: { IndexName } });

  test.each<[string, object, object, string, string?]>([
    [
      'no change',
      {},
      {},
      'At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, GlobalSecondaryIndexUpdates or SSESpecification or ReplicaUpdates is required',
    ],
    [
      'a table that there is not',
      {},
      { TableName: 'others', DeletionProtectionEnabled: true },
      'Requested resource not found: Table: others not found',
      'ResourceNotFoundException',
    ],
    [
      'throughput of what is paid per request',
      {},
      { ProvisionedThroughput: units(1) },
      invalid('Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST'),
    ],
    [
      'a provisioned table without throughput',
      {},
      { BillingMode: 'PROVISIONED' },
      invalid('ProvisionedThroughput must be specified when BillingMode is PROVISIONED'),
    ],
    [
      'throughput that stays',
      provisioned,
      { ProvisionedThroughput: units(5) },
      'The provisioned throughput for the table will not change. The requested value equals the current value. Current ReadCapacityUnits provisioned for the table: 5. Requested ReadCapacityUnits: 5. Current WriteCapacityUnits provisioned for the table: 5. Requested WriteCapacityUnits: 5. Refer to the Amazon DynamoDB Developer Guide for current limits and how to request higher limits.',
    ],
    [
      'too many units',
      provisioned,
      { ProvisionedThroughput: units(1_000_000_000_001, 1) },
      'Given value 1000000000001 for ReadCapacityUnits is out of bounds',
    ],
    [
      'an index that is there',
      withIndex,
      updates({ Create: colourIndex }),
      'Attempting to create an index which already exists',
    ],
    [
      'an index by an attribute that the request does not define',
      {},
      updates({ Create: colourIndex }),
      invalid(
        'Some index key attributes are not defined in AttributeDefinitions. Keys: [colour], AttributeDefinitions: []',
      ),
    ],
    [
      'another type of an attribute that is defined',
      withIndex,
      {
        AttributeDefinitions: [{ AttributeName: 'colour', AttributeType: 'N' }],
        ...updates({ Create: { ...colourIndex, IndexName: 'again' } }),
      },
      invalid(
        'Attributes cannot be redefined. Please check that your attribute has the same type as previously defined. Existing schema: Schema:[SchemaElement: key{colour:S:HASH}] New schema: Schema:[SchemaElement: key{colour:N:HASH}]',
      ),
    ],
    ['to delete an index that there is not', {}, updates(remove('byColour')), noIndex, 'ResourceNotFoundException'],
    [
      'to change an index that there is not',
      {},
      updates({ Update: { IndexName: 'byColour', ProvisionedThroughput: units(1) } }),
      noIndex,
      'ResourceNotFoundException',
    ],
    [
      'an empty update',
      {},
      updates({}),
      invalid(
        'One of GlobalSecondaryIndexUpdate.Update, GlobalSecondaryIndexUpdate.Create, GlobalSecondaryIndexUpdate.Delete must not be null',
      ),
    ],
    [
      'two updates in one',
      withIndex,
      updates({ ...remove('byColour'), Create: colourIndex }),
      invalid(
        'Only one of GlobalSecondaryIndexUpdate.Update, GlobalSecondaryIndexUpdate.Create, GlobalSecondaryIndexUpdate.Delete may be specified in one update',
      ),
    ],
    [
      'two updates of one index',
      withIndex,
      updates(remove('byColour'), remove('byColour')),
      invalid('Only one global secondary index update per index is allowed simultaneously. Index: byColour'),
    ],
    [
      'two deletions',
      withIndex,
      updates(remove('byColour'), remove('other')),
      'Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per table',
      'LimitExceededException',
    ],
    [
      'what the engine does not have',
      {},
      { ReplicaUpdates: [] },
      'The parameter ReplicaUpdates is not supported by this engine: leave it out',
    ],
  ])('%s', (_, table, change, message, name) => {
    create(table);
    const before = describeTable();
    expect(() => update(change)).toThrow(refusal(message, name));
    expect(describeTable()).toEqual(before);
  });
});
