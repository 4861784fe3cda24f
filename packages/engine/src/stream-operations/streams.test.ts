import { describe, expect, test } from 'vitest';
import { createEngine, type Engine } from '../engine.js';
import { manualClock } from '../testing/manual-clock.js';
import { describeStream, partitionKeyOf, put, recordsOf, streamedTable } from '../testing/streamed-table.js';

const start = Date.UTC(2024, 4, 6, 7, 8, 9, 123);
const hour = 60 * 60_000;

function engineAt() {
  const clock = manualClock(start);
  return { clock, engine: createEngine({ runtime: clock.runtime }) };
}

function errorOf(call: () => unknown): unknown {
  try {
    call();
  } catch (error) {
    return error;
  }
  return undefined;
}

const keysOf = (engine: Engine, arn: string) => recordsOf(engine, arn).map(partitionKeyOf);

describe('ListStreams', () => {
  test('lists the streams by page, of all tables or of one', () => {
    const { engine } = engineAt();
    const arns = ['one', 'two', 'three'].map((name) => streamedTable(engine, name)).sort();
    const first = engine.execute('ListStreams', { Limit: 2 });
    const second = engine.execute('ListStreams', { ExclusiveStartStreamArn: first.LastEvaluatedStreamArn ?? '' });
    expect(first.Streams.map((stream) => stream.StreamArn)).toEqual(arns.slice(0, 2));
    expect(second).toEqual({ Streams: [expect.objectContaining({ StreamArn: arns[2] })] });
    expect(engine.execute('ListStreams', { TableName: 'two' })).toEqual({
      Streams: [{ StreamArn: arns[2], TableName: 'two', StreamLabel: '2024-05-06T07:08:09.123' }],
    });
    expect(engine.execute('ListStreams', { TableName: 'missing' })).toEqual({ Streams: [] });
  });

  test('refuses what is no ARN of a stream', () => {
    const { engine } = engineAt();
    expect(errorOf(() => engine.execute('ListStreams', { ExclusiveStartStreamArn: 'x'.repeat(40) }))).toMatchObject({
      name: 'ValidationException',
      message: 'Invalid StreamArn',
    });
    expect(errorOf(() => engine.execute('ListStreams', { Limit: 101 }))).toMatchObject({ name: 'ValidationException' });
  });
});

describe('DescribeStream', () => {
  test('describes a stream and its shard', () => {
    const { engine } = engineAt();
    const StreamArn = streamedTable(engine, 'events', 'OLD_IMAGE');
    const { Table } = engine.execute('DescribeTable', { TableName: 'events' });
    expect(StreamArn).toBe(`${Table.TableArn}/stream/2024-05-06T07:08:09.123`);
    expect(engine.execute('DescribeStream', { StreamArn })).toEqual({
      StreamDescription: {
        StreamArn,
        StreamLabel: '2024-05-06T07:08:09.123',
        StreamStatus: 'ENABLED',
        StreamViewType: 'OLD_IMAGE',
        CreationRequestDateTime: start / 1000,
        TableName: 'events',
        KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
        Shards: [
          {
            ShardId: expect.stringMatching(/^shardId-\d{20}-[0-9a-f]{8}$/),
            SequenceNumberRange: { StartingSequenceNumber: expect.stringMatching(/^\d{21,40}$/) },
          },
        ],
      },
    });
    expect(Table).toMatchObject({
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'OLD_IMAGE' },
      LatestStreamArn: StreamArn,
      LatestStreamLabel: '2024-05-06T07:08:09.123',
    });
  });

  test('refuses what is no ARN, and knows no other stream', () => {
    const { engine } = engineAt();
    const arn = streamedTable(engine);
    expect(errorOf(() => engine.execute('DescribeStream', { StreamArn: 'x'.repeat(40) }))).toMatchObject({
      name: 'ValidationException',
      message: 'Invalid StreamArn',
    });
    expect(errorOf(() => engine.execute('DescribeStream', { StreamArn: `${arn}0` }))).toMatchObject({
      name: 'ResourceNotFoundException',
      message: `Requested resource not found: Stream: ${arn}0 not found`,
    });
  });

  test('pages through the shards, which follow one another every four hours', () => {
    const { engine, clock } = engineAt();
    const StreamArn = streamedTable(engine);
    for (const pk of ['a', 'b', 'c']) {
      put(engine, { pk: { S: pk } });
      clock.advance(4 * hour);
    }
    const shards = describeStream(engine, StreamArn).Shards;
    const [first, second, third, fourth] = shards;
    expect(shards).toHaveLength(4);
    expect(first).not.toHaveProperty('ParentShardId');
    expect([second, third, fourth].map((shard) => shard?.ParentShardId)).toEqual(
      [first, second, third].map((shard) => shard?.ShardId),
    );
    expect(fourth?.SequenceNumberRange).not.toHaveProperty('EndingSequenceNumber');
    const numbers = shards
      .flatMap(({ SequenceNumberRange: range }) => [range.StartingSequenceNumber, range.EndingSequenceNumber])
      .slice(0, -1);
    expect(new Set(numbers).size).toBe(7);
    expect(numbers).toEqual([...numbers].sort());

    const page = engine.execute('DescribeStream', { StreamArn, Limit: 3 }).StreamDescription;
    expect(page).toMatchObject({ Shards: [first, second, third], LastEvaluatedShardId: third?.ShardId });
    const rest = engine.execute('DescribeStream', { StreamArn, ExclusiveStartShardId: third?.ShardId ?? '' });
    expect(rest.StreamDescription.Shards).toEqual([fourth]);
    expect(rest.StreamDescription).not.toHaveProperty('LastEvaluatedShardId');
    const behindNone = engine.execute('DescribeStream', { StreamArn, ExclusiveStartShardId: 'z'.repeat(30) });
    expect(behindNone.StreamDescription.Shards).toEqual([]);
    const ShardFilter = { Type: 'CHILD_SHARDS', ShardId: first?.ShardId ?? '' } as const;
    expect(engine.execute('DescribeStream', { StreamArn, ShardFilter }).StreamDescription.Shards).toEqual([second]);
  });
});

describe('a shard', () => {
  test('that is closed ends: its last answer has no further iterator', () => {
    const { engine, clock } = engineAt();
    const StreamArn = streamedTable(engine);
    const ShardId = describeStream(engine, StreamArn).Shards[0]?.ShardId ?? '';
    put(engine, { pk: { S: 'a' } });
    clock.advance(4 * hour);
    put(engine, { pk: { S: 'b' } });
    const { ShardIterator } = engine.execute('GetShardIterator', {
      StreamArn,
      ShardId,
      ShardIteratorType: 'TRIM_HORIZON',
    });
    const { Records, NextShardIterator } = engine.execute('GetRecords', { ShardIterator });
    expect(Records.map(partitionKeyOf)).toEqual(['a']);
    expect(NextShardIterator).toBeUndefined();
    expect(keysOf(engine, StreamArn)).toEqual(['a', 'b']);
  });

  test('closes at its time, whether or not anybody looks', () => {
    const [watched, unwatched] = [engineAt(), engineAt()];
    const arns = [watched, unwatched].map(({ engine }) => streamedTable(engine));
    for (let hours = 0; hours < 9; hours += 1) {
      describeStream(watched.engine, arns[0] ?? '');
      for (const { clock } of [watched, unwatched]) clock.advance(hour);
    }
    const [left, right] = [watched, unwatched].map(({ engine }, index) => describeStream(engine, arns[index] ?? ''));
    expect(left).toEqual(right);
    expect(left?.Shards).toHaveLength(3);
  });

  test('loses its records after 24 hours, and then is gone itself', () => {
    const { engine, clock } = engineAt();
    const StreamArn = streamedTable(engine);
    put(engine, { pk: { S: 'a' } });
    clock.advance(hour);
    put(engine, { pk: { S: 'b' } });
    clock.advance(23 * hour - 1);
    expect(keysOf(engine, StreamArn)).toEqual(['a', 'b']);
    const [oldest] = describeStream(engine, StreamArn).Shards;
    clock.advance(1);
    expect(keysOf(engine, StreamArn)).toEqual(['b']);
    clock.advance(24 * hour);
    expect(keysOf(engine, StreamArn)).toEqual([]);
    const shards = describeStream(engine, StreamArn).Shards;
    expect(shards).not.toContainEqual(oldest);
    // Six that closed within the 24 hours, and the open one.
    expect(shards).toHaveLength(7);
    clock.advance(1000 * hour);
    expect(describeStream(engine, StreamArn).Shards).toHaveLength(7);
  });
});

describe('GetShardIterator', () => {
  function readyStream() {
    const { engine, clock } = engineAt();
    const StreamArn = streamedTable(engine);
    for (const pk of ['a', 'b', 'c']) put(engine, { pk: { S: pk } });
    const [shard] = describeStream(engine, StreamArn).Shards;
    const ShardId = shard?.ShardId ?? '';
    const number = recordsOf(engine, StreamArn)[1]?.dynamodb.SequenceNumber ?? '';
    return { engine, clock, StreamArn, ShardId, number, starting: shard?.SequenceNumberRange.StartingSequenceNumber };
  }

  test.each([
    ['TRIM_HORIZON', ['a', 'b', 'c', 'd']],
    ['AT_SEQUENCE_NUMBER', ['b', 'c', 'd']],
    ['AFTER_SEQUENCE_NUMBER', ['c', 'd']],
    ['LATEST', ['d']],
  ] as const)('%s', (ShardIteratorType, expected) => {
    const { engine, StreamArn, ShardId, number } = readyStream();
    const takesNumber = ShardIteratorType.endsWith('SEQUENCE_NUMBER');
    const { ShardIterator } = engine.execute('GetShardIterator', {
      StreamArn,
      ShardId,
      ShardIteratorType,
      ...(takesNumber ? { SequenceNumber: number } : {}),
    });
    put(engine, { pk: { S: 'd' } });
    const { Records } = engine.execute('GetRecords', { ShardIterator });
    expect(Records.map(partitionKeyOf)).toEqual(expected);
  });

  test('starts at the number that a shard starts with', () => {
    const { engine, StreamArn, ShardId, starting } = readyStream();
    const { ShardIterator } = engine.execute('GetShardIterator', {
      StreamArn,
      ShardId,
      ShardIteratorType: 'AT_SEQUENCE_NUMBER',
      SequenceNumber: starting ?? '',
    });
    expect(engine.execute('GetRecords', { ShardIterator }).Records).toHaveLength(3);
  });

  test('refuses a number too few, too many or of no record of the shard', () => {
    const { engine, StreamArn, ShardId, number } = readyStream();
    const of = (ShardIteratorType: 'LATEST' | 'AT_SEQUENCE_NUMBER', SequenceNumber?: string) =>
      errorOf(() =>
        engine.execute('GetShardIterator', {
          StreamArn,
          ShardId,
          ShardIteratorType,
          ...(SequenceNumber === undefined ? {} : { SequenceNumber }),
        }),
      );
    expect(of('LATEST', number)).toMatchObject({
      name: 'ValidationException',
      message: 'The SequenceNumber parameter cannot be used where ShardIteratorType is LATEST: leave it out',
    });
    expect(of('AT_SEQUENCE_NUMBER')).toMatchObject({
      name: 'ValidationException',
      message: 'The SequenceNumber parameter is required where ShardIteratorType is AT_SEQUENCE_NUMBER',
    });
    expect(of('AT_SEQUENCE_NUMBER', '9'.repeat(21))).toMatchObject({
      name: 'ValidationException',
      message: `Invalid SequenceNumber: ${'9'.repeat(21)} is not one of shard ${ShardId}`,
    });
    expect(of('AT_SEQUENCE_NUMBER', `1${'9'.repeat(20)}`)).toMatchObject({ name: 'ValidationException' });
    expect(of('AT_SEQUENCE_NUMBER', '1')).toMatchObject({
      message:
        "1 validation error detected: Value '1' at 'sequenceNumber' failed to satisfy constraint: Member must have length greater than or equal to 21",
    });
  });

  test('knows no other shard', () => {
    const { engine, StreamArn } = readyStream();
    const ShardId = 'x'.repeat(30);
    expect(
      errorOf(() => engine.execute('GetShardIterator', { StreamArn, ShardId, ShardIteratorType: 'LATEST' })),
    ).toMatchObject({
      name: 'ResourceNotFoundException',
      message: `Requested resource not found: Shard: ${ShardId} in Stream: ${StreamArn} not found`,
    });
  });

  test('reaches no record past its 24 hours', () => {
    const { engine, clock, StreamArn, ShardId, number } = readyStream();
    clock.advance(hour);
    put(engine, { pk: { S: 'd' } });
    clock.advance(23 * hour - 10 * 60_000);
    const input = { StreamArn, ShardId, ShardIteratorType: 'AT_SEQUENCE_NUMBER', SequenceNumber: number } as const;
    const { ShardIterator } = engine.execute('GetShardIterator', input);
    clock.advance(11 * 60_000);
    const trimmed = {
      name: 'TrimmedDataAccessException',
      message: 'The data you are trying to access has been trimmed.',
    };
    expect(errorOf(() => engine.execute('GetRecords', { ShardIterator }))).toMatchObject(trimmed);
    expect(errorOf(() => engine.execute('GetShardIterator', input))).toMatchObject(trimmed);
  });
});

describe('the stream of a deleted table', () => {
  test('is disabled, and can be read for 24 hours more', () => {
    const { engine, clock } = engineAt();
    const StreamArn = streamedTable(engine);
    put(engine, { pk: { S: 'a' } });
    engine.execute('DeleteTable', { TableName: 'events' });
    expect(describeStream(engine, StreamArn)).toMatchObject({
      StreamStatus: 'DISABLED',
      Shards: [{ SequenceNumberRange: { EndingSequenceNumber: expect.any(String) } }],
    });
    const again = streamedTable(engine);
    put(engine, { pk: { S: 'b' } });
    expect(again).not.toBe(StreamArn);
    expect(engine.execute('ListStreams', { TableName: 'events' }).Streams.map((stream) => stream.StreamArn)).toEqual([
      StreamArn,
      again,
    ]);
    expect(keysOf(engine, StreamArn)).toEqual(['a']);
    expect(keysOf(engine, again)).toEqual(['b']);
    clock.advance(24 * hour);
    expect(errorOf(() => describeStream(engine, StreamArn))).toMatchObject({ name: 'ResourceNotFoundException' });
    expect(engine.execute('ListStreams', {}).Streams).toHaveLength(1);
  });
});

describe('a snapshot', () => {
  test('holds streams as they were, apart from what is written later', () => {
    const { engine } = engineAt();
    const StreamArn = streamedTable(engine);
    put(engine, { pk: { S: 'a' } });
    const snapshot = engine.snapshot();
    const ShardId = describeStream(engine, StreamArn).Shards[0]?.ShardId ?? '';
    put(engine, { pk: { S: 'b' } });
    const { ShardIterator } = engine.execute('GetShardIterator', { StreamArn, ShardId, ShardIteratorType: 'LATEST' });
    engine.execute('DeleteTable', { TableName: 'events' });
    expect(keysOf(engine, StreamArn)).toEqual(['a', 'b']);

    engine.restore(snapshot);
    expect(describeStream(engine, StreamArn).StreamStatus).toBe('ENABLED');
    expect(keysOf(engine, StreamArn)).toEqual(['a']);
    const waiting = engine.execute('GetRecords', { ShardIterator }).NextShardIterator ?? '';
    put(engine, { pk: { S: 'c' } });
    expect(keysOf(engine, StreamArn)).toEqual(['a', 'c']);
    expect(engine.execute('GetRecords', { ShardIterator: waiting }).Records).toHaveLength(1);

    const other = createEngine();
    other.restore(snapshot);
    expect(keysOf(other, StreamArn)).toEqual([]);
  });
});
