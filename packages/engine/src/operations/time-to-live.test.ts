import type { AttributeValue } from '@holdfast/wire';
import { describe, expect, test } from 'vitest';
import { createEngine, type Engine, type EngineOptions } from '../engine.js';
import { manualClock } from '../testing/manual-clock.js';
import { partitionKeyOf, put, recordsOf, streamedTable } from '../testing/streamed-table.js';

const seconds = 1_700_000_000;
const hour = 60 * 60_000;
const year = 365 * 24 * hour;

function ready(options: EngineOptions = {}) {
  const clock = manualClock(seconds * 1000);
  const engine = createEngine({ runtime: clock.runtime, ...options });
  const arn = streamedTable(engine);
  return { clock, engine, arn };
}

const change = (engine: Engine, Enabled: boolean, AttributeName = 'expires') =>
  engine.execute('UpdateTimeToLive', {
    TableName: 'events',
    TimeToLiveSpecification: { Enabled, AttributeName },
  });

const described = (engine: Engine) =>
  engine.execute('DescribeTimeToLive', { TableName: 'events' }).TimeToLiveDescription;

function keysIn(engine: Engine): string[] {
  const { Items = [] } = engine.execute('Scan', { TableName: 'events' });
  return Items.map(({ pk }) => (pk !== undefined && 'S' in pk ? pk.S : '')).sort();
}

const expiring = (engine: Engine, pk: string, expires: AttributeValue) => put(engine, { pk: { S: pk }, expires });

describe('UpdateTimeToLive', () => {
  test('enables and disables, and DescribeTimeToLive tells which', () => {
    const { engine, clock } = ready();
    expect(described(engine)).toEqual({ TimeToLiveStatus: 'DISABLED' });
    expect(change(engine, true)).toEqual({
      TimeToLiveSpecification: { Enabled: true, AttributeName: 'expires' },
    });
    expect(described(engine)).toEqual({ TimeToLiveStatus: 'ENABLED', AttributeName: 'expires' });
    clock.advance(hour);
    expect(change(engine, false)).toEqual({
      TimeToLiveSpecification: { Enabled: false, AttributeName: 'expires' },
    });
    expect(described(engine)).toEqual({ TimeToLiveStatus: 'DISABLED' });
  });

  const validation = (message: string) => expect.objectContaining({ name: 'ValidationException', message });

  test('refuses what is already so, and another attribute than the one in use', () => {
    const { engine } = ready();
    expect(() => change(engine, false)).toThrow(validation('TimeToLive is already disabled'));
    change(engine, true);
    expect(() => change(engine, true)).toThrow(validation('TimeToLive is already enabled'));
    const inUse = 'TimeToLive is active on a different AttributeName: current AttributeName is expires';
    expect(() => change(engine, true, 'other')).toThrow(validation(inUse));
    expect(() => change(engine, false, 'other')).toThrow(validation(inUse));
  });

  test('refuses a second change within the hour', () => {
    const { engine, clock } = ready();
    const tooSoon = validation('Time to live has been modified multiple times within a fixed interval');
    change(engine, true);
    clock.advance(hour - 1);
    expect(() => change(engine, false)).toThrow(tooSoon);
    clock.advance(1);
    change(engine, false);
    expect(() => change(engine, true, 'other')).toThrow(tooSoon);
  });

  test('refuses a name of no length, and a table that is not there', () => {
    const { engine } = ready();
    expect(() => change(engine, true, '')).toThrow(
      validation(
        "1 validation error detected: Value '' at 'timeToLiveSpecification.attributeName' failed to satisfy constraint: Member must have length greater than or equal to 1",
      ),
    );
    const missing = expect.objectContaining({
      name: 'ResourceNotFoundException',
      message: 'Requested resource not found: Table: missing not found',
    });
    expect(() =>
      engine.execute('UpdateTimeToLive', {
        TableName: 'missing',
        TimeToLiveSpecification: { Enabled: true, AttributeName: 'expires' },
      }),
    ).toThrow(missing);
    expect(() => engine.execute('DescribeTimeToLive', { TableName: 'missing' })).toThrow(missing);
  });
});

describe('an item', () => {
  test('is deleted by expireItems() once its time has passed, not before', () => {
    const { engine, clock } = ready();
    change(engine, true);
    expiring(engine, 'a', { N: String(seconds + 10) });
    expiring(engine, 'b', { N: String(seconds + 20) });
    clock.advance(10_000);
    expect(engine.expireItems()).toBe(0);
    clock.advance(1);
    expect(keysIn(engine)).toEqual(['a', 'b']);
    expect(engine.expireItems()).toBe(1);
    expect(keysIn(engine)).toEqual(['b']);
    expect(engine.execute('DescribeTable', { TableName: 'events' }).Table.ItemCount).toBe(1);
  });

  test('stays while a transaction holds it', () => {
    const { engine, clock } = ready();
    change(engine, true);
    for (const pk of ['a', 'b']) expiring(engine, pk, { N: String(seconds + 1) });
    clock.advance(5000);
    const transaction = engine.begin('TransactWriteItems', {
      TransactItems: [
        {
          ConditionCheck: {
            TableName: 'events',
            Key: { pk: { S: 'a' } },
            ConditionExpression: 'attribute_exists(pk)',
          },
        },
      ],
    });
    transaction.prepare();
    expect(engine.expireItems()).toBe(1);
    expect(keysIn(engine)).toEqual(['a']);
    transaction.complete();
    expect(engine.expireItems()).toBe(1);
  });

  test('is seen by stale reads for one write more', () => {
    const { engine, clock } = ready();
    change(engine, true);
    engine.conditions = { staleReads: () => ({ writes: 1 }) };
    expiring(engine, 'a', { N: String(seconds + 1) });
    clock.advance(5000);
    expect(engine.expireItems()).toBe(1);
    const get = (ConsistentRead: boolean) =>
      engine.execute('GetItem', { TableName: 'events', Key: { pk: { S: 'a' } }, ConsistentRead }).Item;
    expect(get(true)).toBeUndefined();
    expect(get(false)).toBeDefined();
  });

  test('that was there before time to live was enabled expires too; after it was disabled none does', () => {
    const { engine, clock } = ready();
    expiring(engine, 'a', { N: '1699999999' });
    expect(engine.expireItems()).toBe(0);
    change(engine, true);
    expect(engine.expireItems()).toBe(1);
    clock.advance(hour);
    expiring(engine, 'b', { N: '1699999999' });
    change(engine, false);
    expect(engine.expireItems()).toBe(0);
  });

  test('that is renewed, or whose time is removed, stays', () => {
    const { engine, clock } = ready();
    change(engine, true);
    for (const pk of ['renewed', 'kept', 'gone']) expiring(engine, pk, { N: String(seconds + 1) });
    expiring(engine, 'renewed', { N: String(seconds + 3600) });
    engine.execute('UpdateItem', {
      TableName: 'events',
      Key: { pk: { S: 'kept' } },
      UpdateExpression: 'REMOVE expires',
    });
    clock.advance(5000);
    expect(engine.expireItems()).toBe(1);
    expect(keysIn(engine)).toEqual(['kept', 'renewed']);
  });

  test.each<[string, AttributeValue]>([
    ['text', { S: '1' }],
    ['a date', { S: '2020-01-01T00:00:00Z' }],
    ['no time at all', { NULL: true }],
    ['milliseconds, which lie far ahead', { N: String(seconds * 1000) }],
    ['zero', { N: '0' }],
    ['a time before 1970', { N: '-1' }],
    ['a number beyond all times', { N: '1e125' }],
    ['a time more than five years back', { N: String(seconds - (5 * year) / 1000 - 1) }],
  ])('with %s never expires', (_, value) => {
    const { engine } = ready();
    change(engine, true);
    expiring(engine, 'a', value);
    expect(engine.expireItems()).toBe(0);
    expect(keysIn(engine)).toEqual(['a']);
  });

  test('with a fraction of a second expires after it', () => {
    const { engine, clock } = ready();
    change(engine, true);
    expiring(engine, 'a', { N: `${seconds}.5` });
    clock.advance(500);
    expect(engine.expireItems()).toBe(0);
    clock.advance(1000);
    expect(engine.expireItems()).toBe(1);
  });

  test('is told of in the stream as deleted by the service', () => {
    const { engine, clock, arn } = ready();
    change(engine, true);
    expiring(engine, 'a', { N: String(seconds + 1) });
    expiring(engine, 'b', { N: String(seconds + 1) });
    engine.execute('DeleteItem', { TableName: 'events', Key: { pk: { S: 'b' } } });
    clock.advance(61_000);
    engine.expireItems();
    const removals = recordsOf(engine, arn).filter(({ eventName }) => eventName === 'REMOVE');
    expect(removals.map((record) => [partitionKeyOf(record), record.userIdentity])).toEqual([
      ['b', undefined],
      ['a', { Type: 'Service', PrincipalId: 'dynamodb.amazonaws.com' }],
    ]);
    expect(removals[1]?.dynamodb).toMatchObject({
      ApproximateCreationDateTime: seconds + 61,
      OldImage: { pk: { S: 'a' }, expires: { N: String(seconds + 1) } },
    });
  });
});

describe('expireAfter', () => {
  test('lets the first request that long after its time find an expired item gone', () => {
    const { engine, clock } = ready({ expireAfter: 60_000 });
    change(engine, true);
    expiring(engine, 'a', { N: String(seconds) });
    clock.advance(60_000);
    expect(keysIn(engine)).toEqual(['a']);
    clock.advance(1);
    expect(keysIn(engine)).toEqual([]);
  });

  test('is off unless given', () => {
    const { engine, clock } = ready();
    change(engine, true);
    expiring(engine, 'a', { N: String(seconds) });
    clock.advance(year);
    expect(keysIn(engine)).toEqual(['a']);
  });

  test.each([-1, Number.NaN])('is no %d', (expireAfter) => {
    expect(() => createEngine({ expireAfter })).toThrow(RangeError);
  });
});

describe('a snapshot', () => {
  test('holds time to live as it was', () => {
    const { engine, clock } = ready();
    change(engine, true);
    expiring(engine, 'a', { N: String(seconds + 1) });
    const snapshot = engine.snapshot();
    clock.advance(hour);
    expect(engine.expireItems()).toBe(1);
    change(engine, false);
    engine.restore(snapshot);
    expect(described(engine)).toEqual({ TimeToLiveStatus: 'ENABLED', AttributeName: 'expires' });
    expect(keysIn(engine)).toEqual(['a']);
    expect(engine.expireItems()).toBe(1);
  });
});
