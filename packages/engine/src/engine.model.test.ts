import type { AttributeMap, AttributeValue } from '@holdfast/wire';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createEngine, type Engine } from './engine.js';

/** The simplest thing that could be a table: items by their two keys, a counter and a label each. */
interface Row {
  readonly pk: string;
  readonly sk: number;
  count?: number;
  label?: string;
}
type Model = Map<string, Row>;
const idOf = (pk: string, sk: number) => JSON.stringify([pk, sk]);

function itemOf(row: Row): AttributeMap {
  const item: Record<string, AttributeValue> = { pk: { S: row.pk }, sk: { N: String(row.sk) } };
  if (row.count !== undefined) item.count = { N: String(row.count) };
  if (row.label !== undefined) item.label = { S: row.label };
  return item;
}

function tableEngine(): Engine {
  const engine = createEngine();
  engine.execute('CreateTable', {
    TableName: 'rows',
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
  return engine;
}

const pk = fc.constantFrom('a', 'b', 'ab', '#', '\u{1F600}');
const sk = fc.integer({ min: -12, max: 12 });
const step = fc.oneof(
  fc.record({ kind: fc.constant('put' as const), pk, sk, label: fc.string(), ifAbsent: fc.boolean() }),
  fc.record({
    kind: fc.constant('add' as const),
    pk,
    sk,
    amount: fc.integer({ min: -5, max: 5 }),
    ifLabelled: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('delete' as const), pk, sk, ifBelow: fc.option(sk) }),
  fc.record({ kind: fc.constant('move' as const), pk, sk, to: pk }),
  fc.record({
    kind: fc.constant('query' as const),
    pk,
    low: sk,
    high: sk,
    forward: fc.boolean(),
    limit: fc.integer({ min: 1, max: 4 }),
  }),
  fc.record({ kind: fc.constant('undo' as const), steps: fc.array(fc.tuple(pk, sk), { maxLength: 5 }) }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Runs a write that may fail its condition; whether it was applied. */
function applied(write: () => unknown): boolean {
  try {
    write();
    return true;
  } catch (error) {
    expect((error as Error).name).toMatch(/^(ConditionalCheckFailed|TransactionCanceled)Exception$/);
    return false;
  }
}

function run(engine: Engine, model: Model, current: Step): void {
  const TableName = 'rows';
  switch (current.kind) {
    case 'put': {
      const row = { pk: current.pk, sk: current.sk, label: current.label };
      const id = idOf(row.pk, row.sk);
      const condition = current.ifAbsent ? { ConditionExpression: 'attribute_not_exists(pk)' } : {};
      const expected = !current.ifAbsent || !model.has(id);
      expect(applied(() => engine.execute('PutItem', { TableName, Item: itemOf(row), ...condition }))).toBe(expected);
      if (expected) model.set(id, row);
      return;
    }
    case 'add': {
      const id = idOf(current.pk, current.sk);
      const before = model.get(id);
      const expected = !current.ifLabelled || before?.label !== undefined;
      const after = { ...(before ?? { pk: current.pk, sk: current.sk }), count: (before?.count ?? 0) + current.amount };
      const update = () => {
        const { Attributes } = engine.execute('UpdateItem', {
          TableName,
          Key: { pk: { S: current.pk }, sk: { N: String(current.sk) } },
          UpdateExpression: 'ADD #count :amount',
          ...(current.ifLabelled ? { ConditionExpression: 'attribute_exists(label)' } : {}),
          ExpressionAttributeNames: { '#count': 'count' },
          ExpressionAttributeValues: { ':amount': { N: String(current.amount) } },
          ReturnValues: 'ALL_NEW',
        });
        expect(Attributes).toEqual(itemOf(after));
      };
      expect(applied(update)).toBe(expected);
      if (expected) model.set(id, after);
      return;
    }
    case 'delete': {
      const id = idOf(current.pk, current.sk);
      const before = model.get(id);
      const { ifBelow } = current;
      const expected = ifBelow === null || (before?.count !== undefined && before.count < ifBelow);
      const remove = () =>
        engine.execute('DeleteItem', {
          TableName,
          Key: { pk: { S: current.pk }, sk: { N: `${current.sk}.0` } },
          ...(ifBelow === null
            ? {}
            : {
                ConditionExpression: '#count < :bound',
                ExpressionAttributeNames: { '#count': 'count' },
                ExpressionAttributeValues: { ':bound': { N: String(ifBelow) } },
              }),
        });
      expect(applied(remove)).toBe(expected);
      if (expected) model.delete(id);
      return;
    }
    case 'move': {
      if (current.pk === current.to) return;
      const row = model.get(idOf(current.pk, current.sk));
      const target = { ...row, pk: current.to, sk: current.sk };
      const expected = row !== undefined && !model.has(idOf(target.pk, target.sk));
      const move = () =>
        engine.execute('TransactWriteItems', {
          TransactItems: [
            {
              Delete: {
                TableName,
                Key: { pk: { S: current.pk }, sk: { N: String(current.sk) } },
                ConditionExpression: 'attribute_exists(pk)',
              },
            },
            { Put: { TableName, Item: itemOf(target), ConditionExpression: 'attribute_not_exists(pk)' } },
          ],
        });
      expect(applied(move)).toBe(expected);
      if (!expected) return;
      model.delete(idOf(current.pk, current.sk));
      model.set(idOf(target.pk, target.sk), target);
      return;
    }
    case 'query': {
      const [low, high] = [Math.min(current.low, current.high), Math.max(current.low, current.high)];
      const rows = [...model.values()]
        .filter((row) => row.pk === current.pk && row.sk >= low && row.sk <= high)
        .sort((a, b) => (current.forward ? a.sk - b.sk : b.sk - a.sk));
      const found: AttributeMap[] = [];
      let startKey: AttributeMap | undefined;
      do {
        const page = engine.execute('Query', {
          TableName,
          KeyConditionExpression: 'pk = :pk AND sk BETWEEN :low AND :high',
          ExpressionAttributeValues: {
            ':pk': { S: current.pk },
            ':low': { N: String(low) },
            ':high': { N: String(high) },
          },
          ScanIndexForward: current.forward,
          Limit: current.limit,
          ...(startKey === undefined ? {} : { ExclusiveStartKey: startKey }),
        });
        found.push(...(page.Items ?? []));
        startKey = page.LastEvaluatedKey;
      } while (startKey !== undefined);
      expect(found).toEqual(rows.map(itemOf));
      return;
    }
    case 'undo': {
      const snapshot = engine.snapshot();
      for (const [partition, sort] of current.steps) {
        engine.execute('PutItem', { TableName, Item: itemOf({ pk: partition, sk: sort, label: 'undone' }) });
      }
      engine.restore(snapshot);
    }
  }
}

test('any sequence of operations leaves what a map of rows would hold', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const engine = tableEngine();
      const model: Model = new Map();
      for (const current of steps) run(engine, model, current);
      const stored = engine.execute('Scan', { TableName: 'rows' }).Items ?? [];
      const byId = new Map(stored.map((item) => [JSON.stringify([item.pk, item.sk]), item]));
      expect(stored).toHaveLength(model.size);
      for (const row of model.values()) {
        const expected = itemOf(row);
        expect(byId.get(JSON.stringify([expected.pk, expected.sk]))).toEqual(expected);
      }
    }),
    { numRuns: 300 },
  );
});
