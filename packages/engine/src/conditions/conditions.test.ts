import { type AttributeMap, ServiceError, systemRuntime } from '@holdfast/wire';
import { beforeEach, describe, expect, test } from 'vitest';
import { createEngine, type Engine } from '../engine.js';
import type { EventualRead } from './service-conditions.js';

let clock: number;
let engine: Engine;
const TableName = 'things';
const schema = {
  TableName,
  AttributeDefinitions: [
    { AttributeName: 'pk', AttributeType: 'S' },
    { AttributeName: 'sk', AttributeType: 'N' },
  ],
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ],
} as const;

beforeEach(() => {
  clock = 1000;
  engine = createEngine({ runtime: { ...systemRuntime, monotonic: () => clock } });
});

const onDemand = () => engine.execute('CreateTable', { ...schema, BillingMode: 'PAY_PER_REQUEST' });
const provisioned = (ReadCapacityUnits: number, WriteCapacityUnits: number) =>
  engine.execute('CreateTable', { ...schema, ProvisionedThroughput: { ReadCapacityUnits, WriteCapacityUnits } });
const key = (pk: string, sk = 0): AttributeMap => ({ pk: { S: pk }, sk: { N: String(sk) } });
const put = (pk: string, sk = 0, rest: AttributeMap = {}) =>
  engine.execute('PutItem', { TableName, Item: { ...key(pk, sk), ...rest } });
const get = (pk: string, ConsistentRead = true) =>
  engine.execute('GetItem', { TableName, Key: key(pk), ConsistentRead }).Item;
const query = (pk: string, ConsistentRead = true) =>
  engine.execute('Query', {
    TableName,
    ConsistentRead,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': { S: pk } },
  });
const kilobytes = (count: number): AttributeMap => ({ x: { S: 'x'.repeat(count * 1024 - 20) } });

function errorOf(step: () => unknown): ServiceError {
  try {
    step();
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}
/** How often a step can be taken before it is refused. */
function timesUntilRefused(step: () => unknown, error: string): number {
  for (let times = 0; times < 10_000; times += 1) {
    try {
      step();
    } catch (thrown) {
      expect(thrown).toMatchObject({ name: error });
      return times;
    }
  }
  return Number.POSITIVE_INFINITY;
}

describe('throttling', () => {
  test('is off by default', () => {
    provisioned(1, 1);
    for (let times = 0; times < 2000; times += 1) put('a');
    expect(engine.conditions).toEqual({});
  });

  test('holds a partition of a table on demand to 1,000 write units a second', () => {
    onDemand();
    engine.conditions = { throttling: true };
    expect(timesUntilRefused(() => put('hot', 0, kilobytes(2)), 'ThrottlingException')).toBe(500);
    expect(errorOf(() => put('hot', 1)).message).toMatch(/^Throughput exceeds the current capacity of your table/);
    put('cold');
    clock += 100;
    expect(timesUntilRefused(() => put('hot', 2), 'ThrottlingException')).toBe(100);
    clock += 60_000;
    expect(timesUntilRefused(() => put('hot', 2), 'ThrottlingException')).toBe(1000);
    expect(get('hot')).toBeDefined();
  });

  test('holds a partition to 3,000 read units a second, whatever the operation', () => {
    onDemand();
    put('hot', 0, kilobytes(4));
    put('hot', 1, kilobytes(4));
    engine.conditions = { throttling: true };
    for (let times = 0; times < 1000; times += 1) get('hot');
    for (let times = 0; times < 500; times += 1) query('hot');
    expect(timesUntilRefused(() => get('hot', false), 'ThrottlingException')).toBe(2000);
    expect(errorOf(() => query('hot')).name).toBe('ThrottlingException');
    expect(query('cold').Count).toBe(0);
  });

  test('holds a provisioned table to its own units, which it can save up for five minutes', () => {
    provisioned(2, 5);
    engine.conditions = { throttling: true };
    const names = Array.from({ length: 3000 }, (_, index) => `p${index}`);
    let next = 0;
    const error = 'ProvisionedThroughputExceededException';
    const spread = () => put(names[next++ % names.length] as string);
    expect(timesUntilRefused(spread, error)).toBe(5);
    expect(errorOf(spread).message).toBe(
      'The level of configured provisioned throughput for the table was exceeded. ' +
        'Consider increasing your provisioning level with the UpdateTable API.',
    );
    clock += 1000;
    expect(timesUntilRefused(spread, error)).toBe(5);
    clock += 3_600_000;
    expect(timesUntilRefused(spread, error)).toBe(1500);
    const scan = () => engine.execute('Scan', { TableName, ConsistentRead: true, Limit: 1 });
    expect(timesUntilRefused(scan, error)).toBe(2);
    clock += 3_600_000;
    expect(timesUntilRefused(scan, error)).toBe(600);
  });

  test('lets a request through that no bucket could ever hold, once the bucket is full', () => {
    provisioned(1, 1);
    engine.conditions = { throttling: { tableBurst: 1 } };
    put('a', 0, kilobytes(3));
    clock += 2000;
    expect(errorOf(() => put('a')).name).toBe('ProvisionedThroughputExceededException');
    clock += 1000;
    put('a');
  });

  test('bills what an update adds, and what a failed condition looked at', () => {
    onDemand();
    put('a', 0, kilobytes(10));
    engine.conditions = { throttling: { partitionWriteUnits: 40 } };
    const failing = () =>
      engine.execute('DeleteItem', { TableName, Key: key('a'), ConditionExpression: 'attribute_exists(nothing)' });
    expect(errorOf(failing).name).toBe('ConditionalCheckFailedException');
    engine.execute('UpdateItem', {
      TableName,
      Key: key('a'),
      UpdateExpression: 'SET y = :y',
      ExpressionAttributeValues: { ':y': { S: 'y'.repeat(20 * 1024) } },
    });
    expect(errorOf(failing).name).toBe('ThrottlingException');
  });

  test('cancels transactions, at the place of the action', () => {
    onDemand();
    engine.conditions = { throttling: { partitionWriteUnits: 4, partitionReadUnits: 4 } };
    const write = (...ids: string[]) =>
      engine.execute('TransactWriteItems', { TransactItems: ids.map((id) => ({ Put: { TableName, Item: key(id) } })) });
    const read = (...ids: string[]) =>
      engine.execute('TransactGetItems', { TransactItems: ids.map((id) => ({ Get: { TableName, Key: key(id) } })) });
    write('a', 'b');
    write('a');
    expect(errorOf(() => write('b', 'a')).cancellationReasons).toMatchObject([
      { Code: 'None' },
      { Code: 'ThrottlingError' },
    ]);
    write('b');
    read('a');
    read('a');
    expect(errorOf(() => read('b', 'a')).cancellationReasons).toMatchObject([
      { Code: 'None' },
      { Code: 'ThrottlingError' },
    ]);
  });

  test('holds a transaction to the sum of what its actions take of a partition', () => {
    onDemand();
    engine.conditions = { throttling: { partitionWriteUnits: 10, partitionReadUnits: 10 } };
    const actions = (count: number) => Array.from({ length: count }, (_, sk) => ({ TableName, Key: key('a', sk) }));
    const write = (count: number) =>
      engine.execute('TransactWriteItems', { TransactItems: actions(count).map((Delete) => ({ Delete })) });
    const read = (count: number) =>
      engine.execute('TransactGetItems', { TransactItems: actions(count).map((Get) => ({ Get })) });
    for (const request of [write, read]) {
      request(3);
      expect(errorOf(() => request(3)).cancellationReasons?.map(({ Code }) => Code)).toEqual([
        'None',
        'None',
        'ThrottlingError',
      ]);
      request(2);
      clock += 1000;
      request(7);
      clock += 1000;
    }
  });

  test('goes back with a snapshot', () => {
    onDemand();
    engine.conditions = { throttling: { partitionWriteUnits: 3 } };
    put('a');
    const snapshot = engine.snapshot();
    expect(timesUntilRefused(() => put('a'), 'ThrottlingException')).toBe(2);
    engine.restore(snapshot);
    expect(timesUntilRefused(() => put('a'), 'ThrottlingException')).toBe(2);
  });
});

describe('stale reads', () => {
  const v = (n: number): AttributeMap => ({ v: { N: String(n) } });
  const item = (n: number) => ({ ...key('a'), ...v(n) });

  test('see the state so many writes ago, where the read is eventually consistent', () => {
    onDemand();
    put('a', 0, v(0));
    let writes = 0;
    const reads: EventualRead[] = [];
    engine.conditions = {
      staleReads: (read) => {
        reads.push(read);
        return { writes };
      },
    };
    put('a', 0, v(1));
    put('a', 0, v(2));
    expect(get('a', false)).toEqual(item(2));
    writes = 1;
    expect(get('a', false)).toEqual(item(1));
    expect(get('a', true)).toEqual(item(2));
    writes = 2;
    expect(query('a', false).Items).toEqual([item(0)]);
    expect(engine.execute('Scan', { TableName }).Items).toEqual([item(0)]);
    writes = 99;
    expect(get('a', false)).toEqual(item(0));
    expect(reads[0]).toEqual({ operation: 'GetItem', tableName: TableName, key: key('a'), knownWrites: 2 });
    expect(reads.map(({ operation }) => operation)).toEqual(['GetItem', 'GetItem', 'Query', 'Scan', 'GetItem']);
  });

  test('see the state so long ago', () => {
    onDemand();
    let milliseconds = 0;
    engine.conditions = { staleReads: () => ({ milliseconds }) };
    for (const n of [0, 1, 2]) {
      clock += 100;
      put('a', 0, v(n));
    }
    clock += 50;
    const seen = [0, 49, 51, 149, 151, 251].map((age) => {
      milliseconds = age;
      return get('a', false);
    });
    expect(seen).toEqual([item(2), item(2), item(1), item(1), item(0), undefined]);
  });

  test('can see half of a transaction', () => {
    onDemand();
    engine.conditions = { staleReads: () => ({ writes: 1 }) };
    engine.execute('TransactWriteItems', {
      TransactItems: ['a', 'b'].map((pk) => ({ Put: { TableName, Item: key(pk) } })),
    });
    expect(get('a', false)).toBeDefined();
    expect(get('b', false)).toBeUndefined();
  });

  test('are not fooled by changes to what they return', () => {
    onDemand();
    engine.conditions = { staleReads: () => ({ writes: 1 }) };
    put('a', 0, v(1));
    put('b');
    const read = get('a', false) as { v: { N: string } };
    read.v.N = '9';
    expect(get('a', false)).toEqual(item(1));
  });

  test('know the past of a restored state from there on', () => {
    onDemand();
    put('a', 0, v(0));
    const snapshot = engine.snapshot();
    engine.conditions = { staleReads: () => ({ writes: 1 }) };
    put('a', 0, v(1));
    engine.restore(snapshot);
    put('a', 0, v(2));
    expect(get('a', false)).toEqual(item(0));
  });

  test('go back no further than when they were turned on', () => {
    onDemand();
    put('a', 0, v(0));
    engine.conditions = { staleReads: () => ({ writes: 5 }) };
    put('a', 0, v(1));
    engine.conditions = {};
    put('a', 0, v(2));
    engine.conditions = { staleReads: () => ({ writes: 5 }) };
    expect(get('a', false)).toEqual(item(2));
    put('a', 0, v(3));
    expect(get('a', false)).toEqual(item(2));
  });

  test.each([
    ['taken after they were turned off', false],
    ['restored while they were off', true],
  ])('do not go back through a snapshot %s', (_, isRestored) => {
    const staleReads = () => ({ writes: 5 });
    onDemand();
    engine.conditions = { staleReads };
    put('a', 0, v(0));
    put('a', 0, v(1));
    let snapshot = engine.snapshot();
    engine.conditions = {};
    if (isRestored) engine.restore(snapshot);
    put('a', 0, v(2));
    snapshot = engine.snapshot();
    const other = createEngine({ conditions: { staleReads } });
    other.restore(snapshot);
    expect(other.execute('GetItem', { TableName, Key: key('a') }).Item).toEqual(item(2));
  });

  test('refuse an age that is none', () => {
    onDemand();
    engine.conditions = { staleReads: () => ({ writes: -1 }) };
    expect(() => get('a', false)).toThrow('staleReads must return a staleness of zero or more, not -1');
  });
});

describe('transactions in progress', () => {
  test('are answered on request, without effect', () => {
    onDemand();
    const asked: string[] = [];
    engine.conditions = {
      transactionInProgress: ({ token }) => {
        asked.push(token);
        return asked.length === 1;
      },
    };
    const request = { TransactItems: [{ Put: { TableName, Item: key('a') } }], ClientRequestToken: 'token' };
    expect(errorOf(() => engine.execute('TransactWriteItems', request)).name).toBe('TransactionInProgressException');
    expect(get('a')).toBeUndefined();
    engine.execute('TransactWriteItems', request);
    expect(get('a')).toBeDefined();
    engine.execute('TransactWriteItems', request);
    expect(asked).toEqual(['token', 'token']);
  });
});
