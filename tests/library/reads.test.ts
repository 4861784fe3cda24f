import { createEngine } from '@holdfast/engine';
import type { Backend } from '@holdfast/wire';
import fc from 'fast-check';
import { a, entity, type Infer, type Paths, table, ValidationError } from 'holdfast';
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import { backends, type OpenBackend } from './backends.js';
import { recorded } from './recorded.js';

const Order = entity('ORDER', {
  key: { pk: 'CUSTOMER#{customer}', sk: 'ORDER#{order:6}' },
  attributes: {
    customer: a.string(),
    order: a.number(),
    total: a.decimal().as('t'),
    open: a.boolean(),
    note: a.string().optional(),
    tags: a.stringSet(),
  },
});
type Order = Infer<typeof Order>;
const Line = entity('LINE', {
  key: { pk: 'CUSTOMER#{customer}', sk: 'ORDER#{order:6}#LINE#{line:3}' },
  attributes: { customer: a.string(), order: a.number(), line: a.number(), sku: a.string() },
});
const Visit = entity('VISIT', {
  key: { pk: 'CUSTOMER#{customer}', sk: 'VISIT#{at}' },
  attributes: { customer: a.string(), at: a.timestamp(), until: a.timeToLive().as('ttl') },
});
const entities = [Order, Line, Visit];
const shopOn = (backend: Backend, name = 'shop') => table({ name, backend, entities });
const order = (number: number, more: Partial<Order> = {}) => ({
  customer: 'c1',
  order: number,
  total: `${number}`,
  open: number % 2 === 0,
  tags: new Set<string>(),
  ...more,
});

describe.each(backends)('reads of many items on $name', ({ open }) => {
  let store: OpenBackend;
  let shop: ReturnType<typeof shopOn>;
  beforeAll(async () => {
    store = await open();
    shop = shopOn(store.backend, `reads-${store.backend.runtime.uuid()}`);
    await shop.createTable();
    for (let number = 1; number <= 9; number += 1) await shop.of(Order).put(order(number)).send();
    for (let line = 1; line <= 3; line += 1) {
      await shop
        .of(Line)
        .put({ customer: 'c1', order: 2, line, sku: `s${line}` })
        .send();
    }
  });
  afterAll(async () => {
    await store.backend.execute('DeleteTable', { TableName: shop.name });
    await store.close();
  });

  it('filter by the expressions of conditions', async () => {
    const orders = shop.of(Order);
    const numbers = async (found: Promise<Order[]>) => (await found).map((each) => each.order);
    const query = orders.query({ customer: 'c1' }).consistent();
    expect(await numbers(query.filter((o) => o.total.gt('6')).all())).toEqual([7, 8, 9]);
    expect(
      await numbers(
        query
          .filter((o) => o.total.gt('2'))
          .filter((o) => o.open.eq(true))
          .all(),
      ),
    ).toEqual([4, 6, 8]);
    expect(
      await numbers(
        query
          .filter((o) => o.order.eq(3).or(o.open.eq(true)))
          .descending()
          .all(),
      ),
    ).toEqual([8, 6, 4, 3, 2]);
    expect(
      await numbers(
        query
          .ge({ order: 5 })
          .filter((o) => o.open.eq(false))
          .all(),
      ),
    ).toEqual([5, 7, 9]);
    const scanned = await orders
      .scan()
      .consistent()
      .filter((o) => o.total.between('2', '3'))
      .all();
    expect(scanned.map((each) => each.order).sort()).toEqual([2, 3]);
  });

  it('fetch some attributes, typed as such', async () => {
    const orders = shop.of(Order);
    const query = orders.query({ customer: 'c1' }).consistent().select('order', 'total').limit(1);
    const [first] = await query.all();
    expectTypeOf(first).toEqualTypeOf<Pick<Order, 'order' | 'total'> | undefined>();
    expect(first).toEqual({ order: 1, total: expect.anything() });
    expect(`${first?.total}`).toBe('1');
    expect(await orders.query({ customer: 'c1', order: 3 }).consistent().select('tags', 'note').all()).toEqual([
      { tags: new Set() },
    ]);
    const scanned = await orders
      .scan()
      .consistent()
      .filter((o) => o.order.eq(4))
      .select('open')
      .all();
    expectTypeOf(scanned).toEqualTypeOf<Pick<Order, 'open'>[]>();
    expect(scanned).toEqual([{ open: true }]);
    expect(await orders.get({ customer: 'c1', order: 4 }).consistent().select('open').orThrow()).toEqual({
      open: true,
    });
  });

  it('give items of a collection by their entity', async () => {
    const groups = await shop.query(Order, Line, { customer: 'c1' }).consistent().grouped();
    expectTypeOf(groups).toEqualTypeOf<{ ORDER: Order[]; LINE: Infer<typeof Line>[] }>();
    expect(groups.ORDER.map((each) => each.order)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(groups.LINE.map((each) => each.sku)).toEqual(['s1', 's2', 's3']);
    expect(await shop.query(Order, Line, { customer: 'nobody' }).grouped()).toEqual({ ORDER: [], LINE: [] });
  });

  it('count', async () => {
    const query = shop.of(Order).query({ customer: 'c1' }).consistent();
    expect(await query.count()).toBe(9);
    expect(await query.gt({ order: 4 }).count()).toBe(5);
    expect(await query.filter((o) => o.open.eq(true)).count()).toBe(4);
    expect(await query.limit(3).count()).toBe(3);
    expect(await shop.of(Line).scan().consistent().count()).toBe(3);
    expect(await shop.query(Order, Line, { customer: 'c1' }).consistent().count()).toBe(12);
  });

  it('go on from page to page', async () => {
    const query = shop
      .of(Order)
      .query({ customer: 'c1' })
      .consistent()
      .filter((o) => o.open.eq(true))
      .limit(3);
    const first = await query.page();
    expect(first.items.map((each) => each.order)).toEqual([2, 4, 6]);
    const second = await query.limit(10).page({ after: first.cursor });
    expect(second.items.map((each) => each.order)).toEqual([8]);
    expect(second.cursor).toBeUndefined();
  });
});

describe('pages', () => {
  it('hold together whatever their size, their limit, the filter and the direction', async () => {
    const shop = shopOn(createEngine().backend());
    await shop.createTable();
    const orders = shop.of(Order);
    const lines = shop.of(Line);
    for (let number = 1; number <= 12; number += 1) {
      await orders.put(order(number)).send();
      for (let line = 1; line <= number % 4; line += 1) {
        await lines.put({ customer: 'c1', order: number, line, sku: 's' }).send();
      }
    }
    const settings = fc.record({
      pageSize: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
      limit: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
      least: fc.option(fc.integer({ min: 1, max: 13 }), { nil: undefined }),
      from: fc.option(fc.integer({ min: 1, max: 13 }), { nil: undefined }),
      descending: fc.boolean(),
      some: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(settings, async ({ pageSize, limit, least, from, descending, some }) => {
        let query = orders.query({ customer: 'c1' });
        if (from !== undefined) query = query.gt({ order: from });
        if (least !== undefined) query = query.filter((o) => o.total.ge(`${least}`).and(o.open.eq(true)));
        if (descending) query = query.descending();
        const whole = (await query.all()).map((each) => each.order);
        if (pageSize !== undefined) query = query.pageSize(pageSize);
        if (limit !== undefined) query = query.limit(limit);
        expect((await query.all()).map((each) => each.order)).toEqual(whole.slice(0, limit));
        expect(await query.count()).toBe(Math.min(whole.length, limit ?? 100));
        const pages: number[][] = [];
        let cursor: string | undefined;
        do {
          const page = await (some ? query.select('order') : query).page({ after: cursor });
          pages.push(page.items.map((each) => each.order));
          cursor = page.cursor;
        } while (cursor !== undefined);
        expect(pages.flat()).toEqual(whole);
        // with a limit, every page but the last ones is full
        if (limit !== undefined) {
          for (const page of pages.slice(0, Math.floor(whole.length / limit))) expect(page).toHaveLength(limit);
        }
      }),
    );
  });

  it('ask for no more items than the limit, while all of them may be wanted', async () => {
    const { backend, requests } = recorded(createEngine().backend());
    const shop = shopOn(backend);
    await shop.createTable();
    for (let number = 1; number <= 20; number += 1) await shop.of(Order).put(order(number)).send();
    requests.length = 0;
    await shop.of(Order).query({ customer: 'c1' }).limit(3).all();
    expect(requests).toMatchObject([{ operation: 'Query', input: { Limit: 3 } }]);
    requests.length = 0;
    await shop
      .of(Order)
      .query({ customer: 'c1' })
      .filter((o) => o.order.gt(18))
      .limit(2)
      .all();
    expect(requests.map(({ input }) => (input as { readonly Limit: number }).Limit)).toEqual([2, 4, 8, 16]);
  });
});

describe('a filter', () => {
  const orders = shopOn(createEngine().backend()).of(Order);

  it('is refused where DynamoDB takes none', () => {
    const Plain = entity('PLAIN', { key: { pk: '{id}' }, attributes: { id: a.string() } });
    const plains = table({ name: 'plain', backend: createEngine().backend(), entities: [Plain] }).of(Plain);
    expect(() => plains.query({ id: 'a' }).filter((p) => p.id.eq('a'))).not.toThrow();
    expect(() => orders.query({ customer: 'c' }).filter(() => 'x' as never)).toThrow(/not a condition/);
    const dropping = (o: Paths<typeof Order>) => {
      o.open.eq(true);
      return o.order.eq(1);
    };
    expect(() => orders.query({ customer: 'c' }).filter(dropping)).toThrow(/is not part of/);
  });

  it('needs one entity, as a selection does', () => {
    const collection = shopOn(createEngine().backend()).query(Order, Line, {
      customer: 'c',
    }) as never as typeof orders extends {
      query(...key: never): infer Q;
    }
      ? Q
      : never;
    expect(() => collection.filter((o) => o.open.eq(true))).toThrow(/filter\(\) is for reads of one entity/);
    expect(() => collection.select('order')).toThrow(/select\(\) is for reads of one entity/);
    expect(() => orders.query({ customer: 'c' }).select()).toThrow(/at least one attribute/);
    expect(() => orders.query({ customer: 'c' }).select('nope' as never)).toThrow(/has no attribute nope/);
  });
});

describe('items whose time to live has come', () => {
  it('are passed over on request, by the clock of the backend', async () => {
    let now = Date.parse('2026-05-01T00:00:00.000Z');
    const inner = createEngine().backend();
    const backend: Backend = {
      capabilities: inner.capabilities,
      execute: (operation, input, options) => inner.execute(operation, input, options),
      runtime: { ...inner.runtime, now: () => now },
    };
    const shop = shopOn(backend);
    await shop.createTable();
    const visits = shop.of(Visit);
    const at = (second: number) => new Date(Date.parse('2026-05-01T00:00:00.000Z') + second * 1000);
    for (const second of [1, 2, 3]) await visits.put({ customer: 'c1', at: at(second), until: at(second * 10) }).send();
    await visits.put({ customer: 'c1', at: at(4) }).send();
    await shop.of(Order).put(order(1)).send();
    const seconds = async (found: Promise<{ readonly at: Date }[]>) =>
      (await found).map((each) => each.at.getUTCSeconds());
    now += 20_000;
    const query = visits.query({ customer: 'c1' });
    expect(await seconds(query.all())).toEqual([1, 2, 3, 4]);
    expect(await seconds(query.excludeExpired().all())).toEqual([3, 4]);
    expect(await seconds(query.excludeExpired().select('at').all())).toEqual([3, 4]);
    expect(
      await seconds(
        visits
          .scan()
          .excludeExpired()
          .filter((v) => v.until.exists())
          .all(),
      ),
    ).toEqual([3]);
    expect((await shop.query(Order, Visit, { customer: 'c1' }).excludeExpired().grouped()).ORDER).toHaveLength(1);
    expect(
      await visits
        .get({ customer: 'c1', at: at(2) })
        .excludeExpired()
        .send(),
    ).toBeUndefined();
    // the clock moves between two pages, and the cursor still fits
    const page = await query.excludeExpired().limit(1).page();
    now += 10_000;
    expect(
      (await query.excludeExpired().page({ after: page.cursor })).items.map((each) => each.at.getUTCSeconds()),
    ).toEqual([4]);
    expect(await seconds(query.excludeExpired().all())).toEqual([4]);
    expect(() => shop.of(Order).scan().excludeExpired()).toThrow(ValidationError);
    expect(() => shop.of(Order).get({ customer: 'c', order: 1 }).excludeExpired()).toThrow(/a\.timeToLive\(\)/);
  });
});
