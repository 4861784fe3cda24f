import type { AttributeMap } from '@holdfast/wire';
import { describe, expect, test } from 'vitest';
import { createEngine } from '../engine.js';
import { manualClock } from '../testing/manual-clock.js';
import { describeStream, partitionKeyOf, put, recordsOf, streamedTable } from '../testing/streamed-table.js';

const start = Date.UTC(2024, 4, 6, 7, 8, 9, 123);
const Key = { pk: { S: 'a' } };

function engineAt(time = start) {
  const clock = manualClock(time);
  return { clock, engine: createEngine({ runtime: clock.runtime, region: 'eu-west-1' }) };
}

function changeThrice(engine: ReturnType<typeof createEngine>) {
  put(engine, { ...Key, count: { N: '1' } });
  engine.execute('UpdateItem', {
    TableName: 'events',
    Key,
    UpdateExpression: 'SET #c = :two',
    ExpressionAttributeNames: { '#c': 'count' },
    ExpressionAttributeValues: { ':two': { N: '2' } },
  });
  engine.execute('DeleteItem', { TableName: 'events', Key });
}

describe('the records of a stream', () => {
  test('tell insert, change and removal with both images', () => {
    const { engine } = engineAt();
    const arn = streamedTable(engine);
    changeThrice(engine);
    const one = { ...Key, count: { N: '1' } };
    const two = { ...Key, count: { N: '2' } };
    const records = recordsOf(engine, arn);
    expect(records.map(({ eventName, dynamodb }) => [eventName, dynamodb.OldImage, dynamodb.NewImage])).toEqual([
      ['INSERT', undefined, one],
      ['MODIFY', one, two],
      ['REMOVE', two, undefined],
    ]);
    expect(records[0]).toEqual({
      eventID: expect.stringMatching(/^[0-9a-f]{32}$/),
      eventName: 'INSERT',
      eventVersion: '1.1',
      eventSource: 'aws:dynamodb',
      awsRegion: 'eu-west-1',
      dynamodb: {
        ApproximateCreationDateTime: Math.floor(start / 1000),
        Keys: Key,
        NewImage: one,
        SequenceNumber: expect.stringMatching(/^\d{21,40}$/),
        // pk and a, then pk and a with count and 1
        SizeBytes: 3 + 3 + 7,
        StreamViewType: 'NEW_AND_OLD_IMAGES',
      },
    });
    expect(new Set(records.map((record) => record.eventID)).size).toBe(3);
  });

  test.each([
    ['KEYS_ONLY', [], []],
    ['NEW_IMAGE', ['INSERT', 'MODIFY'], []],
    ['OLD_IMAGE', [], ['MODIFY', 'REMOVE']],
    ['NEW_AND_OLD_IMAGES', ['INSERT', 'MODIFY'], ['MODIFY', 'REMOVE']],
  ] as const)('hold of the item what the view type %s says', (viewType, withNew, withOld) => {
    const { engine } = engineAt();
    const arn = streamedTable(engine, 'events', viewType);
    changeThrice(engine);
    const records = recordsOf(engine, arn);
    const namesWith = (image: 'NewImage' | 'OldImage') =>
      records.filter(({ dynamodb }) => Object.hasOwn(dynamodb, image)).map(({ eventName }) => eventName);
    expect(records).toHaveLength(3);
    expect(namesWith('NewImage')).toEqual(withNew);
    expect(namesWith('OldImage')).toEqual(withOld);
    for (const { dynamodb } of records) expect(dynamodb).toMatchObject({ Keys: Key, StreamViewType: viewType });
  });

  test('leave out what changes nothing', () => {
    const { engine } = engineAt();
    const arn = streamedTable(engine);
    const item: AttributeMap = { ...Key, n: { N: '1.50' }, set: { SS: ['x', 'y'] } };
    put(engine, item);
    put(engine, { ...Key, n: { N: '1.5' }, set: { SS: ['y', 'x'] } });
    engine.execute('UpdateItem', { TableName: 'events', Key });
    engine.execute('UpdateItem', {
      TableName: 'events',
      Key,
      UpdateExpression: 'SET n = :n REMOVE absent',
      ExpressionAttributeValues: { ':n': { N: '15e-1' } },
    });
    engine.execute('DeleteItem', { TableName: 'events', Key: { pk: { S: 'nobody' } } });
    expect(() =>
      engine.execute('PutItem', {
        TableName: 'events',
        Item: Key,
        ConditionExpression: 'attribute_not_exists(pk)',
      }),
    ).toThrow('The conditional request failed');
    expect(recordsOf(engine, arn).map(({ eventName }) => eventName)).toEqual(['INSERT']);
  });

  test('tell of an item that an update creates, and of one that it leaves with its key alone', () => {
    const { engine } = engineAt();
    const arn = streamedTable(engine);
    engine.execute('UpdateItem', { TableName: 'events', Key });
    expect(recordsOf(engine, arn)).toMatchObject([{ eventName: 'INSERT', dynamodb: { NewImage: Key } }]);
  });

  test('come from each write of a transaction, and from none of a check', () => {
    const { engine } = engineAt();
    const arn = streamedTable(engine);
    put(engine, { pk: { S: 'gone' } });
    engine.execute('TransactWriteItems', {
      TransactItems: [
        { Put: { TableName: 'events', Item: Key } },
        { Delete: { TableName: 'events', Key: { pk: { S: 'gone' } } } },
        {
          ConditionCheck: {
            TableName: 'events',
            Key: { pk: { S: 'other' } },
            ConditionExpression: 'attribute_not_exists(pk)',
          },
        },
      ],
    });
    const changes = recordsOf(engine, arn).map(
      ({ eventName, dynamodb }) => `${eventName} ${partitionKeyOf({ dynamodb })}`,
    );
    expect(changes).toEqual(['INSERT gone', 'INSERT a', 'REMOVE gone']);
  });

  test('are copies, with attribute names taken for what they are', () => {
    const { engine } = engineAt();
    const arn = streamedTable(engine);
    const item: AttributeMap = Object.assign(Object.create(null), Key);
    Object.defineProperty(item, '__proto__', { value: { B: Uint8Array.of(1) }, enumerable: true });
    put(engine, item);
    const image = () => recordsOf(engine, arn)[0]?.dynamodb.NewImage as AttributeMap;
    const first = Object.getOwnPropertyDescriptor(image(), '__proto__')?.value as { B: Uint8Array };
    first.B[0] = 9;
    expect(Object.getOwnPropertyDescriptor(image(), '__proto__')?.value).toEqual({ B: Uint8Array.of(1) });
  });

  test('are absent without a stream, and before it', () => {
    const { engine } = engineAt();
    engine.execute('CreateTable', {
      TableName: 'events',
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      BillingMode: 'PAY_PER_REQUEST',
      StreamSpecification: { StreamEnabled: false },
    });
    put(engine, Key);
    expect(engine.execute('ListStreams', {}).Streams).toEqual([]);
    const { Table } = engine.execute('DescribeTable', { TableName: 'events' });
    expect(Table).not.toHaveProperty('StreamSpecification');
    expect(Table).not.toHaveProperty('LatestStreamArn');
  });
});

describe('GetRecords', () => {
  function iterator(engine: ReturnType<typeof createEngine>, arn: string) {
    const [shard] = describeStream(engine, arn).Shards;
    return engine.execute('GetShardIterator', {
      StreamArn: arn,
      ShardId: shard?.ShardId ?? '',
      ShardIteratorType: 'TRIM_HORIZON',
    }).ShardIterator;
  }

  test('answers with up to Limit records, in order, and goes on from there', () => {
    const { engine } = engineAt();
    const arn = streamedTable(engine);
    for (const pk of ['a', 'b', 'c']) put(engine, { pk: { S: pk } });
    const first = engine.execute('GetRecords', { ShardIterator: iterator(engine, arn), Limit: 2 });
    const second = engine.execute('GetRecords', { ShardIterator: first.NextShardIterator ?? '', Limit: 2 });
    const third = engine.execute('GetRecords', { ShardIterator: second.NextShardIterator ?? '' });
    put(engine, { pk: { S: 'd' } });
    const fourth = engine.execute('GetRecords', { ShardIterator: third.NextShardIterator ?? '' });
    const keys = [first, second, third, fourth].map(({ Records }) => Records.map(({ dynamodb }) => dynamodb.Keys.pk));
    expect(keys).toEqual([[{ S: 'a' }, { S: 'b' }], [{ S: 'c' }], [], [{ S: 'd' }]]);
    const numbers = [...first.Records, ...second.Records].map(({ dynamodb }) => dynamodb.SequenceNumber);
    expect(numbers).toEqual([...numbers].sort());
  });

  test('answers with 1,000 records unless told, and with 1 MB', () => {
    const { engine } = engineAt();
    const arn = streamedTable(engine, 'events', 'NEW_IMAGE');
    for (let index = 0; index < 1001; index += 1) put(engine, { pk: { S: String(index) } });
    expect(engine.execute('GetRecords', { ShardIterator: iterator(engine, arn) }).Records).toHaveLength(1000);
    const large = createEngine();
    const largeArn = streamedTable(large, 'events', 'NEW_IMAGE');
    for (const pk of ['a', 'b', 'c']) put(large, { pk: { S: pk }, text: { S: 'x'.repeat(399_000) } });
    const page = large.execute('GetRecords', { ShardIterator: iterator(large, largeArn) });
    expect(page.Records).toHaveLength(2);
    expect(large.execute('GetRecords', { ShardIterator: page.NextShardIterator ?? '' }).Records).toHaveLength(1);
  });

  test.each([
    ['nonsense', 'Invalid ShardIterator'],
    [`arn:aws:dynamodb:us-east-1:000000000000:table/t/stream/1|1|${btoa('x')}`, 'Invalid ShardIterator'],
    [`not an arn|1|${btoa('shardId-1/1/1700000000000')}`, 'Invalid StreamArn'],
  ])('refuses %s as an iterator', (ShardIterator, message) => {
    const { engine } = engineAt(1_700_000_000_000);
    expect(() => engine.execute('GetRecords', { ShardIterator })).toThrow(
      expect.objectContaining({ name: 'ValidationException', message }),
    );
  });

  test.each([0, 1001])('refuses a Limit of %i', (Limit) => {
    const { engine } = engineAt();
    const ShardIterator = iterator(engine, streamedTable(engine));
    expect(() => engine.execute('GetRecords', { ShardIterator, Limit })).toThrow(
      expect.objectContaining({
        name: 'ValidationException',
        message: expect.stringContaining(`Value '${Limit}' at 'limit' failed to satisfy constraint`),
      }),
    );
  });

  test('refuses an iterator after 15 minutes; each answer brings a fresh one', () => {
    const { engine, clock } = engineAt();
    const first = iterator(engine, streamedTable(engine));
    clock.advance(15 * 60_000);
    const next = engine.execute('GetRecords', { ShardIterator: first }).NextShardIterator ?? '';
    clock.advance(1);
    expect(() => engine.execute('GetRecords', { ShardIterator: first })).toThrow(
      expect.objectContaining({ name: 'ExpiredIteratorException' }),
    );
    expect(engine.execute('GetRecords', { ShardIterator: next }).Records).toEqual([]);
  });
});
