import {
  ConditionFailedError,
  InDoubtError,
  ThrottledError,
  TransactionConflictError,
  table,
  transactWrite,
} from 'holdfast';
import { beforeEach, describe, expect, it } from 'vitest';
import { Account, Note } from './contested-entities.js';
import { type FaultyShop, openFaultyShop } from './faulty-shop.js';
import { type Fate, faultyStore } from './faulty-store.js';

let store: FaultyShop['store'];
let shop: FaultyShop['shop'];
let balanceOf: FaultyShop['balanceOf'];
beforeEach(async () => {
  ({ store, shop, balanceOf } = await openFaultyShop());
});

describe('a transaction that meets a conflict after an attempt without an answer', () => {
  it.each([
    ['unanswered', 'conflict'],
    ['late', 'conflict'],
    ['lost', 'conflict', 'conflict'],
    ['cut', 'conflict', 'conflict'],
  ] as const)('is in doubt once its attempts are spent: %s, %s, %s', async (...fates) => {
    const { store, shop } = await openFaultyShop();
    store.meet(...fates);
    const call = transactWrite([shop.of(Note).create({ id: 'n', text: 'x' })]).send({ maxAttempts: fates.length });
    const error = await call.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(InDoubtError);
    await store.land();
    const stored = await shop.of(Note).get({ id: 'n' }).consistent().send();
    expect(stored !== undefined).toBe(fates[0] !== 'lost');
  });

  it('is in doubt where its wait is given up', async () => {
    const { store, shop } = await openFaultyShop();
    const stop = new AbortController();
    store.meet('unanswered', async () => {
      stop.abort(new Error('enough'));
      return 'conflict';
    });
    const call = transactWrite([shop.of(Note).create({ id: 'n', text: 'x' })]).send({ signal: stop.signal });
    await expect(call).rejects.toThrow(InDoubtError);
    expect(await shop.of(Note).get({ id: 'n' }).consistent().send()).toBeDefined();
  });
});

describe('a transaction that the service was carrying out', () => {
  it.each<Fate[]>([
    ['in progress', 'conflict'],
    ['in progress', 'conflict', 'in progress', 'conflict'],
  ])('goes on under its token where a conflict follows, which may be its own: %s, %s', async (...fates) => {
    store.meet(...fates);
    await shop.retryOnConflict(() =>
      shop.of(Note).upsert({ id: 'n' }).set({ text: 'x' }).add({ reads: 1 }).exactlyOnce().send(),
    );
    await store.land();
    expect((await shop.of(Note).get({ id: 'n' }).orThrow()).reads).toBe(1);
  });

  it('is in doubt where attempts are spent, or a condition does not hold any more', async () => {
    const create = (id: string) => transactWrite([shop.of(Note).create({ id, text: 'x' })]);
    store.meet('in progress', 'conflict');
    await expect(create('n').send({ maxAttempts: 2 })).rejects.toThrow(InDoubtError);
    store.meet('in progress', async () => {
      await shop.of(Note).create({ id: 'm', text: 'another' }).send();
      return 'carried out';
    });
    await expect(create('m').trySend()).rejects.toThrow(InDoubtError);
  });
});

describe('a transaction', () => {
  const deposit = () =>
    transactWrite({
      once: shop.of(Note).create({ id: 'd1', text: '10' }),
      account: shop.of(Account).update({ id: 'a' }).add({ balance: 10 }).ignoreVersion(),
    });
  beforeEach(() => shop.of(Account).create({ id: 'a', balance: 0 }).send());

  it.each<Fate[]>([
    ['unanswered'],
    ['lost', 'unanswered'],
    ['unanswered', 'unanswered', 'unanswered', 'unanswered', 'lost'],
    // a conflict after a lost answer may be the transaction's own
    ['unanswered', 'conflict'],
    ['failing'],
  ])('takes place once after %s %s', async (...fates) => {
    store.meet(...fates);
    await deposit().send();
    expect(await balanceOf('a')).toBe(10);
  });

  it('is not carried out again by a request that lands late', async () => {
    store.meet('late');
    await deposit().send();
    await store.land();
    expect(await balanceOf('a')).toBe(10);
  });

  it('tells a conflict from a refused condition', async () => {
    store.meet('conflict');
    await expect(deposit().send()).rejects.toThrow(TransactionConflictError);
    await deposit().send();
    expect(await deposit().trySend()).toMatchObject({ applied: false, labels: ['once'] });
    await expect(deposit().send()).rejects.toMatchObject({
      name: 'TransactionCanceledError',
      writes: [{ label: 'once' }],
    });
    expect(await balanceOf('a')).toBe(10);
  });

  it('is the same request under the same token, whenever it is sent', async () => {
    const again = () =>
      transactWrite([shop.of(Account).update({ id: 'a' }).add({ balance: 10 }).ignoreVersion()]).token('pay-7');
    store.meet('unanswered');
    const first = again();
    await expect(first.send({ maxAttempts: 1 })).rejects.toThrow(InDoubtError);
    await first.send();
    // from another process, say
    await again().send();
    expect(await balanceOf('a')).toBe(10);
    const other = transactWrite([shop.of(Account).update({ id: 'a' }).add({ balance: 99 }).ignoreVersion()]);
    await expect(other.token('pay-7').send()).rejects.toMatchObject({ name: 'ValidationError', mayHaveHappened: true });
  });

  it('is in doubt where a condition failed behind an attempt without an answer', async () => {
    await deposit().send();
    store.meet('late');
    await expect(deposit().trySend()).rejects.toThrow(InDoubtError);
  });

  it('is refused for certain where the version has moved on', async () => {
    const account = await shop.of(Account).get({ id: 'a' }).orThrow();
    await shop
      .of(Account)
      .put({ ...account, balance: 1 })
      .send();
    store.meet('late');
    const stale = transactWrite({ account: shop.of(Account).put({ ...account, balance: 2 }) });
    expect(await stale.trySend()).toMatchObject({ applied: false, labels: ['account'] });
    await store.land();
    expect(await balanceOf('a')).toBe(1);
  });
});

describe('a client that caches its middleware', () => {
  it('has each command’s own attempts seen', async () => {
    const cached = faultyStore({ cacheMiddleware: true });
    const notes = table({ name: 'notes', backend: cached.backend, entities: [Note] });
    await notes.createTable();
    for (const id of ['1', '2']) {
      cached.meet('unanswered');
      const sum = notes.of(Note).upsert({ id }).set({ text: '' }).add({ reads: 1 });
      await expect(sum.send()).rejects.toThrow(InDoubtError);
    }
    expect(cached.writes).toBe(2);
  });
});

describe('bounds of a call', () => {
  it('makes one attempt where one is allowed', async () => {
    store.meet('throttled');
    await expect(shop.of(Note).put({ id: 'n', text: '' }).send({ maxAttempts: 1 })).rejects.toThrow(ThrottledError);
    expect(store.writes).toBe(1);
    store.meet('lost');
    await expect(shop.of(Note).put({ id: 'n', text: '' }).send({ maxAttempts: 1 })).rejects.toThrow(InDoubtError);
    expect(store.writes).toBe(2);
    store.meet('lost', 'lost', 'lost', 'lost', 'lost', 'lost');
    await expect(shop.of(Note).put({ id: 'n', text: '' }).send({ maxAttempts: 6 })).rejects.toThrow(InDoubtError);
    expect(store.writes).toBe(8);
  });

  it('throws the reason of an abort before anything went out, and doubt after', async () => {
    const signal = AbortSignal.abort(new Error('shutting down'));
    await expect(shop.of(Note).put({ id: 'n', text: '' }).send({ signal })).rejects.toThrow('shutting down');
    expect(store.writes).toBe(0);
    const controller = new AbortController();
    store.meet(async () => {
      controller.abort();
      return 'unanswered';
    });
    await expect(shop.of(Note).put({ id: 'n', text: '' }).send({ signal: controller.signal })).rejects.toThrow(
      InDoubtError,
    );
  });
});

describe('retryOnConflict', () => {
  it('reruns conflicts a bounded number of times, with one command id', async () => {
    const ids = new Set<string>();
    let runs = 0;
    const work = shop.retryOnConflict(async ({ run, commandId }) => {
      ids.add(commandId);
      runs = run;
      throw new ConditionFailedError('no', { clauses: [], stored: undefined });
    });
    await expect(work).rejects.toThrow(ConditionFailedError);
    expect([runs, ids.size]).toEqual([5, 1]);
  });

  it('never reruns a write in doubt, nor an answer, nor another error', async () => {
    for (const error of [new InDoubtError('?', [], undefined), new ThrottledError('slow'), new TypeError('bug')]) {
      let runs = 0;
      const work = shop.retryOnConflict(async () => {
        runs += 1;
        throw error;
      });
      await expect(work).rejects.toBe(error);
      expect(runs).toBe(1);
    }
    expect(await shop.retryOnConflict(async () => ({ applied: false }))).toEqual({ applied: false });
  });

  it('can be told to rerun conflicts of transactions only', async () => {
    let runs = 0;
    const failing = (error: Error) => async () => {
      runs += 1;
      throw error;
    };
    const options = { on: 'transactionConflict', runs: 3 } as const;
    const refused = new ConditionFailedError('no', { clauses: [], stored: undefined });
    await expect(shop.retryOnConflict(failing(refused), options)).rejects.toBe(refused);
    expect(runs).toBe(1);
    const conflict = new TransactionConflictError('busy');
    await expect(shop.retryOnConflict(failing(conflict), options)).rejects.toBe(conflict);
    expect(runs).toBe(4);
  });
});
