import { InDoubtError, VersionConflictError } from 'holdfast';
import { beforeEach, describe, expect, it } from 'vitest';
import { Account, Claim, Lists, Note, Titled, Unstamped } from './contested-entities.js';
import { type FaultyShop, openFaultyShop } from './faulty-shop.js';
import type { Fate } from './faulty-store.js';

let store: FaultyShop['store'];
let shop: FaultyShop['shop'];
let balanceOf: FaultyShop['balanceOf'];
beforeEach(async () => {
  ({ store, shop, balanceOf } = await openFaultyShop());
});

const listsOf = () => shop.of(Lists);

describe('a put of a versioned item', () => {
  const open = async () => shop.of(Account).create({ id: 'a', balance: 0 }).send();

  it.each<Fate[]>([
    ['unanswered'],
    ['failing'],
    ['cut'],
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

  it('does not take its own effect for the old values', async () => {
    await shop.of(Account).create({ id: 'a', balance: 5 }).send();
    store.meet('unanswered');
    const update = shop.of(Account).update({ id: 'a' }).set({ balance: 1 }).ifVersion(1).returnOld();
    await expect(update.send()).rejects.toThrow(InDoubtError);
    expect(store.writes).toBe(2);
  });

  it('does not overwrite again what others have built on its first effect', async () => {
    await shop.of(Account).create({ id: 'a', balance: 5 }).send();
    store.meet('unanswered');
    const blind = shop.of(Account).update({ id: 'a' }).set({ balance: 1 }).ignoreVersion();
    await expect(blind.send()).rejects.toThrow(InDoubtError);
    expect(store.writes).toBe(2);
  });
});

describe('a new item of a versioned entity', () => {
  it('is in doubt where another is stored, since that one may go before a late request lands', async () => {
    store.meet('late', async () => {
      await shop.of(Account).create({ id: 'a', balance: 99 }).send();
      return 'carried out';
    });
    await expect(shop.of(Account).create({ id: 'a', balance: 1 }).trySend()).rejects.toThrow(InDoubtError);
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

  it.each<readonly [string, (lists: ReturnType<typeof listsOf>) => Promise<unknown>]>([
    [
      'a swap',
      (lists) =>
        lists
          .update({ id: 'l' })
          .set((m) => [m.x.to(m.y.ifNotExists(0)), m.y.to(m.x.ifNotExists(0))])
          .send(),
    ],
    [
      'an index past the end',
      (lists) =>
        lists
          .update({ id: 'l' })
          .set((m) => m.tags.at(99).to('b'))
          .send(),
    ],
    [
      'an appended list',
      (lists) =>
        lists
          .update({ id: 'l' })
          .set((m) => m.tags.to(m.tags.append(['b'])))
          .send(),
    ],
    [
      'a copy',
      (lists) =>
        lists
          .update({ id: 'l' })
          .set((m) => m.x.to(m.y))
          .send(),
    ],
  ])('does not send %s again', async (_name, write) => {
    await listsOf()
      .create({ id: 'l', x: 1, y: 2, tags: ['a'] })
      .send();
    store.meet('unanswered');
    await expect(write(listsOf())).rejects.toThrow(InDoubtError);
    expect(store.writes).toBe(2);
  });

  it('sends what starts a value again', async () => {
    await listsOf().create({ id: 'l', x: 1, y: 2, tags: [] }).send();
    store.meet('unanswered');
    await listsOf()
      .update({ id: 'l' })
      .set((m) => m.z.to(m.z.ifNotExists(3)))
      .send();
    expect(store.writes).toBe(3);
  });

  it.each(['unanswered', 'lost', 'cut'] as const)('does not send a sum again that was %s', async (fate) => {
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

describe('what is stored and does not fit', () => {
  it('does not make an applied write look like one that failed', async () => {
    const titled = shop.of(Titled);
    const count = () => titled.upsert({ id: 't' }).add({ count: 1 });
    // no title: the item cannot be read, but what was asked for can
    expect(await count().returning('count').send()).toEqual({ count: 1 });
    await expect(count().returnNew().send()).rejects.toMatchObject({ name: 'StoredItemError', mayHaveHappened: true });
    expect(
      await count()
        .if((t) => t.count.lt(1))
        .trySend(),
    ).toMatchObject({ applied: false, clauses: [{ saw: 2 }] });
    await expect(titled.query({ id: 't' }).all()).rejects.toThrow(
      'the item (pk "TITLED#t", sk "TITLED") cannot be read',
    );
  });
});
