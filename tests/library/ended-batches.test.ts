import { createEngine } from '@holdfast/engine';
import { type Backend, type Runtime, ServiceError, systemRuntime } from '@holdfast/wire';
import fc from 'fast-check';
import {
  a,
  BatchIncompleteError,
  batchGet,
  batchWrite,
  entity,
  InDoubtError,
  type SendOptions,
  table,
  transactGet,
  transactWrite,
} from 'holdfast';
import { dynamodb } from 'holdfast/dynamodb';
import { toProblem } from 'holdfast/http';
import { describe, expect, it } from 'vitest';
import { type Fate, faultyStore, impatient } from './faulty-store.js';

const Order = entity('ORDER', {
  key: { pk: 'ORDER#{id:3}' },
  attributes: { id: a.number(), note: a.string(), changed: a.updatedAt() },
});
const numbers = Array.from({ length: 60 }, (_, id) => id);

/** Far away, by a clock that stands still; it passes when a test says so. */
const deadline = 1_000_000;

async function openShop() {
  const store = faultyStore({ maxAttempts: 1 });
  const passing = new AbortController();
  const runtime: Runtime = {
    ...impatient,
    now: () => 0,
    sleep: async (milliseconds, signal) => {
      if (milliseconds !== deadline) return impatient.sleep(milliseconds, signal);
      await new Promise((resolve) => passing.signal.addEventListener('abort', resolve));
    },
  };
  const backend = dynamodb(store.client, { runtime });
  const shop = table({ name: 'shop', backend, entities: [Order] });
  await shop.createTable();
  const orders = shop.of(Order);
  const storedIds = async () => new Set((await orders.scan().consistent().all()).map(({ id }) => id));
  const batch = batchWrite(numbers.map((id) => orders.put({ id, note: 'x' })));
  /** What ends a call while its request is on the way: an abort, or a deadline that passes. */
  const ends = (end: End) => {
    const stop = end === 'signal' ? new AbortController() : passing;
    const options: SendOptions = end === 'signal' ? { signal: stop.signal } : { deadline };
    const pass = async () => {
      stop.abort(new Error('enough'));
      await new Promise((resolve) => setImmediate(resolve));
    };
    return { options, pass };
  };
  return { store, orders, storedIds, batch, ends };
}
type End = 'signal' | 'deadline';

/** A shop on whose backend every wait is far too long, except for a deadline. */
async function openSlowShop(meet: (operation: string) => void = () => {}) {
  const engine = createEngine();
  const inner = engine.backend();
  const backend: Backend = {
    capabilities: inner.capabilities,
    runtime: {
      ...systemRuntime,
      now: () => 0,
      sleep: (milliseconds, signal) => systemRuntime.sleep(milliseconds === 20 ? 20 : 60_000, signal),
    },
    execute: async (operation, input, options) => {
      meet(operation);
      return inner.execute(operation, input, options);
    },
  };
  const shop = table({ name: 'shop', backend, entities: [Order] });
  await shop.createTable();
  return { engine, orders: shop.of(Order) };
}
/** Ends a call on it in twenty milliseconds. */
function soon(end: End): SendOptions {
  if (end === 'deadline') return { deadline: 20 };
  const stop = new AbortController();
  setTimeout(() => stop.abort(new Error('enough')), 20);
  return { signal: stop.signal };
}
const named = { signal: { message: 'enough' }, deadline: { name: 'DeadlineExceededError' } };

describe.each(['signal', 'deadline'] as const)('a batch of writes that ends by its %s', (end) => {
  it('between two requests, tells what was made and what was not', async () => {
    const { store, batch, storedIds, ends } = await openShop();
    const { options, pass } = ends(end);
    // ended while the answer is on its way, which then comes too late
    store.meet('carried out', async () => {
      await pass();
      return 'lost';
    });
    const outcome = await batch.trySend(options);
    if (outcome.complete) throw new Error('it is not complete');
    expect(outcome).toMatchObject({ error: named[end] });
    expect(outcome.written).toEqual(numbers.slice(0, 25));
    // the one that was out is in doubt, although it never arrived: nobody can know
    expect(outcome.inDoubt).toEqual(numbers.slice(25, 50));
    expect(outcome.unprocessed).toEqual(numbers.slice(50));
    expect(await storedIds()).toEqual(new Set(numbers.slice(0, 25)));
    expect(store.writes).toBe(2);
  });

  it('throws what it knows', async () => {
    const { store, batch, storedIds, ends } = await openShop();
    const { options, pass } = ends(end);
    store.meet('carried out', async () => {
      await pass();
      return 'unanswered';
    });
    const error = await batch.send(options).catch((reason: unknown) => reason);
    if (!(error instanceof BatchIncompleteError)) throw error;
    expect(error).toMatchObject({ mayHaveHappened: true, remains: { inDoubt: numbers.slice(25, 50) } });
    expect(error.message).not.toContain('nothing was changed');
    expect(String(error.cause)).not.toContain('nothing was changed');
    if (end === 'deadline') expect(error.cause).toMatchObject({ mayHaveHappened: true });
    expect(toProblem(error)).toMatchObject({ status: 504, body: { mayHaveHappened: true } });
    // the request that was out is carried out, and in doubt is what it was said to be
    await expect.poll(storedIds, { timeout: 20_000 }).toEqual(new Set(numbers.slice(0, 50)));
  });

  it('before anything is sent, is thrown as any call’s end', async () => {
    const { store, batch } = await openShop();
    const options: SendOptions =
      end === 'signal' ? { signal: AbortSignal.abort(new Error('enough')) } : { deadline: -1 };
    await expect(batch.trySend(options)).rejects.toMatchObject(named[end]);
    await expect(batch.send(options)).rejects.toMatchObject(named[end]);
    expect(store.writes).toBe(0);
  });

  it('in a wait, tells what the service left for later', async () => {
    const { engine, orders } = await openSlowShop();
    engine.conditions = { unprocessedEntries: ({ entries }) => entries - 20 };
    const outcome = await batchWrite(numbers.map((id) => orders.put({ id, note: 'x' }))).trySend(soon(end));
    if (outcome.complete) throw new Error('it is not complete');
    expect(outcome).toMatchObject({ error: named[end], inDoubt: [] });
    const stored = (await orders.scan().all()).map(({ id }) => id);
    expect(new Set(outcome.written)).toEqual(new Set(stored));
    expect(stored).toHaveLength(20);
    expect(outcome.unprocessed).toHaveLength(40);
  });
});

describe('the report of a batch that ends early', () => {
  it('is true, wherever it ends', async () => {
    const fate = fc.constantFrom<Fate>('carried out', 'lost', 'unanswered', 'failing', 'throttled', 'cut');
    await fc.assert(
      fc.asyncProperty(fc.array(fate, { maxLength: 6 }), fc.boolean(), async (fates, arrives) => {
        const { store, batch, storedIds } = await openShop();
        const stop = new AbortController();
        store.meet(...fates, async () => {
          stop.abort(new Error('enough'));
          return arrives ? 'unanswered' : 'lost';
        });
        const outcome = await batch.trySend({ signal: stop.signal });
        await new Promise((resolve) => setTimeout(resolve, 0));
        const stored = await storedIds();
        if (outcome.complete) return void expect(stored.size).toBe(60);
        const { written, unprocessed, inDoubt } = outcome;
        expect([...written, ...unprocessed, ...inDoubt].sort((one, other) => one - other)).toEqual(numbers);
        expect(written.filter((id) => !stored.has(id))).toEqual([]);
        expect(unprocessed.filter((id) => stored.has(id))).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});

describe.each(['signal', 'deadline'] as const)('reads of several items that end by their %s', (end) => {
  it('in the middle of a batch, tell what was not read', async () => {
    const { engine, orders } = await openSlowShop();
    for (const id of numbers) await orders.put({ id, note: 'x' }).send();
    engine.conditions = { unprocessedEntries: () => 10 };
    const outcome = await batchGet(numbers.map((id) => orders.get({ id }))).trySend(soon(end));
    if (outcome.complete) throw new Error('it is not complete');
    expect(outcome).toMatchObject({ error: named[end] });
    expect(outcome.unprocessed).toHaveLength(10);
    for (const id of numbers) expect(outcome.items[id] === undefined).toBe(outcome.unprocessed.includes(id));
  });

  it('end while a transaction of reads waits for another to end', async () => {
    let requests = 0;
    const { orders } = await openSlowShop((operation) => {
      if (operation !== 'TransactGetItems') return;
      requests += 1;
      const cancellationReasons = [{ Code: 'TransactionConflict', Message: 'in use' }];
      throw new ServiceError('TransactionCanceledException', 'in use', { cancellationReasons });
    });
    await expect(transactGet([orders.get({ id: 1 })]).send(soon(end))).rejects.toMatchObject(named[end]);
    expect(requests).toBe(1);
  });
});

describe('a transaction of writes that ends early', () => {
  it.each(['signal', 'deadline'] as const)('by its %s is in doubt once it is out', async (end) => {
    const { store, orders, storedIds, ends } = await openShop();
    const { options, pass } = ends(end);
    store.meet(async () => {
      await pass();
      return 'unanswered';
    });
    const both = transactWrite([1, 2].map((id) => orders.put({ id, note: 'x' })));
    const error = await both.trySend(options).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(InDoubtError);
    await expect.poll(storedIds, { timeout: 20_000 }).toEqual(new Set([1, 2]));
  });
});

describe('a batch that ended halfway', () => {
  it('is no conflict, whatever ended it: what was made stays made', async () => {
    const store = faultyStore();
    const shop = table({ name: 'shop', backend: store.backend, entities: [Order] });
    await shop.createTable();
    const orders = shop.of(Order);
    store.meet('carried out', ...Array.from({ length: 40 }, () => 'conflict' as const));
    let runs = 0;
    const call = shop.retryOnConflict(async ({ run }) => {
      runs = run;
      await batchWrite(numbers.slice(0, 40).map((id) => orders.put({ id, note: String(run) }))).send();
    });
    const error = await call.catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      name: 'BatchIncompleteError',
      mayHaveHappened: true,
      retry: 'repeat',
      remains: { unprocessed: numbers.slice(25, 40), inDoubt: [] },
    });
    expect(runs).toBe(1);
    expect(toProblem(error)).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
    expect(await orders.scan().all()).toHaveLength(25);
  });
});
