import type { TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb';
import { createEngine } from '@holdfast/engine';
import { systemRuntime } from '@holdfast/wire';
import { InDoubtError, table, transactWrite, ValidationError } from 'holdfast';
import { toCommand } from 'holdfast/dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { Account, Note } from './contested-entities.js';
import { type FaultyShop, openFaultyShop } from './faulty-shop.js';
import { type Fate, impatient } from './faulty-store.js';

let store: FaultyShop['store'];
let shop: FaultyShop['shop'];
beforeEach(async () => {
  ({ store, shop } = await openFaultyShop());
});

/** The same table, as another process would open it. */
const elsewhere = () => table({ name: 'shop', backend: store.backend, entities: [Account, Note] });
const count = (of = shop.of(Note)) => of.upsert({ id: 'n' }).set({ text: 'x' }).add({ reads: 1 });
const counted = async () => (await shop.of(Note).get({ id: 'n' }).consistent().orThrow()).reads;

describe('a sum, sent exactly once', () => {
  it.each<Fate[]>([
    ['carried out'],
    ['unanswered'],
    ['lost'],
    ['cut'],
    ['twice'],
    ['failing'],
    ['throttled', 'unanswered', 'lost'],
    ['unanswered', 'unanswered', 'unanswered', 'unanswered', 'unanswered'],
  ])('is added once after %s %s %s', async (...fates) => {
    store.meet(...fates);
    await count().exactlyOnce().send();
    expect(await counted()).toBe(1);
  });

  it('is added once when it lands late as well', async () => {
    store.meet('late');
    await count().exactlyOnce().send();
    await store.land();
    expect(await counted()).toBe(1);
  });

  it('is added twice without it: a broken variant that the same faults find', async () => {
    const bare = () =>
      store.backend.execute('UpdateItem', {
        TableName: 'shop',
        Key: { pk: { S: 'NOTE#n' }, sk: { S: 'TEXT' } },
        UpdateExpression: 'SET #id = :id, #text = :id, #entity = :note ADD #reads :one',
        ExpressionAttributeNames: { '#id': 'id', '#text': 'text', '#entity': '_entity', '#reads': 'reads' },
        ExpressionAttributeValues: { ':id': { S: 'n' }, ':note': { S: 'NOTE' }, ':one': { N: '1' } },
      });
    store.meet('unanswered');
    await bare();
    expect(await counted()).toBe(2);
  });

  it('is added once however often the value is sent, at once or one after another, and anew by a value made anew', async () => {
    const write = count().exactlyOnce();
    write.explain();
    await Promise.all([write.send(), write.send()]);
    await write.send();
    expect(await counted()).toBe(1);
    expect(toCommand(write)?.input).toEqual(toCommand(write)?.input);
    await store.client.send(toCommand(write) as TransactWriteItemsCommand);
    expect(await counted()).toBe(1);
    await count().exactlyOnce().send();
    expect(await counted()).toBe(2);
  });

  it('is added once where the value is sent again out of doubt, and the error says so', async () => {
    store.meet('unanswered', 'late');
    const write = count().exactlyOnce();
    const doubt = await write.send({ maxAttempts: 2 }).catch((error: unknown) => error);
    if (!(doubt instanceof InDoubtError)) throw doubt;
    const wayOut =
      'sent again under its token (error.token) within ten minutes of the first attempt, it takes effect at most once';
    expect(doubt.message).toBe(
      `the transaction of upsert NOTE (pk "NOTE#n", sk "TEXT") in shop may or may not have taken place, and nothing stored proves either; its attempts: 2 without a clear answer (ECONNRESET); ${wayOut}`,
    );
    const found = await doubt.resolve({ barrier: true });
    expect(found).toMatchObject({ outcome: 'unknown', mayStillHappen: true });
    expect('reason' in found && found.reason).toContain(wayOut);
    await write.send();
    await count(elsewhere().of(Note))
      .exactlyOnce({ token: doubt.token ?? '' })
      .send();
    await store.land();
    expect(await counted()).toBe(1);
  });
});

describe('a token', () => {
  it('joins the sends of several processes, before and after a crash, into one effect', async () => {
    store.meet('carried out, never answered');
    const crashed = count().exactlyOnce({ token: 'command-1' });
    crashed.send().catch(() => {});
    await new Promise((done) => setTimeout(done, 5));
    await Promise.all([
      count(elsewhere().of(Note)).exactlyOnce({ token: 'command-1' }).send(),
      count(elsewhere().of(Note)).exactlyOnce({ token: 'command-1' }).send(),
    ]);
    expect(await counted()).toBe(1);
    await count().exactlyOnce({ token: 'command-2' }).send();
    expect(await counted()).toBe(2);
  });

  it('makes the ids of its writes, so that the same write of a version is the same request from any process', async () => {
    const before = await shop.of(Account).create({ id: 'a', balance: 1 }).send();
    const put = (of = shop.of(Account)) => of.put({ ...before, balance: 2 }).exactlyOnce({ token: 'command-1' });
    await put().send();
    await put(elsewhere().of(Account)).send();
    expect(await shop.of(Account).get({ id: 'a' }).orThrow()).toEqual({ id: 'a', balance: 2, revision: 2 });
    const both = () => transactWrite([shop.of(Account).put({ ...before, balance: 3, revision: 2 })]).token('command-2');
    await both().send();
    await both().send();
    expect((await shop.of(Account).get({ id: 'a' }).orThrow()).revision).toBe(3);
  });

  it('belongs to one write: another under it is refused, and told so', async () => {
    await count().exactlyOnce({ token: 'command-1' }).send();
    const other = shop.of(Note).upsert({ id: 'n' }).set({ text: 'y' }).exactlyOnce({ token: 'command-1' }).send();
    await expect(other).rejects.toThrow(ValidationError);
    await expect(other).rejects.toMatchObject({ mayHaveHappened: true });
    await expect(other).rejects.toThrow('its token went out with another request in the last ten minutes');
    expect(await counted()).toBe(1);
  });

  it('that a value drew is not used where it may be forgotten', async () => {
    let now = Date.UTC(2026, 0, 1);
    const engine = createEngine({ runtime: { ...systemRuntime, now: () => now } });
    const timed = table({ name: 'timed', backend: engine.backend(), entities: [Note] });
    await timed.createTable();
    const write = count(timed.of(Note)).exactlyOnce();
    // to look at it starts nothing
    write.explain();
    now += 60 * 60_000;
    await write.send();
    now += 8 * 60_000;
    await write.send();
    now += 2 * 60_000;
    const late = write.send();
    await expect(late).rejects.toThrow(ValidationError);
    await expect(late).rejects.toThrow('first sent over nine minutes ago');
    await expect(late).rejects.toMatchObject({ mayHaveHappened: true, retry: 'no' });
    expect((await timed.of(Note).get({ id: 'n' }).orThrow()).reads).toBe(1);
  });

  it('is forgotten after ten minutes', async () => {
    let now = Date.UTC(2026, 0, 1);
    const engine = createEngine({ runtime: { ...systemRuntime, now: () => now } });
    const timed = table({ name: 'timed', backend: engine.backend(), entities: [Note] });
    await timed.createTable();
    const add = () => count(timed.of(Note)).exactlyOnce({ token: 'command-1' }).send();
    await add();
    now += 9 * 60_000;
    await add();
    expect((await timed.of(Note).get({ id: 'n' }).orThrow()).reads).toBe(1);
    now += 2 * 60_000;
    await add();
    expect((await timed.of(Note).get({ id: 'n' }).orThrow()).reads).toBe(2);
  });

  it('has 1 to 36 characters', () => {
    for (const token of ['', 'x'.repeat(37)]) {
      expect(() => count().exactlyOnce({ token })).toThrow(`a token takes 1 to 36 characters, not "${token}"`);
      expect(() => transactWrite([count()]).token(token)).toThrow(ValidationError);
    }
    expect(store.writes).toBe(0);
  });

  it('is kept while the service is still carrying the transaction out', async () => {
    let asked = 0;
    const tokens = new Set<string>();
    const engine = createEngine({
      conditions: {
        transactionInProgress({ token }) {
          tokens.add(token);
          asked += 1;
          return asked <= 25;
        },
      },
    });
    const backend = { ...engine.backend(), runtime: impatient };
    const busy = table({ name: 'busy', backend, entities: [Note] });
    await busy.createTable();
    await count(busy.of(Note)).exactlyOnce().send();
    expect(tokens.size).toBe(1);
    expect((await busy.of(Note).get({ id: 'n' }).orThrow()).reads).toBe(1);
  });
});

describe('exactly once, a condition that does not hold', () => {
  const conditional = () => count().if((n) => n.reads.lt(1));

  it('is refused as it is alone', async () => {
    await count().send();
    const outcome = await conditional().returnStored().exactlyOnce().trySend();
    expect(outcome).toMatchObject({ applied: false, stored: { id: 'n', reads: 1 } });
    if (!outcome.applied) expect(outcome.clauses[0]?.text).toBe('reads < 1');
    await expect(conditional().exactlyOnce().send()).rejects.toMatchObject({ name: 'ConditionFailedError' });
  });

  it('is no refusal where it fails on the write’s own effect', async () => {
    store.meet('unanswered');
    await shop.of(Note).create({ id: 'n', text: 'x' }).exactlyOnce().send();
    store.meet('unanswered');
    expect(await conditional().exactlyOnce().trySend()).toMatchObject({ applied: true });
    expect(await counted()).toBe(1);
  });
});
