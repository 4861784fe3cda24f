import { createEngine } from '@holdfast/engine';
import type { Backend } from '@holdfast/wire';
import { a, entity, signedCursors, table, ValidationError } from 'holdfast';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backends, type OpenBackend } from './backends.js';

const Order = entity('ORDER', {
  key: { pk: 'CUSTOMER#{customer}', sk: 'ORDER#{order:6}' },
  attributes: { customer: a.string(), order: a.number(), open: a.boolean() },
});
const Line = entity('LINE', {
  key: { pk: 'CUSTOMER#{customer}', sk: 'ORDER#{order:6}#LINE#{line:3}' },
  attributes: { customer: a.string(), order: a.number(), line: a.number() },
});
const secret = 'a secret of at least 32 characters';
const former = 'the secret that was used before it';

type Cursors = ReturnType<typeof signedCursors> | undefined;
const shopOn = (backend: Backend, cursors: Cursors, name = 'shop') =>
  table({ name, backend, entities: [Order, Line], cursors });

const places = backends.flatMap(({ name, open }) => [
  { name: `with a checksum on ${name}`, open, cursors: undefined },
  { name: `that is signed on ${name}`, open, cursors: signedCursors(secret) },
]);

describe.each(places)('a cursor $name', ({ open, cursors }) => {
  let store: OpenBackend;
  let backend: Backend;
  let names: readonly string[];
  let shop: ReturnType<typeof shopOn>;
  let cursor: string;
  beforeAll(async () => {
    store = await open();
    backend = store.backend;
    names = ['shop', 'other'].map((name) => `${name}-${backend.runtime.uuid()}`);
    for (const name of names) await shopOn(backend, cursors, name).createTable();
    shop = shopOn(backend, cursors, names[0]);
    for (let order = 1; order <= 5; order += 1) {
      for (const customer of ['ann', 'bob']) await shop.of(Order).put({ customer, order, open: true }).send();
    }
    cursor = (await shop.of(Order).query({ customer: 'ann' }).pageSize(2).page()).cursor ?? '';
  });
  afterAll(async () => {
    for (const TableName of names) await backend.execute('DeleteTable', { TableName });
    await store.close();
  });
  const refusal = {
    name: 'ValidationError',
    message: expect.stringContaining('is no cursor that a page of this read'),
  };

  it('goes on where its page ended, whatever is fetched of how many', async () => {
    const query = shop.of(Order).query({ customer: 'ann' });
    expect((await query.page({ after: cursor })).items.map(({ order }) => order)).toEqual([3, 4, 5]);
    expect((await query.consistent().select('order').limit(1).page({ after: cursor })).items).toEqual([{ order: 3 }]);
    expect(cursor).toMatch(/^[\w-]+$/);
  });

  it('is refused by every other read', async () => {
    const orders = shop.of(Order);
    const query = orders.query({ customer: 'ann' });
    const others = [
      orders.query({ customer: 'bob' }),
      query.descending(),
      query.filter((o) => o.open.eq(true)),
      query.ge({ order: 1 }),
      shop.of(Line).query({ customer: 'ann' }),
      orders.scan(),
      shop.query(Order, Line, { customer: 'ann' }),
      shopOn(backend, cursors, names[1]).of(Order).query({ customer: 'ann' }),
    ];
    for (const other of others) await expect(other.page({ after: cursor })).rejects.toMatchObject(refusal);
  });

  it('is refused where anything of it was changed', async () => {
    const query = shop.of(Order).query({ customer: 'ann' });
    const changed = [...cursor].map((letter, index) => {
      return cursor.slice(0, index) + (letter === 'A' ? 'B' : 'A') + cursor.slice(index + 1);
    });
    const foreign = ['', '!', 'AAAA', btoa('[]'), btoa('["[]","x"]'), btoa('null'), cursor.slice(1), `${cursor}AAAA`];
    for (const each of [...changed, ...foreign]) {
      const page = await query.page({ after: each }).catch((error: unknown) => error);
      // the last letter of base64 has bits to spare, so a changed one can stand for the same cursor
      if (page instanceof ValidationError) expect(page).toMatchObject(refusal);
      else expect(page).toMatchObject({ items: [{ order: 3 }, { order: 4 }, { order: 5 }] });
    }
    expect(changed.length).toBeGreaterThan(60);
  });
});

describe('signed cursors', () => {
  it('are taken from no other signer, and from none at all', async () => {
    const backend = createEngine().backend();
    const signers = [signedCursors(secret), signedCursors(former), undefined];
    const orders = signers.map((cursors) => shopOn(backend, cursors).of(Order));
    await shopOn(backend, undefined).createTable();
    for (let order = 1; order <= 3; order += 1) await orders[0]?.put({ customer: 'ann', order, open: true }).send();
    const cursors = await Promise.all(
      orders.map(async (each) => (await each.query({ customer: 'ann' }).limit(1).page()).cursor),
    );
    expect(new Set(cursors).size).toBe(3);
    for (const [from, after] of cursors.entries()) {
      for (const [to, each] of orders.entries()) {
        const page = each.query({ customer: 'ann' }).page({ after });
        if (from === to) expect((await page).items).toHaveLength(2);
        else await expect(page).rejects.toThrow(ValidationError);
      }
    }
    // while a secret is being replaced
    const both = shopOn(backend, signedCursors(secret, former)).of(Order).query({ customer: 'ann' });
    for (const after of cursors.slice(0, 2)) expect((await both.page({ after })).items).toHaveLength(2);
    expect((await both.limit(1).page()).cursor).toBe(cursors[0]);
  });

  it('need a secret that cannot be guessed', () => {
    expect(() => signedCursors('short')).toThrow(/at least 32 bytes, not 5/);
    expect(() => signedCursors(secret, new Uint8Array(31))).toThrow(ValidationError);
  });
});
