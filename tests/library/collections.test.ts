import { createEngine } from '@holdfast/engine';
import fc from 'fast-check';
import { a, entity, table, ValidationError } from 'holdfast';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backends, type OpenBackend } from './backends.js';
import { recorded } from './recorded.js';

const Order = entity('ORDER', {
  key: { pk: 'CUSTOMER#{customer}', sk: 'ORDER#{order}' },
  attributes: { customer: a.string(), order: a.string(), total: a.number() },
});
const Line = entity('LINE', {
  key: { pk: 'CUSTOMER#{customer}', sk: 'ORDER#{order}#LINE#{line:3}' },
  attributes: { customer: a.string(), order: a.string(), line: a.number() },
});
const Payment = entity('PAYMENT', {
  key: { pk: 'CUSTOMER#{customer}', sk: 'PAYMENT#{order}' },
  attributes: { customer: a.string(), order: a.string() },
});
const Customer = entity('CUSTOMER', {
  key: { pk: 'CUSTOMER#{customer}', sk: 'CUSTOMER' },
  attributes: { customer: a.string() },
});
const entities = [Order, Line, Payment, Customer];
const customer = 'ann';

describe.each(backends)('one order with its lines on $name', ({ open }) => {
  let store: OpenBackend;
  const shopOn = (name: string) => table({ name, backend: store.backend, entities });
  let shop: ReturnType<typeof shopOn>;
  beforeAll(async () => {
    store = await open();
    shop = shopOn(`collections-${store.backend.runtime.uuid()}`);
    await shop.createTable();
    // neighbours that begin as it does
    for (const order of ['1', '10', '1#', '2']) {
      await shop.of(Order).put({ customer, order, total: 1 }).send();
      await shop.of(Payment).put({ customer, order }).send();
      for (const line of [1, 2]) await shop.of(Line).put({ customer, order, line }).send();
    }
  });
  afterAll(async () => {
    await store.backend.execute('DeleteTable', { TableName: shop.name });
    await store.close();
  });
  const found = (order: string) => ({
    ORDER: [{ customer, order, total: 1 }],
    LINE: [1, 2].map((line) => ({ customer, order, line })),
  });

  it.each(['1', '10', '1#', '2'])('is read without its neighbours: %s', async (order) => {
    const query = shop.query(Order, Line, { customer, order }).consistent();
    expect(await query.grouped()).toEqual(found(order));
    expect(await query.count()).toBe(3);
    expect((await query.descending().all()).map((row) => row.entity)).toEqual(['LINE', 'LINE', 'ORDER']);
  });

  it('comes in pages of any size, whose cursors belong to it', async () => {
    const query = (order: string) => shop.query(Order, Line, { customer, order }).consistent().limit(2);
    const first = await query('1').page();
    const { cursor } = first;
    const next = await query('1').page({ after: cursor ?? '' });
    expect([...first.items, ...next.items].map((row) => row.item)).toEqual([...found('1').ORDER, ...found('1').LINE]);
    await expect(query('10').page({ after: cursor ?? '' })).rejects.toThrow(ValidationError);
  });

  it('is one item where one entity is asked for, and nothing where nothing is', async () => {
    expect(await shop.query(Order, { customer, order: '1' }).consistent().grouped()).toEqual({
      ORDER: found('1').ORDER,
    });
    expect(await shop.query(Line, { customer, order: '1', line: 2 }).consistent().all()).toHaveLength(1);
    expect(await shop.query(Order, Line, { customer, order: '3' }).consistent().all()).toEqual([]);
  });
});

describe('a collection by a part of the sort key', () => {
  const { backend, requests } = recorded(createEngine().backend());
  const shop = table({ name: 'shop', backend, entities });
  const untyped = shop as unknown as { query(...given: readonly unknown[]): { all(): Promise<unknown[]> } };

  it.each([
    ['an entity without the attribute', [Order, Customer, { customer, order: '1' }], 'CUSTOMER has no attribute order'],
    [
      'an attribute behind the one that is given by all',
      [Order, Line, { customer, order: '1', line: 1 }],
      'ORDER has no attribute line',
    ],
    ['an attribute without those before it', [Line, { customer, line: 1 }], 'needs order before line'],
    [
      'sort keys that begin differently',
      [Order, Payment, { customer, order: '1' }],
      'ORDER and PAYMENT: their sort keys begin differently, so that no one query reads them by order; query each, or the whole partition',
    ],
    [
      'partition keys of other attributes',
      [Order, entity('ORDER', { key: { pk: 'CUSTOMER#{id}' }, attributes: { id: a.string() } }), { customer }],
      'the table shop was made with another definition of ORDER; give it the same',
    ],
  ])('refuses %s before anything is sent', (_name, given, message) => {
    expect(() => untyped.query(...given)).toThrow(ValidationError);
    expect(() => untyped.query(...given)).toThrow(message);
    expect(requests).toEqual([]);
  });

  it('refuses entities whose partition keys have other attributes, and says how they may share one', () => {
    const Person = entity('PERSON', { key: { pk: 'CUSTOMER#{id}', sk: 'PERSON' }, attributes: { id: a.string() } });
    const both = table({ name: 'shop', backend, entities: [Order, Person] });
    expect(() => (both as unknown as typeof untyped).query(Order, Person, { customer })).toThrow(
      'ORDER and PERSON share no partition: "CUSTOMER#{customer}", "CUSTOMER#{id}"; a collection takes entities whose partition keys are written alike, with attributes of one name, which as() can store under several',
    );
    const Named = entity('PERSON', {
      key: { pk: 'CUSTOMER#{customer}', sk: 'PERSON' },
      attributes: { customer: a.string().as('id') },
    });
    const alike = table({ name: 'shop', backend, entities: [Order, Named] });
    expect(alike.query(Order, Named, { customer }).explain().requests).toHaveLength(1);
  });

  it('is what those items are, whatever the values', async () => {
    const text = fc.string({ unit: fc.constantFrom('1', '#', '%', 'a', 'ü', '😀'), minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(text, { maxLength: 6 }),
        text,
        fc.integer({ min: 1, max: 3 }),
        async (all, one, size) => {
          const own = table({ name: 'own', backend: createEngine().backend(), entities });
          await own.createTable();
          for (const order of all) {
            await own.of(Order).put({ customer, order, total: 0 }).send();
            await own.of(Line).put({ customer, order, line: 1 }).send();
          }
          const expected = all.includes(one) ? 1 : 0;
          const query = own.query(Order, Line, { customer, order: one }).pageSize(size);
          const { ORDER, LINE } = await query.grouped();
          expect([ORDER.length, LINE.length]).toEqual([expected, expected]);
          for (const { order } of [...ORDER, ...LINE]) expect(order).toBe(one);
        },
      ),
      { numRuns: 50 },
    );
  });
});
