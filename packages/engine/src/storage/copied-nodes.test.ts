import { EmptyBTree } from 'sorted-btree';
import { afterEach, expect, test, vi } from 'vitest';
import { createEngine, type Engine } from '../engine.js';

interface TreeNode {
  clone(): TreeNode;
}
interface Tree {
  readonly _root: TreeNode;
  set(key: number, value: number): boolean;
}
const newTree = () => new (EmptyBTree.constructor as new () => Tree)();

/** Counts the nodes that trees copy from here on, leaves and inner ones. */
function countCopies(): () => number {
  const small = newTree();
  const large = newTree();
  for (let index = 0; index < 1000; index += 1) large.set(index, index);
  const prototypes = [small, large].map((tree) => Object.getPrototypeOf(tree._root) as TreeNode);
  expect(new Set(prototypes).size).toBe(2);
  const spies = prototypes.map((prototype) => vi.spyOn(prototype, 'clone'));
  return () => {
    const copies = spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
    for (const spy of spies) spy.mockClear();
    return copies;
  };
}
afterEach(() => vi.restoreAllMocks());

function engineWith(items: number): Engine {
  const engine = createEngine();
  engine.execute('CreateTable', {
    TableName: 'things',
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    BillingMode: 'PAY_PER_REQUEST',
  });
  for (let index = 0; index < items; index += 1) put(engine, `i${index}`, 'old');
  return engine;
}
const put = (engine: Engine, id: string, v: string) =>
  engine.execute('PutItem', { TableName: 'things', Item: { id: { S: id }, v: { S: v } } });

test('a snapshot copies nothing, and a write after it only the nodes on its way', () => {
  const engine = engineWith(20_000);
  const copies = countCopies();
  put(engine, 'i7', 'new');
  expect(copies()).toBe(0);
  const snapshot = engine.snapshot();
  expect(copies()).toBe(0);
  put(engine, 'i7', 'newer');
  const onTheWay = copies();
  expect(onTheWay).toBeGreaterThan(0);
  expect(onTheWay).toBeLessThanOrEqual(4);
  put(engine, 'i7', 'newest');
  expect(copies()).toBe(0);
  engine.restore(snapshot);
  expect(copies()).toBe(0);
  put(engine, 'i7', 'again');
  expect(copies()).toBe(onTheWay);
});

test('a thousand times to and fro costs what the writes in between cost', () => {
  const engine = engineWith(20_000);
  const snapshot = engine.snapshot();
  const copies = countCopies();
  for (let round = 0; round < 1000; round += 1) {
    put(engine, `i${round}`, 'new');
    put(engine, 'another', 'new');
    engine.restore(snapshot);
  }
  expect(copies()).toBeLessThanOrEqual(1000 * 2 * 4);
  const { Items = [] } = engine.execute('Scan', { TableName: 'things', Limit: 20_001 });
  expect(Items).toHaveLength(20_000);
  expect(Items.every(({ v }) => v !== undefined && 'S' in v && v.S === 'old')).toBe(true);
});
