import { a, ConditionFailedError, entity, table, transactWrite } from 'holdfast';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backends, type OpenBackend } from './backends.js';
import { Account, Claim } from './contested-entities.js';

const Charge = entity('CHARGE', {
  key: { pk: 'CHARGE#{id}', sk: 'RECEIPT' },
  attributes: { id: a.string(), by: a.string() },
});
const Match = entity('MATCH', {
  key: { pk: 'MATCH#{id}', sk: 'LIVE' },
  attributes: { id: a.string(), goals: a.number(), at: a.number() },
});

const clients = ['ann', 'bob', 'eve', 'joe', 'sue'];
const appliedOf = <Outcome extends { readonly applied: boolean }>(outcomes: readonly Outcome[]) =>
  outcomes.filter(({ applied }) => applied).length;

describe.each(backends)('writers that race on $name', ({ open, capabilities }) => {
  let store: OpenBackend;
  const shopOn = (name: string) => table({ name, backend: store.backend, entities: [Account, Claim, Charge, Match] });
  let shop: ReturnType<typeof shopOn>;
  beforeAll(async () => {
    store = await open();
    shop = shopOn(`races-${store.backend.runtime.uuid()}`);
    await shop.createTable();
  });
  afterAll(async () => {
    await store.backend.execute('DeleteTable', { TableName: shop.name });
    await store.close();
  });

  it('lose no deposit', async () => {
    const accounts = shop.of(Account);
    await accounts.create({ id: 'a', balance: 0 }).send();
    const deposit = () =>
      accounts.retryOnConflict(
        async () => {
          const account = await accounts.get({ id: 'a' }).consistent().orThrow();
          await accounts.put({ ...account, balance: account.balance + 10 }).send();
        },
        { runs: clients.length },
      );
    await Promise.all(clients.map(deposit));
    expect(await accounts.get({ id: 'a' }).consistent().orThrow()).toEqual({ id: 'a', balance: 50, revision: 6 });
  });

  it('find one winner for a version, a claim and a creation', async () => {
    const accounts = shop.of(Account);
    await accounts.create({ id: 'b', balance: 0 }).send();
    const set = (balance: number) => accounts.update({ id: 'b' }).ifVersion(1).set({ balance }).trySend();
    expect(appliedOf(await Promise.all([1, 2, 3, 4].map(set)))).toBe(1);
    expect((await accounts.get({ id: 'b' }).consistent().orThrow()).revision).toBe(2);

    const claim = (owner: string) => shop.of(Claim).claim({ name: 'h', owner }).trySend();
    const claims = await Promise.all(clients.map(claim));
    const { owner } = await shop.of(Claim).get({ name: 'h' }).consistent().orThrow();
    expect(claims.map(({ applied }) => applied)).toEqual(clients.map((client) => client === owner));

    const charge = (by: string) => shop.of(Charge).create({ id: 'c', by }).send();
    const charges = await Promise.allSettled(clients.map(charge));
    const { by } = await shop.of(Charge).get({ id: 'c' }).consistent().orThrow();
    for (const [index, charged] of charges.entries()) {
      if (charged.status === 'rejected') expect(charged.reason).toBeInstanceOf(ConditionFailedError);
      else expect(charged.value).toEqual({ id: 'c', by: clients[index] });
      expect(charged.status).toBe(clients[index] === by ? 'fulfilled' : 'rejected');
    }
  });

  it('end with the newest event, in whatever order they come', async () => {
    const matches = shop.of(Match);
    const tell = (at: number) =>
      matches
        .upsert({ id: 'm' })
        .set({ goals: at * 2, at })
        .if((match) => match.at.notExistsOrLt(at))
        .trySend();
    await Promise.all([3, 1, 5, 2, 4, 5].map(tell));
    expect(await matches.get({ id: 'm' }).consistent().orThrow()).toEqual({ id: 'm', goals: 10, at: 5 });
  });

  it('count each addition once, and stay within a bound', async () => {
    const matches = shop.of(Match);
    const goal = () =>
      matches
        .upsert({ id: 'n' })
        .add({ goals: 1 })
        .set({ at: 0 })
        .if((match) => match.goals.notExistsOrLt(7))
        .trySend();
    const goals = await Promise.all(Array.from({ length: 12 }, goal));
    expect(appliedOf(goals)).toBe(7);
    expect((await matches.get({ id: 'n' }).consistent().orThrow()).goals).toBe(7);
  });

  it('move money between accounts all at once or not at all', async () => {
    const accounts = shop.of(Account);
    for (const id of ['from', 'to']) await accounts.create({ id, balance: 20 }).send();
    const move = () =>
      accounts.retryOnConflict(
        async () => {
          const from = await accounts.get({ id: 'from' }).consistent().orThrow();
          if (from.balance < 10) throw new Error('there is not enough');
          const to = await accounts.get({ id: 'to' }).consistent().orThrow();
          await transactWrite({
            from: accounts.put({ ...from, balance: from.balance - 10 }),
            to: accounts.put({ ...to, balance: to.balance + 10 }),
          }).send();
        },
        { runs: 20 },
      );
    const moves = await Promise.allSettled([move(), move(), move()]);
    const balanceOf = async (id: string) => (await accounts.get({ id }).consistent().orThrow()).balance;
    if (capabilities.transactions) {
      expect(moves.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
      expect([await balanceOf('from'), await balanceOf('to')]).toEqual([0, 40]);
    } else {
      for (const each of moves) expect(each).toMatchObject({ reason: { name: 'ValidationError' } });
      expect([await balanceOf('from'), await balanceOf('to')]).toEqual([20, 20]);
    }
  });
});
