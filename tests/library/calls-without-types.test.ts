import {
  batchGet,
  batchWrite,
  HoldfastError,
  InDoubtError,
  parallelScan,
  type ResolveOptions,
  StoredItemError,
  signedCursors,
  transactGet,
  transactWrite,
  ValidationError,
} from 'holdfast';
import { toCommand } from 'holdfast/dynamodb';
import { ifMatch, toProblem } from 'holdfast/http';
import { review, toCloudFormation } from 'holdfast/infra';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Account, Note } from './contested-entities.js';
import { type FaultyShop, openFaultyShop } from './faulty-shop.js';

// A program without types, or with a hole in them, hands over anything: what comes of it is an error of the library.

let open: FaultyShop;
let sent: number;
beforeAll(async () => {
  open = await openFaultyShop();
});
beforeEach(() => {
  sent = open.store.writes;
});

/** Everything is accepted by the compiler. */
type Call = (value: never) => unknown;
const notes = () => open.shop.of(Note);
const note = () => notes().put({ id: 'a', text: 'x' });
const update = () => notes().update({ id: 'a' });

/** What takes an object. */
const takers: Readonly<Record<string, Call>> = {
  get: (value) => notes().get(value),
  query: (value) => notes().query(value),
  create: (value) => notes().create(value),
  put: (value) => notes().put(value),
  update: (value) => notes().update(value),
  upsert: (value) => notes().upsert(value),
  delete: (value) => notes().delete(value),
  check: (value) => notes().check(value),
  decode: (value) => notes().decode(value),
  'a query of the table': (value) => open.shop.query(Note, value),
  'a decode of the table': (value) => open.shop.decode(Note, value),
  latest: (value) => notes().retryOnConflict(async ({ latest }) => latest(value).orThrow()),
  set: (value) => update().set(value),
  add: (value) => update().add(value),
  'delete from sets': (value) => update().delete(value),
  exactlyOnce: (value) => note().exactlyOnce(value),
  gt: (value) => notes().query({ id: 'a' }).gt(value),
  between: (value) => notes().query({ id: 'a' }).between(value, value),
  transactWrite: (value) => transactWrite(value),
  transactGet: (value) => transactGet(value),
  batchWrite: (value) => batchWrite(value),
  batchGet: (value) => batchGet(value),
  toCommand: (value) => toCommand(value),
  review: (value) => review(value),
  toCloudFormation: (value) => toCloudFormation(value),
  'the options of send': (value) => note().send(value),
  'the options of trySend': (value) => note().trySend(value),
  'the options of exactlyOnce().send': (value) => note().exactlyOnce().send(value),
  'the options of a get': (value) => notes().get({ id: 'a' }).send(value),
  'the options of all': (value) => notes().scan().all(value),
  'the options of page': (value) => notes().scan().page(value),
  'the options of count': (value) => notes().scan().count(value),
  'the options of parallelScan': (value) => parallelScan(notes().scan(), value),
  'the options of a transaction': (value) => transactWrite([note()]).send(value),
  'the options of a transaction of reads': (value) => transactGet([notes().get({ id: 'a' })]).send(value),
  'the options of a batch': (value) => batchWrite([note()]).send(value),
  'the options of a batch of reads': (value) => batchGet([notes().get({ id: 'a' })]).send(value),
  'the options of retryOnConflict': (value) => notes().retryOnConflict(async () => 1, value),
  'the options of createTable': (value) => open.shop.createTable(value),
  'the options of toProblem': (value) => toProblem(new Error('x'), value),
  'the options of review': (value) => review(open.shop, value),
  'the options of toCloudFormation': (value) => toCloudFormation(open.shop, value),
};
/** What takes a function. */
const callers: Readonly<Record<string, Call>> = {
  if: (value) => note().if(value),
  filter: (value) => notes().scan().filter(value),
  retryOnConflict: (value) => notes().retryOnConflict(value),
  'retryOnConflict of the table': (value) => open.shop.retryOnConflict(value),
};

async function failureOf(call: () => unknown): Promise<unknown> {
  try {
    const result = call();
    // an operation that was only made is no promise
    if (result instanceof Promise) await result;
    return undefined;
  } catch (error) {
    return error;
  }
}

describe('what is no object', () => {
  it.each(Object.entries(takers))('%s', async (name, call) => {
    for (const value of [null, 5, 'x', true]) {
      const isNothing = value === null && name.includes('decode');
      const error = await failureOf(() => call(value as never));
      if (isNothing) expect(error).toBeUndefined();
      else expect(error).toBeInstanceOf(ValidationError);
    }
    expect(open.store.writes).toBe(sent);
  });
  it.each(Object.entries(callers))('no function: %s', async (_name, call) => {
    for (const value of [null, undefined, 5, {}]) {
      expect(await failureOf(() => call(value as never))).toBeInstanceOf(ValidationError);
    }
  });
  it('is named', async () => {
    expect(await failureOf(() => notes().get(null as never))).toMatchObject({
      message: 'the key of NOTE: null is no object',
    });
    expect(await failureOf(() => note().send(null as never))).toMatchObject({
      message: expect.stringMatching(/^the options of put NOTE \(.*\) in shop: null is no object$/),
    });
  });
});

describe('values that look like a choice and are none', () => {
  it.each<readonly [string, () => unknown, string]>([
    [
      'a token that is null',
      () => note().exactlyOnce({ token: null as never }),
      'a token takes 1 to 36 characters, not null',
    ],
    [
      'an id that is missing, for a token',
      () => note().exactlyOnce({ token: ({} as { id?: string }).id as never }),
      'a token takes 1 to 36 characters, not undefined',
    ],
    ['a token that is a number', () => note().exactlyOnce({ token: 5 as never }), 'not 5'],
    ["a transaction's token", () => transactWrite([note()]).token(undefined as never), 'not undefined'],
    [
      'another reason to run again',
      () => notes().retryOnConflict(async () => 1, { on: 'nope' as never }),
      `retryOnConflict: on takes 'any' or 'transactionConflict', not "nope"`,
    ],
    [
      'no secret',
      () => signedCursors(undefined as never),
      'signedCursors() takes secrets of text or bytes, not undefined',
    ],
  ])('%s', async (_name, call, message) => {
    const error = await failureOf(call);
    expect(error).toBeInstanceOf(ValidationError);
    expect(error).toMatchObject({ message: expect.stringContaining(message) });
    expect(open.store.writes).toBe(sent);
  });

  it('a token may be left out, not be undefined', () => {
    // @ts-expect-error a token that may be undefined may be an id that is missing
    expect(() => note().exactlyOnce({ token: undefined })).toThrow(ValidationError);
    expect(() => note().exactlyOnce({}).explain()).not.toThrow();
  });

  it('a header that comes twice', async () => {
    expect(ifMatch(['"1"', '"2"'] as never, 2)).toBe(2);
    expect(await failureOf(() => ifMatch(5 as never))).toBeInstanceOf(HoldfastError);
  });

  it.each<ResolveOptions>([{ deadline: Number.NaN }, { deadline: new Date('x') }, null as never])(
    'a doubt is not resolved until %j',
    async (options) => {
      open.store.meet('late');
      const account = open.shop.of(Account).create({ id: 'd', balance: 1 });
      const doubt = await failureOf(() => account.send({ maxAttempts: 1 }));
      expect(doubt).toBeInstanceOf(InDoubtError);
      expect(await failureOf(() => (doubt as InDoubtError).resolve(options))).toBeInstanceOf(ValidationError);
    },
  );
});

describe("an image that is no item in DynamoDB's own form", () => {
  const image = { pk: { S: 'NOTE#a' }, sk: { S: 'TEXT' }, _entity: { S: 'NOTE' }, id: { S: 'a' }, text: { S: 'x' } };
  const own = "is no value in DynamoDB's own form, such as { S: 'text' }";
  it.each<readonly [string, object, string]>([
    ['an item of the document client', { _entity: 'NOTE', id: 'a', text: 'x' }, `_entity: "NOTE" ${own}`],
    ['null', { ...image, text: null }, `text: null ${own}`],
    ['no type', { ...image, text: {} }, `text: an object ${own}`],
    ['two types', { ...image, text: { S: 'x', N: '1' } }, `text: an object ${own}`],
    ['an unknown type', { ...image, text: { s: 'x' } }, `text: an object ${own}`],
    ['a type that every object has', { ...image, text: { constructor: 'x' } }, `text: an object ${own}`],
    ['a number that is none', { ...image, text: { N: 5 } }, `text: 5 ${own}`],
    ['a text that is none', { ...image, text: { S: null } }, `text: null ${own}`],
    ['a truth value that is none', { ...image, text: { BOOL: 'true' } }, `text: "true" ${own}`],
    ['bytes that are none', { ...image, text: { B: 5 } }, `text: 5 ${own}`],
    ['a set that is no list', { ...image, text: { BS: 'AQ==' } }, `text: "AQ==" ${own}`],
    ['a set of numbers', { ...image, text: { NS: [1] } }, `text: 1 ${own}`],
    ['a list that is none', { ...image, text: { L: null } }, `text: null ${own}`],
    ['a list of plain values', { ...image, text: { L: ['x'] } }, `text: "x" ${own}`],
    ['a map that is none', { ...image, text: { M: 'x' } }, `text: "x" ${own}`],
    ['a map of plain values', { ...image, text: { M: { inner: 'x' } } }, `inner: "x" ${own}`],
    ['what is no base64', { ...image, text: { B: '%' } }, 'text: the binary value is neither bytes nor base64'],
  ])('%s', (_name, wrong, message) => {
    const decode = () => notes().decode(wrong as never);
    expect(decode).toThrow(StoredItemError);
    expect(decode).toThrow(message);
    expect(() => open.shop.decode(Note, wrong as never)).toThrow(StoredItemError);
  });

  it('and one that is', () => {
    expect(notes().decode(image)).toMatchObject({ id: 'a', text: 'x' });
    const others = {
      flag: { BOOL: true },
      none: { NULL: true },
      list: { L: [{ M: { n: { N: '1' } } }, { SS: ['x'] }] },
    };
    expect(notes().decode({ ...image, ...others })).toMatchObject({ id: 'a' });
    expect(notes().decode(null as never)).toBeUndefined();
  });
});
