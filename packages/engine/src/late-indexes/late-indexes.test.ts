import type { AttributeMap } from '@holdfast/wire';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { createEngine, type Engine } from '../engine.js';

let engine: Engine;
const TableName = 'things';

beforeEach(() => {
  engine = createEngine();
  createTable(engine);
});

function createTable(target: Engine): void {
  target.execute('CreateTable', {
    TableName,
    AttributeDefinitions: ['pk', 'sk', 'colour'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    KeySchema: [
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ],
    GlobalSecondaryIndexes: [
      {
        IndexName: 'by-colour',
        KeySchema: [{ AttributeName: 'colour', KeyType: 'HASH' }],
        Projection: { ProjectionType: 'ALL' },
      },
    ],
    LocalSecondaryIndexes: [
      {
        IndexName: 'local-colour',
        KeySchema: [
          { AttributeName: 'pk', KeyType: 'HASH' },
          { AttributeName: 'colour', KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'ALL' },
      },
    ],
    BillingMode: 'PAY_PER_REQUEST',
  });
}
const key = (sk: string): AttributeMap => ({ pk: { S: 'p' }, sk: { S: sk } });
const item = (sk: string, colour: string): AttributeMap => ({ ...key(sk), colour: { S: colour } });
const put = (sk: string, colour: string) => engine.execute('PutItem', { TableName, Item: item(sk, colour) });
const scan = (IndexName: string) => engine.execute('Scan', { TableName, IndexName }).Items;

test('global indexes follow when they are told to, local ones and the table at once', () => {
  engine.conditions = { lateIndexUpdates: () => true };
  put('a', 'red');
  engine.execute('UpdateItem', {
    TableName,
    Key: key('a'),
    UpdateExpression: 'SET colour = :blue',
    ExpressionAttributeValues: { ':blue': { S: 'blue' } },
  });
  expect(scan('by-colour')).toEqual([]);
  expect(scan('local-colour')).toEqual([item('a', 'blue')]);
  expect(engine.pendingIndexUpdates()).toEqual([
    { id: 1, tableName: TableName, indexName: 'by-colour', key: key('a'), ready: true },
    { id: 2, tableName: TableName, indexName: 'by-colour', key: key('a'), ready: false },
  ]);
  engine.applyIndexUpdates(1);
  expect(scan('by-colour')).toEqual([item('a', 'red')]);
  expect(() => engine.applyIndexUpdates(1)).toThrow(
    new RangeError('index update 1 cannot be applied: it is not pending'),
  );
  engine.applyIndexUpdates();
  expect(scan('by-colour')).toEqual([item('a', 'blue')]);
  expect(engine.pendingIndexUpdates()).toEqual([]);
});

test('writes choose which are late, and none overtakes an earlier one of its item', () => {
  engine.conditions = {
    lateIndexUpdates: (write) => write.key.sk !== undefined && 'S' in write.key.sk && write.key.sk.S === 'a',
  };
  put('a', 'red');
  put('b', 'green');
  expect(scan('by-colour')).toEqual([item('b', 'green')]);
  engine.conditions = {};
  put('a', 'blue');
  expect(scan('by-colour')).toEqual([item('b', 'green')]);
  engine.applyIndexUpdates();
  put('a', 'yellow');
  expect(scan('by-colour')).toHaveLength(2);
});

test('batches and transactions are late as single writes are', () => {
  engine.conditions = { lateIndexUpdates: () => true };
  engine.execute('BatchWriteItem', { RequestItems: { [TableName]: [{ PutRequest: { Item: item('a', 'red') } }] } });
  engine.execute('TransactWriteItems', { TransactItems: [{ Put: { TableName, Item: item('b', 'red') } }] });
  expect(engine.pendingIndexUpdates().map((update) => update.key)).toEqual([key('a'), key('b')]);
  expect(scan('by-colour')).toEqual([]);
});

test('what is on its way goes with its index, and with its table', () => {
  engine.conditions = { lateIndexUpdates: () => true };
  put('a', 'red');
  engine.execute('UpdateTable', { TableName, GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: 'by-colour' } }] });
  expect(engine.pendingIndexUpdates()).toEqual([]);
  engine.execute('DeleteTable', { TableName });
  createTable(engine);
  put('b', 'red');
  engine.execute('DeleteTable', { TableName });
  expect(engine.pendingIndexUpdates()).toEqual([]);
});

test('what is on its way is part of a snapshot', () => {
  engine.conditions = { lateIndexUpdates: () => true };
  put('a', 'red');
  const snapshot = engine.snapshot();
  engine.applyIndexUpdates();
  engine.restore(snapshot);
  expect(scan('by-colour')).toEqual([]);
  engine.applyIndexUpdates(1);
  expect(scan('by-colour')).toEqual([item('a', 'red')]);
  const other = createEngine();
  other.restore(snapshot);
  other.applyIndexUpdates();
  expect(other.execute('Scan', { TableName, IndexName: 'by-colour' }).Items).toEqual([item('a', 'red')]);
});

test('an index that has caught up is as if it had never been late', () => {
  const write = fc.record({
    sk: fc.constantFrom('a', 'b', 'c'),
    colour: fc.option(fc.constantFrom('red', 'green', 'blue'), { nil: undefined }),
    late: fc.boolean(),
    arrivals: fc.nat({ max: 2 }),
  });
  fc.assert(
    fc.property(fc.array(write, { maxLength: 12 }), (writes) => {
      const prompt = createEngine();
      const lagging = createEngine();
      for (const target of [prompt, lagging]) createTable(target);
      for (const { sk, colour, late, arrivals } of writes) {
        lagging.conditions = { lateIndexUpdates: () => late };
        for (const target of [prompt, lagging]) {
          if (colour === undefined) target.execute('DeleteItem', { TableName, Key: key(sk) });
          else target.execute('PutItem', { TableName, Item: item(sk, colour) });
        }
        for (let arrival = 0; arrival < arrivals; arrival += 1) {
          const ready = lagging
            .pendingIndexUpdates()
            .filter((update) => update.ready)
            .at(-1);
          if (ready !== undefined) lagging.applyIndexUpdates(ready.id);
        }
      }
      lagging.applyIndexUpdates();
      const read = (target: Engine) => target.execute('Scan', { TableName, IndexName: 'by-colour' });
      expect(read(lagging)).toEqual(read(prompt));
      const describe = ({ Table }: ReturnType<typeof describeTable>) =>
        Table?.GlobalSecondaryIndexes?.map(({ ItemCount, IndexSizeBytes }) => [ItemCount, IndexSizeBytes]);
      const describeTable = (target: Engine) => target.execute('DescribeTable', { TableName });
      expect(describe(describeTable(lagging))).toEqual(describe(describeTable(prompt)));
    }),
    { numRuns: 100 },
  );
});
