import type { AttributeMap } from '@holdfast/wire';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createEngine, type Engine } from '../engine.js';
import { manualClock } from '../testing/manual-clock.js';
import { describeStream, partitionKeyOf, put, streamedTable } from '../testing/streamed-table.js';

const TableName = 'events';
const seconds = 1_700_000_000;
const hour = 60 * 60_000;

/** Keeps a copy of a table from nothing but its stream, shard after shard, a few records at a time. */
class Replica {
  readonly items = new Map<string, AttributeMap>();
  readonly #engine: Engine;
  readonly #arn: string;
  /** Where to go on in each shard; `undefined` once it has been read to its end. */
  readonly #places = new Map<string, string | undefined>();

  constructor(engine: Engine, arn: string) {
    this.#engine = engine;
    this.#arn = arn;
  }

  catchUp(limit: number): void {
    for (const { ShardId } of describeStream(this.#engine, this.#arn).Shards) {
      if (!this.#places.has(ShardId)) this.#places.set(ShardId, this.#start(ShardId));
      for (let more = true; more; ) more = this.#readPage(ShardId, limit);
    }
  }

  #start(ShardId: string): string {
    return this.#engine.execute('GetShardIterator', {
      StreamArn: this.#arn,
      ShardId,
      ShardIteratorType: 'TRIM_HORIZON',
    }).ShardIterator;
  }

  #readPage(ShardId: string, Limit: number): boolean {
    const ShardIterator = this.#places.get(ShardId);
    if (ShardIterator === undefined) return false;
    const { Records, NextShardIterator } = this.#engine.execute('GetRecords', { ShardIterator, Limit });
    expect(Records.length).toBeLessThanOrEqual(Limit);
    for (const record of Records) {
      const key = partitionKeyOf(record) ?? '';
      const { OldImage, NewImage } = record.dynamodb;
      expect(OldImage).toEqual(this.items.get(key));
      expect(NewImage).not.toEqual(OldImage);
      if (NewImage === undefined) this.items.delete(key);
      else this.items.set(key, NewImage);
    }
    this.#places.set(ShardId, NextShardIterator);
    return Records.length > 0;
  }
}

const pk = fc.constantFrom('a', 'b', 'c');
const step = fc.oneof(
  fc.record({ kind: fc.constant('put' as const), pk, value: fc.integer({ min: 0, max: 2 }), lasts: fc.nat(7200) }),
  fc.record({ kind: fc.constant('delete' as const), pk }),
  fc.record({ kind: fc.constant('swap' as const), left: pk, right: pk }),
  fc.record({ kind: fc.constant('wait' as const), minutes: fc.nat(14) }),
  fc.record({ kind: fc.constant('expire' as const) }),
  fc.record({ kind: fc.constant('read' as const), limit: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ kind: fc.constant('restore' as const) }),
);

test('a copy kept from the stream alone is the table, whatever is written, read and waited for', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 0, max: 5 }), (steps, hours) => {
      const clock = manualClock(seconds * 1000);
      const engine = createEngine({ runtime: clock.runtime });
      const replica = new Replica(engine, streamedTable(engine));
      engine.execute('UpdateTimeToLive', {
        TableName,
        TimeToLiveSpecification: { Enabled: true, AttributeName: 'expires' },
      });
      for (const current of steps) {
        switch (current.kind) {
          case 'put': {
            const expires = { N: String(Math.floor(clock.runtime.now() / 1000) + current.lasts) };
            put(engine, { pk: { S: current.pk }, value: { N: String(current.value) }, expires });
            break;
          }
          case 'delete':
            engine.execute('DeleteItem', { TableName, Key: { pk: { S: current.pk } } });
            break;
          case 'swap':
            if (current.left === current.right) break;
            engine.execute('TransactWriteItems', {
              TransactItems: [
                { Delete: { TableName, Key: { pk: { S: current.left } } } },
                {
                  Update: {
                    TableName,
                    Key: { pk: { S: current.right } },
                    UpdateExpression: 'ADD swaps :one',
                    ExpressionAttributeValues: { ':one': { N: '1' } },
                  },
                },
              ],
            });
            break;
          case 'wait':
            replica.catchUp(3);
            clock.advance(current.minutes * 60_000);
            break;
          case 'expire':
            engine.expireItems();
            break;
          case 'read':
            replica.catchUp(current.limit);
            break;
          case 'restore':
            engine.restore(engine.snapshot());
        }
      }
      for (let passed = 0; passed < hours * 4; passed += 1) {
        replica.catchUp(3);
        clock.advance(hour / 4);
      }
      replica.catchUp(2);
      const { Items = [] } = engine.execute('Scan', { TableName });
      const stored = new Map(Items.map((item) => [partitionKeyOf({ dynamodb: { Keys: item } }), item]));
      expect(replica.items).toEqual(stored);
    }),
    { numRuns: 200 },
  );
});
