import { a, entity, InDoubtError, table, transactWrite, ValidationError, VersionConflictError } from 'holdfast';
import { etag, ifMatch } from 'holdfast/http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backends, type OpenBackend } from './backends.js';
import { Account } from './contested-entities.js';
import { openFaultyShop } from './faulty-shop.js';

const Order = entity('ORDER', {
  key: { pk: 'CUSTOMER#{customer}', sk: 'ORDER#{order}' },
  attributes: { customer: a.string(), order: a.string(), total: a.number(), version: a.version() },
  discriminator: 'optional',
});
const key = (order: string) => ({ customer: 'ann', order });

describe.each(backends)('an item that was stored without a version, on $name', ({ open, capabilities }) => {
  let store: OpenBackend;
  const shopOn = (name: string) => table({ name, backend: store.backend, entities: [Order] });
  let shop: ReturnType<typeof shopOn>;
  beforeAll(async () => {
    store = await open();
    shop = shopOn(`unnumbered-${store.backend.runtime.uuid()}`);
    await shop.createTable();
  });
  afterAll(async () => {
    await store.backend.execute('DeleteTable', { TableName: shop.name });
    await store.close();
  });

  /** As a program without the library stores it. */
  async function stored(order: string, version?: string) {
    const Item = {
      pk: { S: 'CUSTOMER#ann' },
      sk: { S: `ORDER#${order}` },
      customer: { S: 'ann' },
      order: { S: order },
      total: { N: '5' },
      ...(version === undefined ? {} : { version: { N: version } }),
    };
    await store.backend.execute('PutItem', { TableName: shop.name, Item });
    return shop.of(Order);
  }

  it.each([undefined, '0'])(
    'is read with version 0, and has version 1 once it is put (stored: %s)',
    async (version) => {
      const orders = await stored('put', version);
      const order = await orders.get(key('put')).consistent().orThrow();
      expect(order).toEqual({ ...key('put'), total: 5, version: 0 });
      expect(await orders.get(key('put')).consistent().select('version').orThrow()).toEqual({ version: 0 });
      expect((await orders.query({ customer: 'ann' }).ge({ order: 'put' }).consistent().all())[0]?.version).toBe(0);
      expect(await orders.put({ ...order, total: 6 }).send()).toEqual({ ...order, total: 6, version: 1 });
      const late = await orders.put({ ...order, total: 7 }).trySend();
      expect(late.applied).toBe(false);
      await expect(orders.put({ ...order, total: 7 }).send()).rejects.toThrow(VersionConflictError);
      expect((await orders.get(key('put')).consistent().orThrow()).total).toBe(6);
    },
  );

  it.each([undefined, '0'])('takes updates and deletes of version 0, and no others (stored: %s)', async (version) => {
    const orders = await stored('update', version);
    const update = () => orders.update(key('update')).add({ total: 1 });
    await expect(update().ifVersion(1).send()).rejects.toThrow(VersionConflictError);
    await update().ifVersion(0).send();
    expect(await orders.get(key('update')).consistent().orThrow()).toMatchObject({ total: 6, version: 1 });
    const refused = await update().ifVersion(0).trySend();
    expect(refused.applied).toBe(false);
    if (!refused.applied && capabilities.returnValuesOnConditionCheckFailure) {
      const text = 'attribute_not_exists(version) OR version = 0';
      expect(refused.clauses).toMatchObject([{ text, path: 'version', saw: 1 }]);
    }
    await expect(orders.delete(key('update')).ifVersion(0).send()).rejects.toThrow(VersionConflictError);
    await stored('update', version);
    await orders.delete(key('update')).ifVersion(0).send();
    expect(await orders.get(key('update')).consistent().send()).toBeUndefined();
  });

  it('gets its first version by one of many writers', async () => {
    const orders = await stored('race');
    const order = await orders.get(key('race')).consistent().orThrow();
    const outcomes = await Promise.all([1, 2, 3, 4].map((total) => orders.put({ ...order, total }).trySend()));
    expect(outcomes.filter(({ applied }) => applied)).toHaveLength(1);
    expect((await orders.get(key('race')).consistent().orThrow()).version).toBe(1);
  });

  it('is no new item, and a new item is none', async () => {
    const orders = await stored('new');
    const { version: _, ...order } = await orders.get(key('new')).consistent().orThrow();
    await expect(orders.put(order).send()).rejects.toThrow('attribute_not_exists(pk)');
    await orders.delete(key('new')).ignoreVersion().send();
    const put = orders.put({ ...order, version: 0 });
    await expect(put.send()).rejects.toThrow(VersionConflictError);
    await expect(put.send()).rejects.toThrow(
      'version 0 is that of an item which was stored without one, and a new item has none',
    );
    await expect(orders.update(key('new')).ifVersion(0).add({ total: 1 }).send()).rejects.toThrow(VersionConflictError);
    expect(await orders.get(key('new')).consistent().send()).toBeUndefined();
  });

  it('has its place in transactions', async () => {
    if (!capabilities.transactions) return;
    const orders = await stored('checked');
    await stored('changed');
    const writes = () =>
      transactWrite({
        checked: orders.check(key('checked')).ifVersion(0),
        changed: orders.update(key('changed')).ifVersion(0).set({ total: 9 }),
      });
    await writes().send();
    expect(await orders.get(key('changed')).consistent().orThrow()).toMatchObject({ total: 9, version: 1 });
    const again = await writes().trySend();
    expect(!again.applied && again.labels).toEqual(['changed']);
  });

  it('is no item whose version is none', async () => {
    const orders = await stored('fraction', '1.5');
    await expect(orders.get(key('fraction')).send()).rejects.toThrow(
      'ORDER.version: the stored 1.5 is not a version, a whole number from 1, or 0 of an item that was stored without one',
    );
    for (const version of [-1, 1.5, Number.NaN]) {
      expect(() => orders.update(key('fraction')).ifVersion(version)).toThrow(ValidationError);
    }
  });
});

describe('an item that was stored without a version, over HTTP', () => {
  it('has an ETag like any other', () => expect(ifMatch(etag(0))).toBe(0));
});

describe('the first version, when answers are lost', () => {
  const unnumbered = async () => {
    const { store, shop } = await openFaultyShop();
    const Item = {
      pk: { S: 'ACCOUNT#a' },
      sk: { S: 'BALANCE' },
      _entity: { S: 'ACCOUNT' },
      id: { S: 'a' },
      balance: { N: '1' },
    };
    const restore = () => store.engine.backend().execute('PutItem', { TableName: 'shop', Item });
    await restore();
    return { store, accounts: shop.of(Account), restore };
  };

  it('is recognised by its own id', async () => {
    const { store, accounts } = await unnumbered();
    store.meet('unanswered', 'lost');
    await accounts.put({ id: 'a', balance: 2, revision: 0 }).send();
    expect(await accounts.get({ id: 'a' }).orThrow()).toEqual({ id: 'a', balance: 2, revision: 1 });
  });

  it('is not said to be refused where a program without versions can make it come true again', async () => {
    const { store, accounts, restore } = await unnumbered();
    store.meet('late', async () => {
      await accounts.update({ id: 'a' }).add({ balance: 5 }).ifVersion(0).send();
      return 'carried out';
    });
    const doubt = await accounts
      .put({ id: 'a', balance: 2, revision: 0 })
      .send()
      .catch((error: unknown) => error);
    if (!(doubt instanceof InDoubtError)) throw doubt;
    expect(await doubt.resolve({ barrier: true })).toMatchObject({ outcome: 'unknown', mayStillHappen: true });
    await restore();
    await store.land();
    expect(await doubt.resolve()).toEqual({ outcome: 'applied' });
  });
});
