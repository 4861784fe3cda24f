import { createEngine } from '@holdfast/engine';
import type { AttributeMap, Backend } from '@holdfast/wire';
import fc from 'fast-check';
import { a, entity, table, transactWrite, ValidationError } from 'holdfast';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backends, type OpenBackend, runsOn } from './backends.js';

const Order = entity('ORDER', {
  key: { pk: 'CUSTOMER#{customer}', sk: 'ORDER#{id}' },
  attributes: {
    customer: a.string(),
    id: a.string(),
    status: a.literal('open', 'paid', 'sent').default('open'),
    placedAt: a.timestamp().optional(),
    courier: a.string().as('c').optional(),
    total: a.number(),
    items: a.number().default(0),
    note: a.string().optional(),
  },
  indexes: {
    byStatus: { pk: 'STATUS#{status}', sk: '{placedAt}' },
    byCourier: { pk: 'COURIER#{courier}', sk: '{status}#{customer}' },
    byTotal: { sk: '{total:8}', projection: ['note'] },
    byId: { pk: '{id}', projection: 'keys' },
    byItems: { pk: 'ITEMS', sk: '{items:4}' },
    byNote: { pk: 'NOTE#{note}', sk: 'NOTE' },
    byDay: { pk: 'ALL', sk: '{placedAt}' },
    byKind: { sk: 'ORDER' },
  },
});
const indexKeys = [
  'byStatuspk',
  'byStatussk',
  'byCourierpk',
  'byCouriersk',
  'byTotalsk',
  'byIdpk',
  'byItemspk',
  'byItemssk',
  'byNotepk',
  'byNotesk',
  'byDaypk',
  'byDaysk',
  'byKindsk',
];
const key = { customer: 'c1', id: 'o1' };

async function shop(backend: Backend = createEngine().backend()) {
  const made = table({ name: `keys-${backend.runtime.uuid()}`, backend, entities: [Order] });
  await made.createTable();
  return { name: made.name, backend, orders: made.of(Order) };
}
async function storedKeys({ name, backend }: { readonly name: string; readonly backend: Backend }) {
  const { output } = await backend.execute('GetItem', {
    TableName: name,
    Key: { pk: { S: 'CUSTOMER#c1' }, sk: { S: 'ORDER#o1' } },
    ConsistentRead: true,
  });
  const stored: AttributeMap = output.Item ?? {};
  return Object.fromEntries(indexKeys.flatMap((name) => (stored[name] === undefined ? [] : [[name, stored[name]]])));
}
type Orders = Awaited<ReturnType<typeof shop>>['orders'];

const status = fc.constantFrom('open' as const, 'paid' as const, 'sent' as const);
const placedAt = fc.constantFrom(new Date('2026-01-01T00:00:00Z'), new Date('2026-02-01T00:00:00Z'));
const courier = fc.constantFrom('ann', 'b#b');
const small = fc.nat({ max: 99 });
const values = fc.record(
  { status, placedAt, courier, total: small, items: small, note: fc.string() },
  { requiredKeys: [] },
);
const removed = fc.subarray(['placedAt', 'courier', 'note'] as const);

const steps: fc.Arbitrary<(orders: Orders) => { send(): Promise<unknown> }> = fc.oneof(
  fc.tuple(values, small).map(
    ([some, total]) =>
      (orders: Orders) =>
        orders.put({ ...key, total, ...some }),
  ),
  fc.tuple(values, removed).map(([some, names]) => (orders: Orders) => {
    const { placedAt: at, courier: by, note, ...others } = some;
    const optional = { placedAt: at, courier: by, note };
    const kept = Object.entries(optional).filter(
      ([name, value]) => value !== undefined && !names.includes(name as never),
    );
    return orders
      .update(key)
      .set({ ...others, ...Object.fromEntries(kept) })
      .remove(...names);
  }),
  fc.tuple(values, small).map(
    ([some, total]) =>
      (orders: Orders) =>
        orders.upsert(key).set({ total, ...some }),
  ),
  small.map((n) => (orders: Orders) => orders.upsert(key).add({ total: n })),
  small.map((n) => (orders: Orders) => orders.update(key).add({ items: n })),
  courier.map((by) => (orders: Orders) => orders.update(key).set((o) => o.courier.to(o.courier.ifNotExists(by)))),
  status.map(
    (to) => (orders: Orders) => orders.upsert(key).set((o) => [o.status.to(o.status.ifNotExists(to)), o.total.to(1)]),
  ),
  fc.constant((orders: Orders) => orders.update(key).set((o) => o.courier.to(o.note))),
  fc.constant((orders: Orders) => orders.delete(key)),
);

describe.each(backends)('the key attributes of indexes on $name', (kind) => {
  let store: OpenBackend;
  beforeAll(async () => {
    store = await kind.open();
  });
  afterAll(() => store.close());

  it('are after any writes those of a fresh put of the item', async () => {
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { maxLength: 6 }), async (sequence) => {
        const [made, fresh] = [await shop(store.backend), await shop(store.backend)];
        const { orders } = made;
        for (const step of sequence) {
          try {
            await step(orders).send();
          } catch (error) {
            if (error instanceof ValidationError) refused += 1;
            else if ((error as Error).name !== 'ConditionFailedError') throw error;
          }
          const item = await orders.get(key).consistent().send();
          await (item === undefined ? fresh.orders.delete(key) : fresh.orders.put(item)).send();
          expect(await storedKeys(made)).toEqual(await storedKeys(fresh));
        }
        for (const { name } of [made, fresh]) await store.backend.execute('DeleteTable', { TableName: name });
      }),
      { numRuns: runsOn(kind, 150) },
    );
    if (kind === backends[0]) expect(refused).toBeGreaterThan(0);
  });
});

describe('the key attributes of indexes', () => {
  it('are written by every verb, and absent where an attribute is', async () => {
    const made = await shop();
    const { orders } = made;
    await orders.create({ ...key, total: 12, placedAt: new Date('2026-01-01T00:00:00Z') }).send();
    const at = { S: '2026-01-01T00:00:00.000Z' };
    const both = {
      byIdpk: { S: 'o1' },
      byItemspk: { S: 'ITEMS' },
      byItemssk: { S: '0000' },
      byTotalsk: { S: '00000012' },
      byKindsk: { S: 'ORDER' },
    };
    const open = { ...both, byStatuspk: { S: 'STATUS#open' }, byCouriersk: { S: 'open#c1' } };
    expect(await storedKeys(made)).toEqual({ ...open, byStatussk: at, byDaypk: { S: 'ALL' }, byDaysk: at });
    await orders.update(key).set({ status: 'paid', courier: 'a#b' }).remove('placedAt').send();
    expect(await storedKeys(made)).toEqual({
      ...both,
      byStatuspk: { S: 'STATUS#paid' },
      byCourierpk: { S: 'COURIER#a%23b' },
      byCouriersk: { S: 'paid#c1' },
    });
    await orders.delete(key).send();
    await transactWrite([orders.upsert(key).set({ total: 12 })]).send();
    expect(await storedKeys(made)).toEqual(open);
    expect(await orders.get(key).orThrow()).toEqual({ ...key, status: 'open', total: 12, items: 0 });
  });

  it('of text alone are there while the item is in the index, and whenever one that shares them needs them', async () => {
    const made = await shop();
    const { backend, orders } = made;
    const note = { byNotepk: { S: 'NOTE#x' }, byNotesk: { S: 'NOTE' } };
    for (const write of [
      orders.put({ ...key, total: 1, note: 'x' }),
      orders.update(key).remove('note'),
      orders.update(key).set({ note: 'x' }),
      orders.put({ ...key, total: 1 }),
      orders.upsert(key).set({ total: 1, note: 'x' }),
    ]) {
      await write.send();
      const stored = await storedKeys(made);
      if ((await orders.get(key).orThrow()).note === 'x') expect(stored).toMatchObject(note);
      else for (const name of Object.keys(note)) expect(stored).not.toHaveProperty(name);
    }
    expect(await orders.index('byNote').query({ note: 'x' }).count()).toBe(1);

    const Shared = entity('SHARED', {
      key: { pk: '{id}', sk: 'SHARED' },
      attributes: { id: a.string(), one: a.string().optional(), other: a.string().optional() },
      indexes: { byOne: { pk: 'ONE#{one}', sk: 'ALL' }, byOther: { pk: 'OTHER#{other}', sk: 'ALL' } },
    });
    const shared = table({
      name: 'shared',
      backend,
      entities: [Shared],
      indexes: { byOne: { sk: 'all' }, byOther: { sk: 'all' } },
    });
    await shared.createTable();
    await shared.of(Shared).put({ id: '1', other: 'x' }).send();
    await shared.of(Shared).put({ id: '2', one: 'x' }).send();
    const found = [
      await shared.of(Shared).index('byOther').query({ other: 'x' }).all(),
      await shared.of(Shared).index('byOne').query({ one: 'x' }).all(),
    ];
    expect(found.map(([item]) => item?.id)).toEqual(['1', '2']);
  });

  it('are refused before sending where they would depend on what is stored', async () => {
    const { orders } = await shop();
    await orders.put({ ...key, total: 1 }).send();
    await expect(orders.update(key).add({ total: 1 }).send()).rejects.toThrow(
      'total is part of the index key byTotalsk, "{total:8}", so an update must set() it to a plain value; or read the item and put it',
    );
    await expect(
      orders
        .upsert(key)
        .set({ courier: 'x', total: 1 })
        .set((o) => o.status.to(o.status.ifNotExists('open')))
        .send(),
    ).resolves.toBeUndefined();
    const Pair = entity('PAIR', {
      key: { pk: 'PAIR#{id}', sk: 'PAIR' },
      attributes: { id: a.string(), x: a.string().optional(), y: a.string() },
      indexes: { byBoth: { pk: '{x}#{y}' } },
    });
    const pairs = table({ name: 'shop', backend: createEngine().backend(), entities: [Pair] }).of(Pair);
    await expect(pairs.update({ id: '1' }).set({ x: 'a' }).send()).rejects.toThrow(
      'the index key byBothpk, "{x}#{y}", needs y too; set() all of its attributes in one update, or read the item and put it',
    );
    const both = pairs.upsert({ id: '1' }).set((p) => [p.x.to(p.x.ifNotExists('a')), p.y.to(p.y.ifNotExists('b'))]);
    await expect(both.send()).rejects.toThrow('needs x and y too');
  });
});
