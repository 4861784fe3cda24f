import { createEngine } from '@holdfast/engine';
import { type Backend, systemRuntime } from '@holdfast/wire';
import { a, entity, parallelScan, table } from 'holdfast';
import { describe, expect, it } from 'vitest';

const Order = entity('ORDER', {
  key: { pk: 'CUSTOMER#{customer}', sk: 'ORDER#{order:3}' },
  attributes: { customer: a.string(), order: a.number() },
});
const orderOf = (order: number) => ({ customer: 'ann', order });
const key = { customer: 'ann' };

/** Twenty orders behind a backend that a test watches and holds up, whose time passes only when told to. */
async function openShop(meet: (request: number, signal: AbortSignal | undefined) => unknown = () => {}) {
  const seen = { requests: 0, now: 1000 };
  const passing = new AbortController();
  const inner = createEngine().backend();
  const backend: Backend = {
    capabilities: inner.capabilities,
    runtime: {
      ...systemRuntime,
      now: () => seen.now,
      // of a deadline: no read of this shop waits for anything else
      sleep: async () => void (await new Promise((resolve) => passing.signal.addEventListener('abort', resolve))),
    },
    execute: async (operation, input, options) => {
      if (operation !== 'Query' && operation !== 'Scan') return inner.execute(operation, input, options);
      options?.signal?.throwIfAborted();
      seen.requests += 1;
      await meet(seen.requests, options?.signal);
      return inner.execute(operation, input, options);
    },
  };
  const shop = table({ name: 'shop', backend, entities: [Order] });
  await shop.createTable();
  for (let order = 0; order < 20; order += 1) await shop.of(Order).put(orderOf(order)).send();
  return { shop, orders: shop.of(Order), seen, passing };
}
type Shop = Awaited<ReturnType<typeof openShop>>;

/** The ways to go through many items, five at a time. */
const ways = [
  ['a query', ({ orders }: Shop) => orders.query(key).pageSize(5)],
  ['a scan', ({ orders }: Shop) => orders.scan().pageSize(5)],
  ['a query of several entities', ({ shop }: Shop) => shop.query(Order, key).pageSize(5)],
] as const;
type Bounds = Parameters<ReturnType<Shop['orders']['query']>['items']>[0];
const iterations = [
  ...ways.map(([name, read]) => [name, (shop: Shop, bounds: Bounds) => read(shop).items(bounds)] as const),
  [
    'a parallel scan',
    ({ orders }: Shop, bounds: Bounds) => parallelScan(orders.scan().pageSize(5), { segments: 1, ...bounds }),
  ] as const,
];

describe.each(iterations)('the iteration of %s', (_name, rowsOf) => {
  it('gives the same as without bounds, each time', async () => {
    const shop = await openShop();
    const rows = rowsOf(shop, { signal: new AbortController().signal, deadline: new Date('2999-01-01T00:00:00Z') });
    for (const _ of [1, 2]) {
      let count = 0;
      for await (const _row of rows) count += 1;
      expect(count).toBe(20);
    }
  });

  it.each([1, 5, 7, 10])('gives nothing behind an abort after %i items, and asks for nothing', async (most) => {
    const shop = await openShop();
    const stop = new AbortController();
    let count = 0;
    const read = async () => {
      for await (const _ of rowsOf(shop, { signal: stop.signal })) {
        count += 1;
        if (count === most) stop.abort(new Error('enough'));
      }
    };
    await expect(read()).rejects.toThrow('enough');
    expect(count).toBe(most);
    // the parallel scan has the next page on its way while this one is read
    expect(shop.seen.requests).toBeLessThanOrEqual(Math.ceil(most / 5) + 1);
    const { requests } = shop.seen;
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(shop.seen.requests).toBe(requests);
  });

  it.each([1, 5, 7, 10])('gives nothing behind a deadline that passes after %i items', async (most) => {
    const shop = await openShop();
    let count = 0;
    const read = async () => {
      for await (const _ of rowsOf(shop, { deadline: shop.seen.now + 1_000_000 })) {
        count += 1;
        if (count === most) shop.seen.now += 1_000_000;
      }
    };
    await expect(read()).rejects.toMatchObject({ name: 'DeadlineExceededError', mayHaveHappened: false, retry: 'no' });
    expect(count).toBe(most);
  });

  it('ends while a page is on its way', async () => {
    for (const bound of ['signal', 'deadline']) {
      const stop = new AbortController();
      const shop: Shop = await openShop((request, signal) => {
        if (request < 2) return undefined;
        setImmediate(() => (bound === 'signal' ? stop : shop.passing).abort(new Error('enough')));
        return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
      });
      let count = 0;
      const bounds = bound === 'signal' ? { signal: stop.signal } : { deadline: shop.seen.now + 10 };
      const read = async () => {
        for await (const _ of rowsOf(shop, bounds)) count += 1;
      };
      await expect(read()).rejects.toThrow(bound === 'signal' ? 'enough' : /the deadline \(1970.*\) passed/);
      expect(count).toBeLessThanOrEqual(5);
      expect(shop.seen.requests).toBe(2);
    }
  });

  it('sends nothing where its end has come, or its bounds are none', async () => {
    const shop = await openShop();
    const first = (bounds: Bounds) => rowsOf(shop, bounds)[Symbol.asyncIterator]().next();
    await expect(first({ signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough');
    await expect(first({ deadline: 0 })).rejects.toMatchObject({ name: 'DeadlineExceededError' });
    expect(shop.seen.requests).toBe(0);
    await expect(first({ maxAttempts: 0 })).rejects.toThrow('maxAttempts is a whole number from 1, not 0');
    await expect(first({ deadline: Number.NaN })).rejects.toThrow('the deadline is a Date or epoch milliseconds');
  });
});

describe.each(ways)('the calls of %s', (_name, read) => {
  it('end in the middle as the iteration does', async () => {
    const calls = {
      all: (bounds: Bounds, shop: Shop) => read(shop).all(bounds),
      count: (bounds: Bounds, shop: Shop) => read(shop).count(bounds),
      page: (bounds: Bounds, shop: Shop) => read(shop).limit(15).page(bounds),
      grouped: (bounds: Bounds, { shop }: Shop) => shop.query(Order, key).pageSize(5).grouped(bounds),
    };
    for (const call of Object.values(calls)) {
      const stop = new AbortController();
      const aborted = await openShop((request) => request === 2 && stop.abort(new Error('enough')));
      await expect(call({ signal: stop.signal }, aborted)).rejects.toThrow('enough');
      const late: Shop = await openShop((request) => {
        if (request === 2) late.seen.now += 1_000_000;
      });
      await expect(call({ deadline: late.seen.now + 1_000_000 }, late)).rejects.toThrow('the deadline');
      expect([aborted.seen.requests, late.seen.requests]).toEqual([2, 2]);
    }
  });
});
