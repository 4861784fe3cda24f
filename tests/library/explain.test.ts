import { createEngine } from '@holdfast/engine';
import {
  type Backend,
  type ConsumedCapacity,
  type OperationInput,
  type OperationName,
  systemRuntime,
} from '@holdfast/wire';
import fc from 'fast-check';
import {
  a,
  type Bounds,
  batchGet,
  batchWrite,
  type Explanation,
  entity,
  table,
  transactGet,
  transactWrite,
  ValidationError,
} from 'holdfast';
import { describe, expect, it } from 'vitest';
import { recorded } from './recorded.js';

const Note = entity('NOTE', {
  key: { pk: 'NOTE#{id}', sk: 'TEXT' },
  attributes: {
    id: a.string(),
    text: a.string(),
    by: a.string().optional(),
    reads: a.number().default(0),
    tags: a.stringSet().optional(),
  },
  indexes: {
    whole: { pk: 'BY#{by}', sk: '{id}' },
  },
});
const Listed = entity('LISTED', {
  key: { pk: 'LISTED#{id}', sk: 'TEXT' },
  attributes: { id: a.string(), text: a.string(), by: a.string().optional(), reads: a.number().default(0) },
  indexes: {
    keys: { pk: 'TEXTBY#{by}', projection: 'keys' },
    some: { sk: 'READS#{reads:9}', projection: ['text'] },
  },
});
const Account = entity('ACCOUNT', {
  key: { pk: 'ACCOUNT#{id}', sk: 'BALANCE' },
  attributes: { id: a.string(), balance: a.number(), note: a.string().optional(), revision: a.version() },
});

async function opened(inner: Backend = createEngine().backend()) {
  const { backend, requests } = recorded(inner);
  const shop = table({ name: 'shop', backend, entities: [Note, Listed, Account] });
  await shop.createTable();
  requests.length = 0;
  return { backend, requests, shop, notes: shop.of(Note), listed: shop.of(Listed), accounts: shop.of(Account) };
}

/** What the engine bills for the explained requests. */
async function billed(backend: Backend, { requests }: Explanation): Promise<number> {
  let units = 0;
  for (const { operation, input } of requests) {
    const asking = { ...input, ReturnConsumedCapacity: 'TOTAL' } as OperationInput<OperationName>;
    const { output } = await backend.execute(operation as OperationName, asking);
    const { ConsumedCapacity: consumed } = output as { ConsumedCapacity?: ConsumedCapacity | ConsumedCapacity[] };
    for (const each of [consumed ?? []].flat()) units += each.CapacityUnits ?? 0;
  }
  return units;
}
function expectWithin(units: number, { atLeast, atMost }: Bounds): void {
  expect(units).toBeGreaterThanOrEqual(atLeast);
  expect(units).toBeLessThanOrEqual(atMost);
}

const length = fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 900, max: 1_100 }), fc.constant(9_000));
const note = fc
  .record({
    id: fc.constantFrom('a', 'b', 'c'),
    text: length.map((size) => 'x'.repeat(size)),
    by: fc.option(fc.constantFrom('ann', 'bob'), { nil: undefined }),
    reads: fc.nat(999),
  })
  .map(({ by, ...others }) => (by === undefined ? others : { ...others, by }));

function of<O extends { explain(): Explanation }>(operation: O, send: (operation: O) => Promise<unknown>) {
  return [operation, () => send(operation)] as const;
}

describe('explain', () => {
  it('shows the request that send makes, but for the ids that it draws', async () => {
    const { requests, accounts, notes } = await opened();
    const put = accounts.put({ id: 'a', balance: 1 });
    const explained = put.explain();
    expect(requests).toEqual([]);
    await put.send();
    const [sent] = requests;
    const [shown] = explained.requests;
    expect(shown?.operation).toBe(sent?.operation);
    const nil = '00000000-0000-0000-0000-000000000000';
    const { Item, ...others } = (sent?.input ?? {}) as OperationInput<'PutItem'>;
    expect(shown?.input).toEqual({ ...others, Item: { ...Item, _write: { S: nil } } });
    expect(put.explain()).toEqual(explained);
    const query = notes.query({ id: 'a' }).filter((n) => n.reads.gt(1));
    const page = query.explain().requests[0];
    await query.page();
    expect(requests.at(-1)).toEqual({ operation: page?.operation, input: page?.input });
    expect(page?.sizes).toEqual({ items: [], expressions: { FilterExpression: 7, KeyConditionExpression: 19 } });
  });

  it('shows what every operation sends, where the ids are those that it shows', async () => {
    const inner = createEngine().backend();
    const runtime = { ...systemRuntime, uuid: () => '00000000-0000-0000-0000-000000000000' };
    const { execute, capabilities } = inner;
    const backend = { runtime, capabilities, execute: execute.bind(inner) };
    const { accounts, notes, listed, requests } = await opened(backend);
    const text = { id: 'a', text: 'x', by: 'ann' };
    const update = accounts.update({ id: 'a' }).add({ balance: 1 });
    const all: readonly (readonly [{ explain(): Explanation }, () => Promise<unknown>])[] = [
      of(notes.create(text), (each) => each.send()),
      of(notes.put(text).ifExists(), (each) => each.trySend()),
      of(accounts.create({ id: 'a', balance: 1 }), (each) => each.send()),
      of(update.ifVersion(1).returnNew(), (each) => each.send()),
      of(update.ignoreVersion().exactlyOnce(), (each) => each.send()),
      of(notes.upsert({ id: 'b' }).set({ text: 'y' }), (each) => each.send()),
      of(
        notes.delete({ id: 'b' }).if((n) => n.text.eq('z')),
        (each) => each.trySend(),
      ),
      of(transactWrite({ one: listed.create(text), other: accounts.check({ id: 'a' }) }).token('t'), (each) =>
        each.send(),
      ),
      of(batchWrite([notes.put(text), notes.delete({ id: 'c' })]), (each) => each.send()),
      of(notes.get({ id: 'a' }).select('text'), (each) => each.send()),
      of(batchGet([notes.get({ id: 'a' }).consistent(), listed.get({ id: 'a' })]), (each) => each.send()),
      of(transactGet({ a: notes.get({ id: 'a' }) }), (each) => each.send()),
      of(notes.query({ id: 'a' }).limit(3), (each) => each.page()),
      of(notes.index('whole').query({ by: 'ann' }).descending(), (each) => each.page()),
      of(
        notes.scan().filter((n) => n.reads.gt(1)),
        (each) => each.page(),
      ),
    ];
    for (const [operation, send] of all) {
      const shown = operation.explain().requests.map(({ operation: name, input }) => ({ operation: name, input }));
      requests.length = 0;
      await send();
      expect(requests).toEqual(shown);
    }
  });

  it('keeps the token of the caller, and draws none of its own', async () => {
    let drawn = 0;
    const inner = createEngine().backend();
    const runtime = { ...systemRuntime, uuid: () => `${++drawn}` };
    const { execute, capabilities } = inner;
    const { accounts, notes, requests } = await opened({ runtime, capabilities, execute: execute.bind(inner) });
    drawn = 0;
    const writes = [accounts.put({ id: 'a', balance: 1 })];
    const explained = transactWrite(writes).token('pay-1').explain();
    expect(explained.requests[0]?.input).toMatchObject({ ClientRequestToken: 'pay-1' });
    accounts.update({ id: 'a' }).ignoreVersion().add({ balance: 1 }).exactlyOnce().explain();
    transactWrite(writes).explain();
    batchWrite([notes.put({ id: 'a', text: 'x' })]).explain();
    expect(drawn).toBe(0);
    expect(requests).toEqual([]);
  });

  it('is exact for what certainly is new', async () => {
    await fc.assert(
      fc.asyncProperty(note, async (item) => {
        const { backend, notes } = await opened();
        for (const write of [notes.create(item), transactWrite([notes.create(item)])]) {
          const explained = write.explain();
          expect(explained.writeUnits.atLeast).toBe(explained.writeUnits.atMost);
          expect(await billed(backend, explained)).toBe(explained.writeUnits.atMost);
          await notes.delete({ id: item.id }).send();
        }
        const { sizes } = notes.create(item).explain().requests[0] ?? {};
        expect(sizes?.items[0]?.atLeast).toBe(sizes?.items[0]?.atMost);
      }),
      { numRuns: 40 },
    );
  });

  it('bounds what entries of a part of the item cost', async () => {
    await fc.assert(
      fc.asyncProperty(note, async (item) => {
        const { backend, listed } = await opened();
        const create = listed.create(item).explain();
        expectWithin(await billed(backend, create), create.writeUnits);
        const again = listed.put({ ...item, by: 'eve' }).explain();
        expectWithin(await billed(backend, again), again.writeUnits);
      }),
      { numRuns: 40 },
    );
  });

  it('bounds what is billed for any write of what may be stored', async () => {
    const writes = fc.array(
      fc.tuple(fc.constantFrom('put', 'update', 'upsert', 'delete', 'many', 'batch', 'once'), note),
      { minLength: 1, maxLength: 8 },
    );
    await fc.assert(
      fc.asyncProperty(writes, async (all) => {
        const { backend, notes } = await opened();
        for (const [verb, item] of all) {
          const { id, ...changes } = item;
          const update = notes.upsert({ id }).set(changes);
          const operation = {
            put: () => notes.put(item),
            update: () => notes.upsert({ id }).add({ tags: new Set([changes.text]) }),
            upsert: () => update,
            delete: () => notes.delete({ id }),
            many: () => transactWrite([update, notes.delete({ id: 'd' }), notes.check({ id: 'e' }).ifNotExists()]),
            batch: () => batchWrite([notes.put(item), notes.delete({ id: 'd' })]),
            once: () => update.exactlyOnce({ token: 'once' }),
          }[verb]();
          const { requests, writeUnits } = operation.explain();
          const fresh = requests.map((request) =>
            verb === 'many' || verb === 'once'
              ? { ...request, input: { ...request.input, ClientRequestToken: backend.runtime.uuid() } }
              : request,
          ) as typeof requests;
          expectWithin(await billed(backend, { requests: fresh } as Explanation), writeUnits);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('bounds what is billed for any read', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(note, { maxLength: 6 }),
        fc.boolean(),
        fc.integer({ min: 1, max: 5 }),
        async (all, consistent, size) => {
          const { backend, notes } = await opened();
          for (const item of all) await notes.put(item).send();
          const get = consistent ? notes.get({ id: 'a' }).consistent() : notes.get({ id: 'a' });
          const query = consistent ? notes.query({ id: 'a' }).consistent() : notes.query({ id: 'a' });
          const reads = [
            get,
            get.select('text'),
            query,
            query.limit(size),
            notes.scan(),
            notes.scan().pageSize(size),
            batchGet([get, notes.get({ id: 'b' }), notes.get({ id: 'b' })]),
            transactGet([get, notes.get({ id: 'c' })]),
          ];
          for (const each of reads) {
            const explained = each.explain();
            expectWithin(await billed(backend, explained), explained.readUnits);
            expect(explained.writeUnits).toEqual({ atLeast: 0, atMost: 0 });
          }
        },
      ),
      { numRuns: 30 },
    );
  });

  it('says what a refusal costs where there is a condition', async () => {
    const { notes } = await opened();
    expect(notes.put({ id: 'a', text: 'x' }).explain().refusedWriteUnits).toBeUndefined();
    expect(notes.create({ id: 'a', text: 'x' }).explain().refusedWriteUnits).toEqual({ atLeast: 1, atMost: 400 });
    const both = transactWrite([notes.create({ id: 'a', text: 'x' }), notes.delete({ id: 'b' })]);
    expect(both.explain().refusedWriteUnits).toEqual({ atLeast: 0, atMost: 1_600 });
  });

  it('shows every request of a large batch', async () => {
    const { notes } = await opened();
    const puts = Array.from({ length: 30 }, (_, at) => notes.put({ id: `${at}`, text: 'x' }));
    expect(
      batchWrite(puts)
        .explain()
        .requests.map(({ sizes }) => sizes.items.length),
    ).toEqual([25, 5]);
    const gets = Array.from({ length: 101 }, (_, at) => notes.get({ id: `${at}` }));
    const explained = batchGet([...gets, notes.get({ id: 'x' }).consistent()]).explain();
    expect(explained.requests).toHaveLength(3);
    expect(explained.readUnits.atLeast).toBe(51.5);
  });

  it('refuses what sending would', async () => {
    const { accounts, notes } = await opened();
    const update = accounts.update({ id: 'a' }).set({ balance: 1 });
    expect(() => (update as unknown as { explain(): void }).explain()).toThrow(ValidationError);
    expect(() => notes.update({ id: 'a' }).explain()).toThrow('it changes nothing');
  });
});
