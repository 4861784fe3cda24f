import { a, entity, InDoubtError, table, transactWrite } from 'holdfast';
import { dynamodb } from 'holdfast/dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clients } from './backends.js';
import { Account, Claim } from './contested-entities.js';
import { type Faults, impatient, withFaults } from './faulty-store.js';

const View = entity('VIEW', {
  key: { pk: 'VIEW#{path}', sk: 'COUNT' },
  attributes: { path: a.string(), count: a.number() },
});

describe.each(clients)('answers lost on the way from $name', ({ open, capabilities }) => {
  let opened: Awaited<ReturnType<typeof open>>;
  let faults: Faults;
  const shopOn = (client: typeof opened.client, name: string) =>
    table({ name, backend: dynamodb(client, { runtime: impatient, capabilities }), entities: [Account, Claim, View] });
  let shop: ReturnType<typeof shopOn>;
  beforeAll(async () => {
    opened = await open();
    faults = withFaults(opened.client);
    shop = shopOn(opened.client, `lost-${impatient.uuid()}`);
    await shop.createTable();
  });
  afterAll(async () => {
    await opened.backend.execute('DeleteTable', { TableName: shop.name });
    await opened.close();
  });
  const { returnValuesOnConditionCheckFailure: tells, transactions } = capabilities;
  const openAccount = (id: string) => shop.of(Account).create({ id, balance: 10 }).send();
  const stored = (id: string) => shop.of(Account).get({ id }).consistent().orThrow();
  /** A put that is known to have been applied, where the stored item tells so; else it is in doubt. */
  const provesItself = async (call: Promise<unknown>) => {
    if (tells) return void (await call);
    await expect(call).rejects.toThrow(InDoubtError);
  };

  it('of a version: applied once, and known where the store tells what is stored', async () => {
    const account = await openAccount('a');
    faults.meet('unanswered');
    await provesItself(
      shop
        .of(Account)
        .put({ ...account, balance: 20 })
        .send(),
    );
    expect(await stored('a')).toMatchObject({ balance: 20, revision: 2 });
  });

  it('of a request that never arrived: sent again', async () => {
    const account = await openAccount('b');
    faults.meet('lost', 'lost');
    await shop
      .of(Account)
      .put({ ...account, balance: 20 })
      .send();
    expect(await stored('b')).toMatchObject({ balance: 20, revision: 2 });
  });

  it('of a request that lands when another writer was there: nothing comes of it', async () => {
    const account = await openAccount('c');
    faults.meet('late', async () => {
      await shop
        .of(Account)
        .put({ ...account, balance: 30 })
        .send();
      return 'carried out';
    });
    const call = shop
      .of(Account)
      .put({ ...account, balance: 20 })
      .send();
    await expect(call).rejects.toMatchObject({ name: tells ? 'VersionConflictError' : 'InDoubtError' });
    await faults.land();
    expect(await stored('c')).toMatchObject({ balance: 30, revision: 2 });
  });

  it('of a claim: its owner has it', async () => {
    faults.meet('unanswered');
    const claim = (owner: string) => shop.of(Claim).claim({ name: 'h', owner }).trySend();
    expect(await claim('ann')).toMatchObject({ applied: true });
    expect(await claim('bob')).toMatchObject({ applied: false });
  });

  it('of a sum: counted once, and in doubt', async () => {
    faults.meet('unanswered');
    await expect(shop.of(View).upsert({ path: '/' }).add({ count: 1 }).send()).rejects.toThrow(InDoubtError);
    expect((await shop.of(View).get({ path: '/' }).consistent().orThrow()).count).toBe(1);
  });

  it('of a sum that takes effect exactly once, and of a transaction', async () => {
    const add = () => shop.of(View).upsert({ path: '/once' }).add({ count: 1 });
    if (!transactions) {
      expect(() => add().exactlyOnce()).toThrow('needs transactions');
      expect(() => transactWrite([add()])).toThrow('needs transactions');
      return;
    }
    faults.meet('unanswered', 'lost', 'unanswered');
    await add().exactlyOnce().send();
    expect((await shop.of(View).get({ path: '/once' }).consistent().orThrow()).count).toBe(1);
    await openAccount('d');
    faults.meet('unanswered');
    const deposit = shop.of(Account).update({ id: 'd' }).add({ balance: 5 }).ignoreVersion();
    await transactWrite({ sum: add(), deposit }).send();
    expect((await shop.of(View).get({ path: '/once' }).consistent().orThrow()).count).toBe(2);
    expect(await stored('d')).toMatchObject({ balance: 15, revision: 2 });
  });

  it('of a loop over a read, a change and a put: each deposit once, or in doubt', async () => {
    await openAccount('e');
    faults.meet('unanswered', 'carried out', 'lost', 'unanswered');
    const deposit = () =>
      shop.of(Account).retryOnConflict(async () => {
        const account = await stored('e');
        await shop
          .of(Account)
          .put({ ...account, balance: account.balance + 5 })
          .send();
      });
    const told = await Promise.allSettled([deposit(), deposit(), deposit()]);
    const done = told.filter(({ status }) => status === 'fulfilled').length;
    for (const each of told) if (each.status === 'rejected') expect(each.reason).toBeInstanceOf(InDoubtError);
    const deposits = ((await stored('e')).balance - 10) / 5;
    expect(deposits).toBeGreaterThanOrEqual(done);
    expect(deposits).toBeLessThanOrEqual(told.length);
  });
});
