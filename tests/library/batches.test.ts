import { createEngine } from '@holdfast/engine';
import { type Backend, type Runtime, systemRuntime } from '@holdfast/wire';
import {
  a,
  BatchIncompleteError,
  batchGet,
  batchWrite,
  entity,
  type Infer,
  ResourceNotFoundError,
  ThrottledError,
  table,
} from 'holdfast';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { backends } from './backends.js';
import { faultyStore } from './faulty-store.js';

const Order = entity('ORDER', {
  key: { pk: 'CUSTOMER#{customer}', sk: 'ORDER#{order:6}' },
  attributes: { customer: a.string(), order: a.number(), total: a.number(), note: a.string().optional() },
});
type Order = Infer<typeof Order>;
const Session = entity('SESSION', {
  key: { pk: 'SESSION#{id}', sk: 'SESSION' },
  attributes: { id: a.string(), user: a.string(), expires: a.timeToLive() },
});
const Account = entity('ACCOUNT', {
  key: { pk: 'ACCOUNT#{id}', sk: 'ACCOUNT' },
  attributes: { id: a.string(), balance: a.number(), revision: a.version() },
});
const Claim = entity('CLAIM', {
  key: { pk: 'CLAIM#{name}', sk: 'CLAIM' },
  attributes: { name: a.string(), owner: a.string() },
  owner: 'owner',
});
const entities = [Order, Session, Account, Claim];
const shopOn = (backend: Backend, name = 'shop') => table({ name, backend, entities });

/** Waits end at once and are counted. */
function patient() {
  const waits: number[] = [];
  const runtime: Runtime = {
    ...systemRuntime,
    sleep: async (milliseconds, signal) => {
      signal?.throwIfAborted();
      waits.push(milliseconds);
    },
  };
  return { runtime, waits };
}
async function openShop() {
  const engine = createEngine();
  const { runtime, waits } = patient();
  const inner = engine.backend();
  const requests: { operation: string; input: object }[] = [];
  const backend: Backend = {
    ...inner,
    runtime,
    capabilities: inner.capabilities,
    execute: (operation, input, options) => {
      requests.push({ operation, input });
      return inner.execute(operation, input, options);
    },
  };
  const shop = shopOn(backend);
  await shop.createTable();
  requests.length = 0;
  return { engine, backend, shop, orders: shop.of(Order), sessions: shop.of(Session), requests, waits };
}
const numbered = (count: number) =>
  Array.from({ length: count }, (_, order): Order => ({ customer: 'c1', order, total: order * 10 }));

describe.each(backends)('batches on $name', ({ open }) => {
  it('write and read back more than one request takes', async () => {
    const store = await open();
    const shop = shopOn(store.backend, `batches-${store.backend.runtime.uuid()}`);
    await shop.createTable();
    const orders = shop.of(Order);
    await batchWrite(numbered(120).map((order) => orders.put(order))).send();
    const found = await batchGet(
      numbered(130).map(({ customer, order }) => orders.get({ customer, order }).consistent()),
    ).send();
    expect(found.slice(0, 120)).toEqual(numbered(120));
    expect(found.slice(120)).toEqual(Array.from({ length: 10 }, () => undefined));
    await batchWrite(numbered(120).map(({ customer, order }) => orders.delete({ customer, order }))).send();
    expect(await orders.query({ customer: 'c1' }).consistent().all()).toEqual([]);
    await store.backend.execute('DeleteTable', { TableName: shop.name });
    await store.close();
  });
});

describe('batchGet', () => {
  it('types what it gives by the reads, in their order or under their labels', async () => {
    const { orders, sessions } = await openShop();
    await orders.put({ customer: 'c1', order: 1, total: 5, note: 'x' }).send();
    const key = { customer: 'c1', order: 1 };
    const list = await batchGet([orders.get(key), sessions.get({ id: 's' }), orders.get(key).select('total')]).send();
    expectTypeOf(list).toEqualTypeOf<
      [Order | undefined, Infer<typeof Session> | undefined, Pick<Order, 'total'> | undefined]
    >();
    expect(list).toEqual([{ customer: 'c1', order: 1, total: 5, note: 'x' }, undefined, { total: 5 }]);
    const byLabel = await batchGet({
      order: orders.get(key).select('note'),
      session: sessions.get({ id: 's' }),
    }).send();
    expectTypeOf(byLabel).toEqualTypeOf<{
      order: Pick<Order, 'note'> | undefined;
      session: Infer<typeof Session> | undefined;
    }>();
    expect(byLabel).toEqual({ order: { note: 'x' }, session: undefined });
  });

  it('asks once for an item that is read twice, consistently if one of them says so', async () => {
    const { orders, requests } = await openShop();
    const key = { customer: 'c1', order: 1 };
    await orders.put({ ...key, total: 5 }).send();
    requests.length = 0;
    const result = await batchGet([
      orders.get(key).select('total'),
      orders.get({ ...key, order: 2 }),
      orders.get(key).consistent().select('order'),
    ]).send();
    expect(result).toEqual([{ total: 5 }, undefined, { order: 1 }]);
    expect(requests).toMatchObject([
      { input: { RequestItems: { shop: { ConsistentRead: true, Keys: [{ sk: { S: 'ORDER#000001' } }] } } } },
      { input: { RequestItems: { shop: { ConsistentRead: false, Keys: [{ sk: { S: 'ORDER#000002' } }] } } } },
    ]);
    // of what only some attributes are wanted, no others are fetched
    expect(requests[0]?.input).toMatchObject({
      RequestItems: { shop: { ProjectionExpression: '#0, #1, #2, #3, #4' } },
    });
  });

  it('asks again for what the service left for later', async () => {
    const { engine, orders, waits } = await openShop();
    await batchWrite(numbered(30).map((order) => orders.put(order))).send();
    engine.conditions = { unprocessedEntries: ({ entries }) => Math.floor(entries / 2) };
    const outcome = await batchGet(
      numbered(30).map(({ customer, order }) => orders.get({ customer, order })),
    ).trySend();
    expect(outcome).toEqual({ complete: true, items: numbered(30) });
    expect(waits.length).toBeGreaterThan(3);
  });

  it('goes on at once behind an answer of 16 MB, and loses nothing', async () => {
    const { orders } = await openShop();
    const large = numbered(60).map((order) => ({ ...order, note: 'x'.repeat(390_000) }));
    await batchWrite(large.map((order) => orders.put(order))).send();
    const found = await batchGet(large.map(({ customer, order }) => orders.get({ customer, order }))).send();
    expect(found.map((each) => [each?.order, each?.note?.length])).toEqual(large.map(({ order }) => [order, 390_000]));
  });

  it('gives back what stays unprocessed, which is not the same as missing', async () => {
    const { engine, orders } = await openShop();
    await batchWrite(numbered(3).map((order) => orders.put(order))).send();
    // the third is never processed
    engine.conditions = { unprocessedEntries: () => 1 };
    const reads = batchGet(numbered(3).map(({ customer, order }) => orders.get({ customer, order })));
    const outcome = await reads.trySend();
    expect(outcome).toMatchObject({ complete: false, unprocessed: [expect.any(Number)] });
    if (outcome.complete) return;
    expect(outcome.items.filter((item) => item !== undefined)).toHaveLength(2);
    expect(outcome.error).toBeInstanceOf(ThrottledError);
    const error = await reads.send().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(BatchIncompleteError);
    expect(error).toMatchObject({ retry: 'repeat', remains: { unprocessed: outcome.unprocessed, inDoubt: [] } });
    // a bound on attempts holds for every entry
    engine.conditions = { unprocessedEntries: ({ entries }) => entries - 1 };
    expect(await reads.trySend({ maxAttempts: 1 })).toMatchObject({ complete: false, unprocessed: [1, 2] });
  });

  it('takes a throttled request for one that processed nothing', async () => {
    const { engine, orders } = await openShop();
    await orders.put({ customer: 'c1', order: 0, total: 1 }).send();
    let throttled = 3;
    engine.conditions = { unprocessedEntries: ({ entries }) => (throttled-- > 0 ? entries : 0) };
    const read = batchGet({ it: orders.get({ customer: 'c1', order: 0 }) });
    expect(await read.send()).toEqual({ it: { customer: 'c1', order: 0, total: 1 } });
    engine.conditions = { unprocessedEntries: ({ entries }) => entries };
    expect(await read.trySend()).toMatchObject({ complete: false, items: { it: undefined }, unprocessed: ['it'] });
    await expect(read.send()).rejects.toBeInstanceOf(ThrottledError);
  });

  it('keeps what it has read when a later request fails', async () => {
    const { backend, orders } = await openShop();
    await orders.put({ customer: 'c1', order: 0, total: 1 }).send();
    const elsewhere = shopOn(backend, 'elsewhere').of(Order);
    const key = { customer: 'c1', order: 0 };
    const outcome = await batchGet([orders.get(key).consistent(), elsewhere.get(key)]).trySend();
    expect(outcome).toMatchObject({ complete: false, items: [{ total: 1 }, undefined], unprocessed: [1] });
    if (!outcome.complete) expect(outcome.error).toBeInstanceOf(ResourceNotFoundError);
    await expect(batchGet([elsewhere.get(key)]).trySend()).rejects.toBeInstanceOf(ResourceNotFoundError);
  });

  it('ends with the reason of an abort', async () => {
    const { engine, orders } = await openShop();
    const controller = new AbortController();
    engine.conditions = {
      unprocessedEntries: () => {
        controller.abort(new Error('enough'));
        return 1;
      },
    };
    const reads = batchGet(numbered(2).map(({ customer, order }) => orders.get({ customer, order })));
    const outcome = await reads.trySend({ signal: controller.signal });
    expect(outcome).toMatchObject({ complete: false, unprocessed: [1], error: { message: 'enough' } });
  });

  it('passes over items whose time to live has come, where the read says so', async () => {
    const { sessions, backend } = await openShop();
    const now = backend.runtime.now();
    await batchWrite([
      sessions.put({ id: 'old', user: 'u', expires: new Date(now - 10_000) }),
      sessions.put({ id: 'new', user: 'u', expires: new Date(now + 10_000) }),
      sessions.put({ id: 'ever', user: 'u' }),
    ]).send();
    const read = (id: string) => sessions.get({ id }).excludeExpired().select('id');
    expect(
      await batchGet([read('old'), read('new'), read('ever'), sessions.get({ id: 'old' }).select('user')]).send(),
    ).toEqual([undefined, { id: 'new' }, { id: 'ever' }, { user: 'u' }]);
    await expect(read('old').orThrow()).rejects.toMatchObject({ name: 'ItemNotFoundError' });
  });
});

describe('batchWrite', () => {
  it('sends again what the service left for later, and gives back what stays', async () => {
    const { engine, orders } = await openShop();
    engine.conditions = { unprocessedEntries: ({ entries }) => Math.floor(entries / 2) };
    const outcome = await batchWrite(numbered(30).map((order) => orders.put(order))).trySend();
    expect(outcome).toEqual({ complete: true });
    expect(await orders.query({ customer: 'c1' }).all()).toEqual(numbered(30));
    engine.conditions = { unprocessedEntries: ({ entries }) => entries };
    const puts = batchWrite({ one: orders.put({ customer: 'c2', order: 1, total: 1 }) });
    expect(await puts.trySend()).toMatchObject({
      complete: false,
      written: [],
      unprocessed: ['one'],
      inDoubt: [],
      error: { name: 'ThrottledError' },
    });
  });

  it('is refused where a write has a condition, before anything is sent', async () => {
    const { shop, orders, requests } = await openShop();
    const put = orders.put({ customer: 'c1', order: 1, total: 1 });
    const refused: readonly [unknown, RegExp][] = [
      [put.ifNotExists(), /takes no conditions/],
      [orders.create({ customer: 'c1', order: 1, total: 1 }), /puts and deletes only/],
      [orders.update({ customer: 'c1', order: 1 }).set({ total: 2 }), /puts and deletes only/],
      [put.returnOld(), /returns no values/],
      [shop.of(Account).put({ id: 'a', balance: 1 }), /ACCOUNT has a version/],
      [shop.of(Account).delete({ id: 'a' }).ignoreVersion(), /ACCOUNT has a version/],
      [shop.of(Claim).put({ name: 'n', owner: 'o' }), /CLAIM has an owner/],
      [orders.get({ customer: 'c1', order: 1 }), /is no write/],
    ];
    for (const [write, message] of refused) expect(() => batchWrite([write as never])).toThrow(message);
    expect(() => batchWrite([put, orders.delete({ customer: 'c1', order: 1 })])).toThrow(/0 and 1 write the same item/);
    expect(() => batchWrite([])).toThrow(/at least one/);
    expect(requests).toEqual([]);
  });

  it('keeps telling what became of each write when a later request fails', async () => {
    const { backend, orders } = await openShop();
    const elsewhere = shopOn(backend, 'elsewhere').of(Order);
    const writes = [
      ...numbered(25).map((order) => orders.put(order)),
      elsewhere.put({ customer: 'c', order: 1, total: 1 }),
    ];
    const outcome = await batchWrite(writes).trySend();
    expect(outcome).toMatchObject({ complete: false, unprocessed: [25], inDoubt: [] });
    if (!outcome.complete) expect(outcome.written).toHaveLength(25);
  });
});

describe('a batch of writes whose answers are lost', () => {
  const open = async (options: Parameters<typeof faultyStore>[0] = {}) => {
    const store = faultyStore(options);
    const shop = shopOn(store.backend);
    await shop.createTable();
    return { store, orders: shop.of(Order) };
  };
  const order = { customer: 'c1', order: 1, total: 1 };

  it.each(['lost', 'unanswered', 'cut', 'failing', 'throttled', 'twice', 'late'] as const)(
    'is sent again after a request that was %s',
    async (fate) => {
      const { store, orders } = await open();
      store.meet(fate);
      await batchWrite([orders.put(order), orders.put({ ...order, order: 2 })]).send();
      await store.land();
      expect(await orders.query({ customer: 'c1' }).consistent().all()).toHaveLength(2);
    },
  );

  it('is in doubt while no answer comes, and only then', async () => {
    const { store, orders } = await open();
    store.meet('carried out', ...Array.from({ length: 60 }, () => 'unanswered' as const));
    const writes = numbered(26).map((each) => orders.put(each));
    const outcome = await batchWrite(writes).trySend();
    expect(outcome).toMatchObject({ complete: false, unprocessed: [], inDoubt: [25] });
    const error = await batchWrite(writes)
      .send({ maxAttempts: 1 })
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'BatchIncompleteError', mayHaveHappened: true });
  });

  it('was certainly not made where every attempt was refused', async () => {
    const { store, orders } = await open({ maxAttempts: 1 });
    store.meet(...Array.from({ length: 60 }, () => 'throttled' as const));
    expect(await batchWrite([orders.put(order)]).trySend()).toMatchObject({
      complete: false,
      unprocessed: [0],
      inDoubt: [],
    });
    expect(await orders.query({ customer: 'c1' }).consistent().all()).toEqual([]);
  });

  it('overwrites what came in between when it is repeated, as the documentation says', async () => {
    const { store, orders } = await open();
    store.meet(async () => {
      await store.engine.backend().execute('PutItem', {
        TableName: 'shop',
        Item: {
          pk: { S: 'CUSTOMER#c1' },
          sk: { S: 'ORDER#000001' },
          _entity: { S: 'ORDER' },
          customer: { S: 'c1' },
          order: { N: '1' },
          total: { N: '99' },
        },
      });
      return 'lost';
    });
    await batchWrite([orders.put(order)]).send();
    expect((await orders.get({ customer: 'c1', order: 1 }).consistent().orThrow()).total).toBe(1);
  });

  it('races with another batch: of each item one of the two stays, whole', async () => {
    const { store, orders } = await open();
    const isWhole = async () => {
      const found = await orders.query({ customer: 'c1' }).consistent().all();
      return found.length === 30 && found.every(({ total, note }) => note === `${total}`);
    };
    const writes = (total: number) => numbered(30).map((each) => orders.put({ ...each, total, note: `${total}` }));
    // what a client may do that takes an answer for a success
    const careless = async (total: number) => {
      const puts = writes(total);
      await batchWrite(puts.slice(0, 25)).trySend({ maxAttempts: 1 });
      await batchWrite(puts.slice(25)).trySend({ maxAttempts: 1 });
    };
    store.engine.conditions = { unprocessedEntries: ({ entries }) => Math.floor(entries / 2) };
    store.meet('unanswered', 'twice', 'lost');
    await Promise.all([careless(1), careless(2)]);
    expect(await isWhole()).toBe(false);
    store.meet('unanswered', 'twice', 'lost');
    await Promise.all([batchWrite(writes(3)).send(), batchWrite(writes(4)).send()]);
    expect(await isWhole()).toBe(true);
  });
});
