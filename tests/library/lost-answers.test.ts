import {
  a,
  ConditionFailedError,
  entity,
  InDoubtError,
  ThrottledError,
  TransactionConflictError,
  table,
  transactWrite,
  VersionConflictError,
} from 'holdfast';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Fate, type FaultyStore, faultyStore } from './faulty-store.js';

const Account = entity('ACCOUNT', {
  key: { pk: 'ACCOUNT#{id}', sk: 'BALANCE' },
  attributes: { id: a.string(), balance: a.number(), revision: a.version() },
});
const Unstamped = entity('UNSTAMPED', {
  key: { pk: 'UNSTAMPED#{id}', sk: 'BALANCE' },
  attributes: { id: a.string(), balance: a.number(), revision: a.version() },
  writeId: false,
});
const Note = entity('NOTE', {
  key: { pk: 'NOTE#{id}', sk: 'TEXT' },
  attributes: { id: a.string(), text: a.string(), reads: a.number().default(0) },
});
const Claim = entity('CLAIM', {
  key: { pk: 'CLAIM#{name}', sk: 'CLAIM' },
  attributes: { name: a.string(), owner: a.string() },
  owner: 'owner',
});

let store: FaultyStore;
const openShop = () => table({ name: 'shop', backend: store.backend, entities: [Account, Unstamped, Note, Claim] });
let shop: ReturnType<typeof openShop>;
beforeEach(async () => {
  store = faultyStore();
  shop = openShop();
  await shop.createTable();
});

const balanceOf = async (id: string) => (await shop.of(Account).get({ id }).consistent().orThrow()).balance;

describe('a put of a versioned item', () => {
  const open = async () => shop.of(Account).create({ id: 'a', balance: 0 }).send();

  it.each<Fate[]>([
    ['unanswered'],
    ['failing'],
    ['unanswered', 'unanswered', 'unanswered'],
    ['unanswered', 'lost'],
    ['unanswered', 'throttled'],
    // the SDK gives up after four attempts, and the library goes on with the same write
    ['lost', 'lost', 'lost', 'unanswered', 'lost'],
    ['unanswered', 'conflict'],
  ])('is applied once and known to be after %s %s %s', async (...fates) => {
    const before = await open();
    store.meet(...fates);
    const after = await shop
      .of(Account)
      .put({ ...before, balance: 10 })
      .send();
    expect(after).toEqual({ id: 'a', balance: 10, revision: 2 });
    expect(await shop.of(Account).get({ id: 'a' }).consistent().send()).toEqual(after);
  });

  it('is refused, not in doubt, where another made the next version', async () => {
    const before = await open();
    store.meet('lost', async () => {
      await shop
        .of(Account)
        .put({ ...before, balance: 99 })
        .send();
      return 'carried out';
    });
    await expect(
      shop
        .of(Account)
        .put({ ...before, balance: 10 })
        .send(),
    ).rejects.toThrow(VersionConflictError);
    expect(await balanceOf('a')).toBe(99);
  });

  it('is in doubt where others have overwritten what may have been its effect', async () => {
    const before = await open();
    store.meet('unanswered', async () => {
      const seen = await shop.of(Account).get({ id: 'a' }).consistent().orThrow();
      await shop
        .of(Account)
        .put({ ...seen, balance: seen.balance + 1 })
        .send();
      return 'carried out';
    });
    const put = shop.of(Account).put({ ...before, balance: 10 });
    await expect(put.send()).rejects.toMatchObject({ name: 'InDoubtError', mayHaveHappened: true });
    expect(await balanceOf('a')).toBe(11);
  });

  it('stays refused when its request lands late', async () => {
    const before = await open();
    store.meet('late');
    const after = await shop
      .of(Account)
      .put({ ...before, balance: 10 })
      .send();
    await shop
      .of(Account)
      .put({ ...after, balance: 20 })
      .send();
    await store.land();
    expect(await shop.of(Account).get({ id: 'a' }).consistent().send()).toEqual({ id: 'a', balance: 20, revision: 3 });
  });

  it('is in doubt without a write id, and never taken for a conflict', async () => {
    const accounts = shop.of(Unstamped);
    const before = await accounts.create({ id: 'u', balance: 0 }).send();
    store.meet('unanswered');
    await expect(accounts.put({ ...before, balance: 10 }).send()).rejects.toThrow(InDoubtError);
    expect(await accounts.get({ id: 'u' }).consistent().send()).toMatchObject({ balance: 10, revision: 2 });
  });
});

describe('an update of a versioned item', () => {
  it('adds once although its answer was lost, and returns what is stored', async () => {
    await shop.of(Account).create({ id: 'a', balance: 5 }).send();
    store.meet('unanswered');
    const update = shop.of(Account).update({ id: 'a' }).add({ balance: 1 }).ifVersion(1);
    expect(await update.returning('balance').send()).toEqual({ balance: 6 });
    store.meet('unanswered');
    // without a condition on the version the sum would be added by each attempt
    await expect(shop.of(Account).update({ id: 'a' }).add({ balance: 1 }).ignoreVersion().send()).rejects.toThrow(
      InDoubtError,
    );
    expect(await balanceOf('a')).toBe(7);
  });

  it('cannot give back old values whose answer was lost, and says so', async () => {
    await shop.of(Account).create({ id: 'a', balance: 5 }).send();
    store.meet('unanswered');
    const update = shop.of(Account).update({ id: 'a' }).set({ balance: 1 }).ifVersion(1).returnOld();
    await expect(update.send()).rejects.toThrow('was applied, but what it replaced was lost');
  });
});

describe('writes without a version', () => {
  it('repeats what is the same twice', async () => {
    store.meet('unanswered');
    await shop.of(Note).put({ id: 'n', text: 'x' }).send();
    store.meet('unanswered', 'lost');
    await shop.of(Note).update({ id: 'n' }).set({ text: 'y' }).send();
    store.meet('unanswered');
    await shop.of(Note).delete({ id: 'n' }).send();
    expect(await shop.of(Note).get({ id: 'n' }).consistent().send()).toBeUndefined();
  });

  it.each(['unanswered', 'lost'] as const)('does not send a sum again that was %s', async (fate) => {
    store.meet(fate);
    await expect(shop.of(Note).upsert({ id: 'n' }).set({ text: '' }).add({ reads: 1 }).send()).rejects.toThrow(
      InDoubtError,
    );
    expect(store.writes).toBe(1);
  });

  it('sends a sum again that was throttled', async () => {
    store.meet('throttled');
    await shop.of(Note).upsert({ id: 'n' }).set({ text: '' }).add({ reads: 1 }).send();
    expect(store.writes).toBe(2);
    expect(await shop.of(Note).get({ id: 'n' }).consistent().send()).toMatchObject({ reads: 1 });
  });

  it('does not take its own effect for another one', async () => {
    store.meet('unanswered');
    await expect(shop.of(Note).create({ id: 'n', text: 'x' }).trySend()).rejects.toThrow(InDoubtError);
    // answered, the same command is refused for certain
    expect(await shop.of(Note).create({ id: 'n', text: 'x' }).trySend()).toMatchObject({ applied: false });
  });

  it('recognises a claim by its owner', async () => {
    store.meet('unanswered');
    expect(await shop.of(Claim).claim({ name: 'c', owner: 'me' }).trySend()).toMatchObject({ applied: true });
    expect(await shop.of(Claim).claim({ name: 'c', owner: 'you' }).trySend()).toMatchObject({ applied: false });
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
