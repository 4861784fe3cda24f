import { type AttributeMap, type BatchWriteItemInput, ServiceError, systemRuntime } from '@holdfast/wire';
import { beforeEach, describe, expect, test } from 'vitest';
import { createEngine, type Engine } from '../engine.js';
import type { BatchRequest, EventualRead } from './service-conditions.js';

let clock: number;
let engine: Engine;
const TableName = 'things';
const throughput = (units: number) => ({ ReadCapacityUnits: units, WriteCapacityUnits: units });

beforeEach(() => {
  clock = 1000;
  engine = createEngine({ runtime: { ...systemRuntime, monotonic: () => clock } });
});

function createTable(provisioned?: { readonly table: number; readonly index: number }) {
  engine.execute('CreateTable', {
    TableName,
    AttributeDefinitions: ['pk', 'colour'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    GlobalSecondaryIndexes: [
      {
        IndexName: 'by-colour',
        KeySchema: [{ AttributeName: 'colour', KeyType: 'HASH' }],
        Projection: { ProjectionType: 'ALL' },
        ...(provisioned && { ProvisionedThroughput: throughput(provisioned.index) }),
      },
    ],
    ...(provisioned
      ? { ProvisionedThroughput: throughput(provisioned.table) }
      : { BillingMode: 'PAY_PER_REQUEST' as const }),
  });
}
const item = (pk: string, colour?: string): AttributeMap => ({
  pk: { S: pk },
  ...(colour === undefined ? {} : { colour: { S: colour } }),
});
const put = (pk: string, colour?: string) => engine.execute('PutItem', { TableName, Item: item(pk, colour) });
const byColour = (colour: string) =>
  engine.execute('Query', {
    TableName,
    IndexName: 'by-colour',
    KeyConditionExpression: 'colour = :colour',
    ExpressionAttributeValues: { ':colour': { S: colour } },
  });
const puts = (...names: string[]): BatchWriteItemInput => ({
  RequestItems: { [TableName]: names.map((pk) => ({ PutRequest: { Item: item(pk) } })) },
});
const batchGet = (...names: string[]) =>
  engine.execute('BatchGetItem', {
    RequestItems: { [TableName]: { Keys: names.map((pk) => item(pk)), ProjectionExpression: 'pk' } },
  });
const stored = () => (engine.execute('Scan', { TableName, ConsistentRead: true }).Items ?? []).map(({ pk }) => pk);

function errorOf(step: () => unknown): ServiceError {
  try {
    step();
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('throttled indexes', () => {
  test('hold up the writes that reach them, and no others', () => {
    createTable({ table: 100, index: 2 });
    engine.conditions = { throttling: true };
    put('a', 'red');
    put('b', 'red');
    const error = errorOf(() => put('c', 'red'));
    expect(error.name).toBe('ProvisionedThroughputExceededException');
    expect(error.message).toContain('for one or more global secondary indexes of the table was exceeded');
    put('d');
    expect(stored()).toHaveLength(3);
    clock += 1000;
    put('c', 'red');
  });

  test('leave the capacity of the table to the writes that they do not hold up', () => {
    createTable({ table: 5, index: 2 });
    engine.conditions = { throttling: true };
    put('a', 'red');
    put('b', 'red');
    const set = {
      UpdateExpression: 'SET colour = :red',
      ExpressionAttributeValues: { ':red': { S: 'red' } },
    };
    const refused = [
      () => put('c', 'red'),
      () => engine.execute('DeleteItem', { TableName, Key: item('a') }),
      () => engine.execute('UpdateItem', { TableName, Key: item('c'), ...set }),
    ];
    for (const step of refused) expect(errorOf(step).message).toContain('global secondary indexes');
    for (const pk of ['d', 'e', 'f']) put(pk);
    expect(errorOf(() => put('g')).message).toContain('for the table was exceeded');
  });

  test('cancel transactions, at the place of the action', () => {
    createTable({ table: 100, index: 2 });
    engine.conditions = { throttling: true };
    put('a', 'red');
    put('b', 'red');
    const write = () =>
      engine.execute('TransactWriteItems', {
        TransactItems: [item('c'), item('d', 'blue')].map((Item) => ({ Put: { TableName, Item } })),
      });
    expect(errorOf(write).cancellationReasons).toMatchObject([
      { Code: 'None' },
      { Code: 'ProvisionedThroughputExceeded' },
    ]);
    expect(stored()).toHaveLength(2);
  });

  test('are read on their own account', () => {
    createTable({ table: 1, index: 100 });
    put('a', 'red');
    engine.conditions = { throttling: true };
    for (let times = 0; times < 100; times += 1) byColour('red');
    const get = () => engine.execute('GetItem', { TableName, Key: item('a'), ConsistentRead: true });
    get();
    expect(errorOf(get).name).toBe('ProvisionedThroughputExceededException');
    byColour('red');
  });
});

describe('stale reads of indexes', () => {
  test('see the index as it was, and name it', () => {
    createTable();
    const reads: EventualRead[] = [];
    let writes = 1;
    engine.conditions = {
      staleReads: (read) => {
        reads.push(read);
        return { writes };
      },
    };
    put('a', 'red');
    put('a', 'blue');
    expect(byColour('red').Items).toEqual([item('a', 'red')]);
    expect(byColour('blue').Items).toEqual([]);
    writes = 0;
    expect(byColour('blue').Items).toEqual([item('a', 'blue')]);
    expect(reads[0]).toEqual({ operation: 'Query', tableName: TableName, indexName: 'by-colour', knownWrites: 2 });
  });

  test('know nothing of an index that was made later', () => {
    createTable();
    engine.conditions = { staleReads: () => ({ writes: 2 }) };
    put('a', 'red');
    engine.execute('UpdateTable', {
      TableName,
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      GlobalSecondaryIndexUpdates: [
        {
          Create: {
            IndexName: 'again',
            KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
            Projection: { ProjectionType: 'KEYS_ONLY' },
          },
        },
      ],
    });
    expect(engine.execute('Scan', { TableName, IndexName: 'again' }).Items).toEqual([item('a')]);
  });

  test('see a batch as it was, key by key', () => {
    createTable();
    put('a');
    engine.conditions = {
      staleReads: ({ key }) => (key?.pk && 'S' in key.pk && key.pk.S === 'b' ? { writes: 9 } : undefined),
    };
    engine.execute('BatchWriteItem', puts('b', 'c'));
    expect(batchGet('a', 'b', 'c').Responses?.[TableName]).toEqual([item('a'), item('c')]);
  });
});

describe('unprocessed entries', () => {
  test('are handed back from the end of a batch, to be sent again', () => {
    createTable();
    const batches: BatchRequest[] = [];
    engine.conditions = {
      unprocessedEntries: (batch) => {
        batches.push(batch);
        return batch.entries > 1 ? 1 : 0;
      },
    };
    const first = engine.execute('BatchWriteItem', puts('a', 'b', 'c'));
    expect(first.UnprocessedItems).toEqual(puts('c').RequestItems);
    expect(stored()).toHaveLength(2);
    const RequestItems = first.UnprocessedItems ?? {};
    expect(engine.execute('BatchWriteItem', { RequestItems }).UnprocessedItems).toEqual({});
    const read = batchGet('a', 'b', 'c');
    expect(read.Responses?.[TableName]).toEqual([item('a'), item('b')]);
    expect(read.UnprocessedKeys).toEqual({ [TableName]: { Keys: [item('c')], ProjectionExpression: 'pk' } });
    expect(batches).toEqual([
      { operation: 'BatchWriteItem', entries: 3 },
      { operation: 'BatchWriteItem', entries: 1 },
      { operation: 'BatchGetItem', entries: 3 },
    ]);
  });

  test('refuse the batch where there is nothing else', () => {
    createTable();
    engine.conditions = { unprocessedEntries: ({ entries }) => entries };
    expect(errorOf(() => engine.execute('BatchWriteItem', puts('a'))).name).toBe(
      'ProvisionedThroughputExceededException',
    );
    expect(errorOf(() => batchGet('a')).name).toBe('ProvisionedThroughputExceededException');
  });

  test('are those for whose partitions there is no capacity', () => {
    createTable();
    engine.conditions = { throttling: { partitionWriteUnits: 1, partitionReadUnits: 0.5 } };
    put('b');
    expect(engine.execute('BatchWriteItem', puts('a', 'b', 'c')).UnprocessedItems).toEqual(puts('b').RequestItems);
    expect(errorOf(() => engine.execute('BatchWriteItem', puts('a', 'b'))).name).toBe('ThrottlingException');
    engine.execute('GetItem', { TableName, Key: item('a') });
    expect(batchGet('a', 'b').UnprocessedKeys?.[TableName]?.Keys).toEqual([item('a')]);
    expect(errorOf(() => batchGet('a', 'b')).name).toBe('ThrottlingException');
  });

  test('are those that a running transaction holds; they are read as they are', () => {
    createTable();
    put('a');
    const transaction = engine.begin('TransactWriteItems', {
      TransactItems: [{ Delete: { TableName, Key: item('a') } }, { Put: { TableName, Item: item('b') } }],
    });
    transaction.prepare();
    expect(engine.execute('BatchWriteItem', puts('a', 'c')).UnprocessedItems).toEqual(puts('a').RequestItems);
    expect(engine.execute('BatchWriteItem', puts('a', 'b')).UnprocessedItems).toEqual(puts('a', 'b').RequestItems);
    transaction.commit(0);
    expect(batchGet('a', 'b', 'c').Responses?.[TableName]).toEqual([item('c')]);
    transaction.complete();
    expect(batchGet('a', 'b', 'c').Responses?.[TableName]).toEqual([item('b'), item('c')]);
  });
});
