import { type AttributeMap, ServiceError } from '@holdfast/wire';
import { beforeEach, describe, expect, test } from 'vitest';
import { createEngine, type Engine } from '../engine.js';
import type { ServiceConditions } from './service-conditions.js';

let engine: Engine;
let clock: number;
const TableName = 'things';

beforeEach(() => {
  clock = 1_800_000_000_000;
  const { runtime } = createEngine();
  engine = createEngine({ runtime: { ...runtime, now: () => clock } });
  engine.execute('CreateTable', {
    TableName,
    AttributeDefinitions: ['pk', 'colour'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    GlobalSecondaryIndexes: ['by-colour', 'colours'].map((IndexName) => ({
      IndexName,
      KeySchema: [{ AttributeName: 'colour', KeyType: 'HASH' }],
      Projection: { ProjectionType: 'ALL' },
    })),
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
    BillingMode: 'PAY_PER_REQUEST',
  });
  engine.execute('UpdateTimeToLive', { TableName, TimeToLiveSpecification: { Enabled: true, AttributeName: 'end' } });
  put('a', 'red');
  put('b', 'red');
});

const item = (pk: string, colour: string): AttributeMap => ({
  pk: { S: pk },
  colour: { S: colour },
  end: { N: '1800000100' },
});
const put = (pk: string, colour: string) => engine.execute('PutItem', { TableName, Item: item(pk, colour) });
const remove = (pk: string) => engine.execute('DeleteItem', { TableName, Key: { pk: { S: pk } } });
const twoPuts = () => ['c', 'a'].map((pk) => ({ Put: { TableName, Item: item(pk, 'blue') } }));
/** All that readers of the table, its indexes and its stream can see. */
function seen() {
  const reads = [{}, { IndexName: 'by-colour' }, { IndexName: 'colours' }];
  const scans = reads.map((read) => engine.execute('Scan', { TableName, ...read }).Items);
  const { LatestStreamArn: StreamArn = '' } = engine.execute('DescribeTable', { TableName }).Table ?? {};
  const [shard] = engine.execute('DescribeStream', { StreamArn }).StreamDescription?.Shards ?? [];
  const { ShardIterator = '' } = engine.execute('GetShardIterator', {
    StreamArn,
    ShardId: shard?.ShardId ?? '',
    ShardIteratorType: 'TRIM_HORIZON',
  });
  return [...scans, engine.execute('GetRecords', { ShardIterator }).Records?.map(({ dynamodb }) => dynamodb?.Keys)];
}
/** Throws when it is asked for the nth time. */
function throwingAt(nth: number): ServiceConditions {
  let asked = 0;
  return {
    lateIndexUpdates: () => {
      asked += 1;
      if (asked === nth) throw new Error('no answer');
      return false;
    },
  };
}

test.each([
  ['PutItem', 2, () => put('a', 'blue')],
  ['DeleteItem', 2, () => remove('a')],
  [
    'UpdateItem',
    2,
    () => engine.execute('UpdateItem', { TableName, Key: { pk: { S: 'a' } }, UpdateExpression: 'REMOVE colour' }),
  ],
  [
    'BatchWriteItem',
    4,
    () =>
      engine.execute('BatchWriteItem', {
        RequestItems: { [TableName]: ['c', 'a'].map((pk) => ({ PutRequest: { Item: item(pk, 'blue') } })) },
      }),
  ],
  ['TransactWriteItems', 4, () => engine.execute('TransactWriteItems', { TransactItems: twoPuts() })],
  [
    'expireItems',
    4,
    () => {
      clock += 200_000;
      engine.expireItems();
    },
  ],
])('%s writes nothing where a condition throws', (_, nth, write) => {
  const before = seen();
  engine.conditions = throwingAt(nth);
  expect(write).toThrow('no answer');
  engine.conditions = {};
  expect(seen()).toEqual(before);
  expect(engine.runningTransactions()).toEqual([]);
  put('a', 'green');
});

test('a step of a transaction can be taken again where a condition threw', () => {
  const transaction = engine.begin('TransactWriteItems', { TransactItems: twoPuts() });
  transaction.prepare();
  const before = seen();
  engine.conditions = throwingAt(1);
  expect(() => transaction.commit(1)).toThrow('no answer');
  expect([transaction.phase, transaction.pending, seen()]).toEqual(['prepared', [0, 1], before]);
  engine.conditions = {};
  transaction.complete();
  expect(engine.execute('Scan', { TableName, IndexName: 'by-colour' }).Items).toHaveLength(3);
});

test.each([
  ['call execute()', () => put('z', 'blue')],
  ['call begin()', () => engine.begin('TransactWriteItems', { TransactItems: twoPuts() })],
  ['call expireItems()', () => engine.expireItems()],
  ['call applyIndexUpdates()', () => engine.applyIndexUpdates()],
  ['call restore()', () => engine.restore(engine.snapshot())],
  [
    'set the conditions',
    () => {
      engine.conditions = {};
    },
  ],
  ['take a step of a transaction', () => engine.runningTransactions()[0]?.prepare()],
])('a condition that would %s is refused, and with it its request', (step, call) => {
  engine.begin('TransactWriteItems', { TransactItems: twoPuts() });
  const before = seen();
  engine.conditions = {
    lateIndexUpdates: () => {
      call();
      return false;
    },
  };
  expect(() => put('a', 'blue')).toThrow(`conditions.lateIndexUpdates must not ${step} while the engine asks it`);
  engine.conditions = {};
  expect(seen()).toEqual(before);
});

test('each function of the conditions is named where it calls the engine', () => {
  const call = (): never => {
    put('z', 'blue');
    throw new Error('not refused');
  };
  engine.conditions = { staleReads: call, unprocessedEntries: call, transactionInProgress: call };
  const Key = { pk: { S: 'a' } };
  expect(() => engine.execute('GetItem', { TableName, Key })).toThrow(/^conditions\.staleReads must not/);
  expect(() => engine.execute('BatchGetItem', { RequestItems: { [TableName]: { Keys: [Key] } } })).toThrow(
    /^conditions\.unprocessedEntries must not/,
  );
  expect(() => engine.execute('TransactWriteItems', { TransactItems: twoPuts(), ClientRequestToken: 'token' })).toThrow(
    /^conditions\.transactionInProgress must not/,
  );
});

describe('where a function of the conditions is why a request fails, it has used no capacity:', () => {
  const failure = new ServiceError('InternalServerError', 'no answer');
  const fail = (): never => {
    throw failure;
  };
  const Key = { pk: { S: 'a' } };
  const writes = { [TableName]: ['c', 'a'].map((pk) => ({ PutRequest: { Item: item(pk, 'blue') } })) };
  // Two partitions, of which the first has nothing to spare after its request.
  const reads = { [TableName]: { Keys: [Key, { pk: { S: 'b' } }] } };
  const writeA = () => put('a', 'blue');
  const readA = () => engine.execute('GetItem', { TableName, Key, ConsistentRead: true });

  test.each<[string, ServiceConditions, () => unknown, () => unknown]>([
    ['PutItem', { lateIndexUpdates: fail }, writeA, writeA],
    ['DeleteItem', { lateIndexUpdates: fail }, () => remove('a'), writeA],
    [
      'BatchWriteItem',
      { lateIndexUpdates: fail },
      () => engine.execute('BatchWriteItem', { RequestItems: writes }),
      writeA,
    ],
    [
      'TransactWriteItems',
      { lateIndexUpdates: fail },
      () => engine.execute('TransactWriteItems', { TransactItems: twoPuts() }),
      writeA,
    ],
    ['BatchGetItem', { staleReads: fail }, () => engine.execute('BatchGetItem', { RequestItems: reads }), readA],
    [
      'BatchGetItem answered nonsense',
      { staleReads: () => ({ writes: -1 }) },
      () => engine.execute('BatchGetItem', { RequestItems: reads }),
      readA,
    ],
  ])('%s', (_, conditions, request, like) => {
    const throttling = {
      partitionWriteUnits: 4,
      partitionReadUnits: 1,
      partitionBurst: 1,
    };
    engine.conditions = { throttling, ...conditions };
    for (let time = 0; time < 20; time += 1) expect(request).toThrow(/no answer|staleness/);
    engine.conditions = { throttling };
    expect(like).not.toThrow();
  });
});
