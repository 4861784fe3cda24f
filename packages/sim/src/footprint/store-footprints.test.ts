import { createEngine } from '@holdfast/engine';
import type { OperationInput, OperationName } from '@holdfast/wire';
import { beforeAll, describe, expect, it } from 'vitest';
import { createTallies, TableName } from '../testing/tally.js';
import { conflicts } from './footprint.js';
import { Resources } from './resources.js';
import { StoreFootprints } from './store-footprints.js';

const engine = createEngine();
let footprints: StoreFootprints;
beforeAll(async () => {
  await createTallies({ backend: engine.backend() });
  footprints = new StoreFootprints(engine, new Resources());
});

const key = (pk: string) => ({ pk: { S: pk } });

/** A request, and whether it was refused. */
interface Step {
  readonly operation: OperationName;
  readonly input: unknown;
  readonly failed?: boolean;
}

function step<Name extends OperationName>(operation: Name, input: OperationInput<Name>, failed = false): Step {
  return { operation, input, failed };
}

const get = (pk: string) => step('GetItem', { TableName, Key: key(pk) });
const put = (pk: string, failed = false) => step('PutItem', { TableName, Item: key(pk) }, failed);
const query = (pk: string, IndexName?: string) =>
  step('Query', {
    TableName,
    ...(IndexName !== undefined && { IndexName }),
    KeyConditionExpression: '#p = :p',
    ExpressionAttributeNames: { '#p': IndexName === undefined ? 'pk' : 'kind' },
    ExpressionAttributeValues: { ':p': { S: pk } },
  });
const scan = step('Scan', { TableName });
const transact = (...pks: readonly string[]) =>
  step('TransactWriteItems', { TransactItems: pks.map((pk) => ({ Put: { TableName, Item: key(pk) } })) });
const transactGet = (pk: string) => step('TransactGetItems', { TransactItems: [{ Get: { TableName, Key: key(pk) } }] });
const drop = step('DeleteTable', { TableName });

function meet(one: Step, other: Step): boolean {
  const [left, right] = [one, other].map(({ operation, input, failed = false }) =>
    footprints.of(operation, input, failed),
  );
  return conflicts(left ?? [], right ?? []);
}

describe('requests that may lead elsewhere in the other order', () => {
  it.each([
    ['a write and a read of one item', put('a'), get('a')],
    ['two writes of one item', put('a'), put('a')],
    ['a refused write and one that is not, of one item', put('a', true), put('a')],
    ['a write and a query of its partition', put('a'), query('a')],
    ['a write and a query of an index', put('a'), query('k', 'byKind')],
    ['a write and a scan', put('a'), scan],
    ['transactions that share an item', transact('a', 'b'), transact('b', 'c')],
    ['a transaction and a write of one of its items', transact('a', 'b'), put('b')],
    ['a transaction and a transactional read of one of its items', transact('a', 'b'), transactGet('b')],
    ['whatever and a change of tables', get('a'), drop],
  ])('%s', (_, one, other) => {
    expect([meet(one, other), meet(other, one)]).toEqual([true, true]);
  });
});

describe('requests whose order is all the same', () => {
  it.each([
    ['reads of one item', get('a'), get('a')],
    ['writes of two items', put('a'), put('b')],
    ['two refused writes of one item', put('a', true), put('a', true)],
    ['a refused write and a read', put('a', true), get('a')],
    ['a write and a query of another partition', put('a'), query('b')],
    ['transactions without a common item', transact('a', 'b'), transact('c')],
    ['a refused write and a scan', put('a', true), scan],
  ])('%s', (_, one, other) => {
    expect([meet(one, other), meet(other, one)]).toEqual([false, false]);
  });

  it('requests with tokens, unless it is the same', () => {
    const withToken = (pk: string, token: string) =>
      footprints.ofPrepare([{ tableName: TableName, item: key(pk), writes: true }], token, false);
    expect(conflicts(withToken('a', 'x'), withToken('b', 'y'))).toBe(false);
    expect(conflicts(withToken('a', 'x'), withToken('b', 'x'))).toBe(true);
  });
});

it('observed, writes of different items are told apart by their order', () => {
  const watched = new StoreFootprints(engine, new Resources());
  const of = ({ operation, input }: Step) => watched.of(operation, input, false);
  expect(conflicts(of(put('a')), of(put('b')))).toBe(false);
  watched.listen((resource) => watched.observe(resource));
  of(get('a'));
  of(get('b'));
  watched.listen(undefined);
  expect(watched.observesMore()).toBe(true);
  expect(watched.observesMore()).toBe(false);
  expect(conflicts(of(put('a')), of(put('b')))).toBe(true);
  expect(conflicts(of(put('a')), of(put('c')))).toBe(false);
});
