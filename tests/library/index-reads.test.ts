import type { Backend } from '@holdfast/wire';
import { a, entity, parallelScan, table, ValidationError } from 'holdfast';
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import { backends, type OpenBackend } from './backends.js';
import { inTheEnd } from './in-the-end.js';

const Order = entity('ORDER', {
  key: { pk: 'CUSTOMER#{customer}', sk: 'ORDER#{id}' },
  attributes: {
    customer: a.string(),
    id: a.string(),
    status: a.literal('open', 'paid').default('open'),
    placedAt: a.timestamp().optional(),
    total: a.number().as('t'),
    note: a.string().optional().as('n'),
    expires: a.timeToLive().optional(),
  },
  indexes: {
    byStatus: { pk: 'STATUS#{status}', sk: '{placedAt}#{id}' },
    byNote: { pk: 'NOTE#{note}', projection: 'keys' },
    byTotal: { sk: '{total:8}', projection: ['note'] },
  },
});
const Refund = entity('REFUND', {
  key: { pk: 'CUSTOMER#{customer}', sk: 'REFUND#{id}' },
  attributes: { customer: a.string(), id: a.string(), status: a.literal('open', 'paid') },
  indexes: { byStatus: { pk: 'STATUS#{status}', sk: 'REFUND#{id}' } },
});
const shopOn = (backend: Backend, name: string) => table({ name, backend, entities: [Order, Refund] });
const ordersOf = (shop: ReturnType<typeof shopOn>) => shop.of(Order);
const day = (n: number) => new Date(Date.UTC(2026, 0, n));
const ids = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id);

describe.each(backends)('an index on $name', ({ open }) => {
  let store: OpenBackend;
  let id: string;
  let orders: ReturnType<typeof ordersOf>;
  let close: () => Promise<void>;
  beforeAll(async () => {
    store = await open();
    id = store.backend.runtime.uuid();
    const shop = shopOn(store.backend, `index-reads-${id}`);
    orders = ordersOf(shop);
    close = async () => {
      for (const TableName of [shop.name, `folded-${id}`]) await store.backend.execute('DeleteTable', { TableName });
      await store.close();
    };
    await shop.createTable();
    await shop.of(Refund).put({ customer: 'c1', id: 'r1', status: 'open' }).send();
    for (const n of [1, 2, 3, 4]) {
      await orders
        .put({
          customer: n < 4 ? 'c#1' : 'c2',
          id: `o${n}`,
          placedAt: day(n),
          total: n * 10,
          note: n % 2 ? 'gift' : 'a#b%',
        })
        .send();
    }
    await orders.put({ customer: 'c2', id: 'o5', status: 'paid', total: 5 }).send();
    // an index follows its table after a while
    await inTheEnd(async () => {
      expect(await orders.index('byStatus').query({ status: 'open' }).count()).toBe(4);
      expect(await orders.index('byNote').scan().count()).toBe(4);
    });
  });
  afterAll(() => close());

  it('is queried by its key templates, and its sort key is bounded', async () => {
    const byStatus = orders.index('byStatus');
    expect(ids(await byStatus.query({ status: 'open' }).all())).toEqual(['o1', 'o2', 'o3', 'o4']);
    expect(ids(await byStatus.query({ status: 'open' }).descending().limit(2).all())).toEqual(['o4', 'o3']);
    expect(ids(await byStatus.query({ status: 'open', placedAt: day(2) }).all())).toEqual(['o2']);
    expect(
      ids(
        await byStatus
          .query({ status: 'open' })
          .ge({ placedAt: day(3) })
          .all(),
      ),
    ).toEqual(['o3', 'o4']);
    expect(
      ids(
        await byStatus
          .query({ status: 'open' })
          .between({ placedAt: day(2) }, { placedAt: day(3) })
          .all(),
      ),
    ).toEqual(['o2', 'o3']);
    expect(
      await byStatus
        .query({ status: 'open' })
        .filter((o) => o.total.gt(20))
        .count(),
    ).toBe(2);
    // it has no time, so it is not in the index
    expect(await byStatus.query({ status: 'paid' }).all()).toEqual([]);
    const [first] = await byStatus.query({ status: 'open' }).all();
    expect(first).toEqual(await orders.get({ customer: 'c#1', id: 'o1' }).orThrow());
  });

  it('gives of a projection its own attributes and those of the keys, however the keys are written', async () => {
    const gifts = await orders.index('byNote').query({ note: 'a#b%' }).all();
    // without a sort key, the order is nobody's
    expect(gifts.sort((one, other) => (one.id < other.id ? -1 : 1))).toEqual([
      { customer: 'c#1', id: 'o2', note: 'a#b%' },
      { customer: 'c2', id: 'o4', note: 'a#b%' },
    ]);
    expectTypeOf(gifts).toEqualTypeOf<{ customer: string; id: string; note?: string }[]>();
    const dear = await orders.index('byTotal').query({ customer: 'c#1' }).ge({ total: 20 }).all();
    expect(dear).toEqual([
      { customer: 'c#1', id: 'o2', total: 20, note: 'a#b%' },
      { customer: 'c#1', id: 'o3', total: 30, note: 'gift' },
    ]);
    expectTypeOf(dear).toEqualTypeOf<{ customer: string; id: string; total: number; note?: string }[]>();
    const selected = await orders.index('byTotal').query({ customer: 'c#1' }).select('note', 'id').limit(1).all();
    expect(selected).toEqual([{ id: 'o1', note: 'gift' }]);
    expectTypeOf(selected).toEqualTypeOf<{ id: string; note?: string }[]>();
    expect(
      await orders
        .index('byTotal')
        .query({ customer: 'c#1' })
        .filter((o) => o.note.eq('gift'))
        .count(),
    ).toBe(2);
  });

  it('is scanned, also in parallel, for the items of one entity', async () => {
    expect(ids(await orders.index('byStatus').scan().all()).sort()).toEqual(['o1', 'o2', 'o3', 'o4']);
    const found: string[] = [];
    for await (const { id } of parallelScan(orders.index('byNote').scan(), { segments: 3 })) found.push(id);
    expect(found.sort()).toEqual(['o1', 'o2', 'o3', 'o4']);
    expect(await orders.index('byTotal').scan().consistent().count()).toBe(5);
  });

  it('is read page by page, by cursors that no other read takes', async () => {
    const opened = () => orders.index('byStatus').query({ status: 'open' });
    const found: string[] = [];
    let after: string | undefined;
    do {
      const { items, cursor }: Awaited<ReturnType<ReturnType<typeof opened>['page']>> = await opened()
        .limit(1)
        .page({ after });
      found.push(...ids(items));
      after = cursor;
      if (cursor !== undefined) {
        await expect(orders.index('byStatus').query({ status: 'paid' }).page({ after: cursor })).rejects.toThrow(
          'is no cursor that a page of this read gave',
        );
        await expect(orders.query({ customer: 'c2' }).page({ after: cursor })).rejects.toThrow(ValidationError);
      }
    } while (after !== undefined);
    expect(found).toEqual(['o1', 'o2', 'o3', 'o4']);
  });

  it('refuses before sending what it cannot give', () => {
    const loose = (index: unknown) =>
      index as {
        query(key: object): {
          consistent(): unknown;
          select(name: string): unknown;
          filter(f: unknown): unknown;
          excludeExpired(): unknown;
        };
      };
    expect(() => loose(orders.index('byStatus')).query({ status: 'open' }).consistent()).toThrow(
      'query ORDER by byStatus: DynamoDB keeps a global secondary index eventually consistent; read the table by its key instead',
    );
    expect(() => loose(orders.index('byNote')).query({ note: 'x' }).select('total')).toThrow(
      'the index byNote does not hold ORDER.total; project it, or read the item by its key',
    );
    expect(() =>
      loose(orders.index('byTotal'))
        .query({ customer: 'c1' })
        .filter((o: { status: { eq(value: string): unknown } }) => o.status.eq('open')),
    ).toThrow('the index byTotal does not hold ORDER.status');
    expect(() => orders.index('byTotal').query({ customer: 'c1' }).excludeExpired()).toThrow(
      'does not hold ORDER.expires',
    );
    expect(() =>
      orders
        .index('byStatus')
        .query({ status: 'open' })
        .filter((o) => o.id.eq('x')),
    ).not.toThrow();
    expect(() => (orders.index as unknown as (name: string) => unknown).call(orders, 'byName')).toThrow(
      'ORDER has no index byName; it has byStatus, byNote, byTotal',
    );
  });

  it('takes an attribute from its key only where the key tells it', async () => {
    const Folded = entity('FOLDED', {
      key: { pk: 'F#{id}', sk: 'F' },
      attributes: { id: a.string(), mail: a.string() },
      foldCase: 'lower',
      indexes: {
        byMail: { pk: 'M#{mail}', projection: 'keys' },
        byBoth: { pk: 'B#{mail}', projection: ['id', 'mail'] },
      },
    });
    const folded = table({ name: `folded-${id}`, backend: store.backend, entities: [Folded] });
    await folded.createTable();
    await folded.of(Folded).put({ id: 'Ab', mail: 'X@Y' }).send();
    expect(() => folded.of(Folded).index('byMail').query({ mail: 'x@y' })).toThrow(
      'FOLDED, index byMail: id cannot be told from the key "F#{id}", whose values are folded or not escaped; name it in the projection',
    );
    await inTheEnd(async () => {
      const found = await folded.of(Folded).index('byBoth').query({ mail: 'x@y' }).all();
      expect(found).toEqual([{ id: 'Ab', mail: 'X@Y' }]);
    });
  });
});
