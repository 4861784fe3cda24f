import { a, entity, InDoubtError, type Infer, table, transactWrite, ValidationError } from 'holdfast';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backends, type OpenBackend } from './backends.js';

const Account = entity('ACCOUNT', {
  key: { pk: 'ACCOUNT#{id}', sk: 'BALANCE' },
  attributes: { id: a.string(), balance: a.decimal(), revision: a.version() },
});
type Account = Infer<typeof Account>;
const MailClaim = entity('MAIL', {
  key: { pk: 'MAIL#{address}', sk: 'CLAIM' },
  attributes: { address: a.string(), owner: a.string() },
  owner: 'owner',
});
const HandleClaim = entity('HANDLE', {
  key: { pk: 'HANDLE#{handle}', sk: 'CLAIM' },
  attributes: { handle: a.string(), owner: a.string() },
  owner: 'owner',
});
const Registrant = entity('REGISTRANT', {
  key: { pk: 'USER#{id}', sk: 'PROFILE' },
  attributes: {
    id: a.string(),
    email: a.string(),
    handle: a.string(),
    plan: a.literal('free', 'paid').default('free'),
  },
});
const Match = entity('MATCH', {
  key: { pk: 'MATCH#{id}', sk: 'LIVE' },
  attributes: {
    id: a.string(),
    homeGoals: a.number(),
    awayGoals: a.number(),
    scoreAt: a.timestamp().optional(),
    venue: a.map({ city: a.string() }).optional(),
  },
});
type LiveMatch = Infer<typeof Match>;
const PageView = entity('VIEW', {
  key: { pk: 'VIEW#{path}', sk: 'COUNT' },
  attributes: { path: a.string(), count: a.number() },
});
const Tally = entity('TALLY', {
  key: { pk: 'TALLY#{name}', sk: '{day}' },
  attributes: { name: a.string(), day: a.day(), count: a.number(), seen: a.stringSet() },
});
const OutboxEvent = entity('EVENT', {
  key: { pk: 'OUTBOX', sk: '{at}#{seq:12}' },
  attributes: { at: a.timestamp(), seq: a.bigint(), body: a.json<{ kind: string }>() },
});
const Order = entity('ORDER', {
  key: { pk: 'CUSTOMER#{customer}', sk: 'ORDER#{order:6}' },
  attributes: { customer: a.string(), order: a.number(), total: a.decimal() },
});
const OrderLine = entity('LINE', {
  key: { pk: 'CUSTOMER#{customer}', sk: 'ORDER#{order:6}#LINE#{line:3}' },
  attributes: { customer: a.string(), order: a.number(), line: a.number(), sku: a.string() },
});

const Stock = entity('STOCK', {
  key: { pk: 'STOCK#{id}', sk: 'LEVEL' },
  attributes: {
    id: a.string(),
    left: a.number().default(7),
    log: a.list(a.string()).default(['made']),
    notes: a.list(a.string()).optional(),
  },
});

describe.each(backends)('the calls of the contract on $name', ({ open, capabilities }) => {
  let store: OpenBackend;
  const shopOn = (name: string) =>
    table({
      name,
      backend: store.backend,
      entities: [
        Account,
        MailClaim,
        HandleClaim,
        Registrant,
        Match,
        PageView,
        Tally,
        OutboxEvent,
        Order,
        OrderLine,
        Stock,
      ],
    });
  let shop: ReturnType<typeof shopOn>;
  beforeAll(async () => {
    store = await open();
    shop = shopOn(`contract-${store.backend.runtime.uuid()}`);
    await shop.createTable();
    await shop.createTable();
  });
  afterAll(async () => {
    await store.backend.execute('DeleteTable', { TableName: shop.name });
    await store.close();
  });

  it('locks optimistically', async () => {
    const accounts = shop.of(Account);
    const created = await accounts.create({ id: 'alice', balance: '0.10' }).send();
    expect(created.revision).toBe(1);
    await accounts.retryOnConflict(async ({ signal }) => {
      const account = await accounts.get({ id: 'alice' }).consistent().orThrow({ signal });
      await accounts.put({ ...account, balance: account.balance.plus(10) }).send({ signal });
    });
    const account: Account = await accounts.get({ id: 'alice' }).consistent().orThrow();
    expect({ ...account, balance: account.balance.toString() }).toEqual({ id: 'alice', balance: '10.1', revision: 2 });
    const stale = accounts.put({ ...account, revision: 1 });
    if (capabilities.returnValuesOnConditionCheckFailure) {
      expect(await stale.returnStored().trySend()).toMatchObject({
        applied: false,
        clauses: [{ path: 'revision', saw: 2 }],
        stored: { id: 'alice', revision: 2 },
      });
    } else {
      await expect(stale.returnStored().trySend()).rejects.toThrow('needs returnValuesOnConditionCheckFailure');
      expect(await stale.trySend()).toMatchObject({ applied: false, clauses: [{ text: 'revision = 1', seen: [] }] });
    }
    await accounts.update({ id: 'alice' }).set({ balance: '5' }).ifVersion(2).send();
    await expect(accounts.update({ id: 'alice' }).set({ balance: '6' }).ifVersion(2).send()).rejects.toMatchObject({
      name: 'VersionConflictError',
    });
    await accounts.update({ id: 'alice' }).set({ balance: '7' }).ignoreVersion().send();
    expect(await accounts.get({ id: 'alice' }).consistent().send()).toMatchObject({ revision: 4 });
    await accounts.delete({ id: 'alice' }).ifVersion(4).send();
    expect(await accounts.get({ id: 'alice' }).consistent().send()).toBeUndefined();
  });

  it('names the label that was refused in a transaction', async () => {
    const mailClaims = shop.of(MailClaim);
    const handleClaims = shop.of(HandleClaim);
    const registrants = shop.of(Registrant);
    const register = (user: { id: string; email: string; handle: string }) =>
      transactWrite({
        emailTaken: mailClaims.claim({ address: user.email, owner: user.id }).returnStored(),
        handleTaken: handleClaims.claim({ handle: user.handle, owner: user.id }),
        user: registrants.create(user),
      }).trySend();
    if (!capabilities.transactions) {
      await expect(async () => register({ id: 'u1', email: 'a@b.c', handle: 'ann' })).rejects.toThrow(
        'needs transactions',
      );
      expect(await mailClaims.claim({ address: 'a@b.c', owner: 'u1' }).trySend()).toMatchObject({ applied: true });
      expect(await mailClaims.claim({ address: 'a@b.c', owner: 'u2' }).trySend()).toMatchObject({ applied: false });
      return;
    }
    expect(await register({ id: 'u1', email: 'a@b.c', handle: 'ann' })).toMatchObject({ applied: true });
    const outcome = await register({ id: 'u2', email: 'a@b.c', handle: 'bob' });
    expect(outcome.applied).toBe(false);
    if (outcome.applied) return;
    expect(outcome.labels).toEqual(['emailTaken']);
    expect(outcome.failed('emailTaken')?.stored).toEqual({ address: 'a@b.c', owner: 'u1' });
    expect(outcome.failed('handleTaken')).toBeUndefined();
    expect(await registrants.get({ id: 'u1' }).send()).toEqual({
      id: 'u1',
      email: 'a@b.c',
      handle: 'ann',
      plan: 'free',
    });
    expect(await registrants.get({ id: 'u2' }).send()).toBeUndefined();
    expect(await mailClaims.claim({ address: 'a@b.c', owner: 'u1' }).trySend()).toMatchObject({ applied: true });
  });

  it('applies only the newer of two events', async () => {
    const matches = shop.of(Match);
    const event = (minute: number, home: number) =>
      matches
        .upsert({ id: 'm1' })
        .set({ homeGoals: home, awayGoals: 0, scoreAt: new Date(Date.UTC(2026, 4, 1, 18, minute)) })
        .if((m) => m.scoreAt.notExistsOrLt(new Date(Date.UTC(2026, 4, 1, 18, minute))));
    expect(await event(10, 1).trySend()).toMatchObject({ applied: true });
    expect(await event(30, 2).trySend()).toMatchObject({ applied: true });
    const late = await event(20, 9).trySend();
    expect(late.applied).toBe(false);
    if (late.applied) return;
    if (capabilities.returnValuesOnConditionCheckFailure) {
      const again = await event(20, 9).returnStored().trySend();
      const stored: LiveMatch | undefined = again.applied ? undefined : again.stored;
      expect(stored).toMatchObject({ id: 'm1', homeGoals: 2 });
    }
    expect(late.clauses.map((clause) => clause.text)).toEqual([
      'attribute_not_exists(scoreAt) OR scoreAt < "2026-05-01T18:20:00.000Z"',
    ]);
    await matches
      .update({ id: 'm1' })
      .set({ venue: { city: 'Oslo' } })
      .send();
    await matches
      .update({ id: 'm1' })
      .set((m) => [m.homeGoals.to(m.homeGoals.plus(1)), m.venue.at('city').to('Rome')])
      .send();
    expect(await matches.get({ id: 'm1' }).send()).toMatchObject({ homeGoals: 3, venue: { city: 'Rome' } });
  });

  it('counts', async () => {
    const pageViews = shop.of(PageView);
    const tallies = shop.of(Tally);
    const view = () =>
      pageViews.upsert({ path: '/home' }).add({ count: 1 }).returning('count').send({ maxAttempts: 1 });
    expect(await view()).toEqual({ count: 1 });
    expect(await view()).toEqual({ count: 2 });
    const seen = (id: string) =>
      tallies
        .upsert({ name: 'signups', day: '2026-05-01' })
        .add({ count: 1, seen: new Set([id]) })
        .if((t) => t.seen.contains(id).not())
        .trySend();
    expect((await seen('x')).applied).toBe(true);
    expect((await seen('x')).applied).toBe(false);
    expect((await seen('y')).applied).toBe(true);
    expect(await tallies.get({ name: 'signups', day: '2026-05-01' }).send()).toEqual({
      name: 'signups',
      day: '2026-05-01',
      count: 2,
      seen: new Set(['x', 'y']),
    });
  });

  it('reads collections in order', async () => {
    const outbox = shop.of(OutboxEvent);
    for (const seq of [10n, 2n, 1n]) {
      await outbox.create({ at: new Date(0), seq, body: { kind: `e${seq}` } }).send();
    }
    const kinds: string[] = [];
    for await (const event of outbox.query({}).consistent()) kinds.push(event.body.kind);
    expect(kinds).toEqual(['e1', 'e2', 'e10']);
    const orders = shop.of(Order);
    const lines = shop.of(OrderLine);
    for (const order of [1, 2]) {
      await orders.create({ customer: 'c1', order, total: '9.99' }).send();
      for (const line of [1, 2]) await lines.create({ customer: 'c1', order, line, sku: `s${line}` }).send();
    }
    const rows: string[] = [];
    for await (const row of shop.query(Order, OrderLine, { customer: 'c1' })) {
      rows.push(row.entity === 'ORDER' ? row.item.total.toString() : row.item.sku);
    }
    expect(rows).toEqual(['9.99', 's1', 's2', '9.99', 's1', 's2']);
    expect(await orders.query({ customer: 'c1' }).all()).toHaveLength(2);
    expect(await lines.query({ customer: 'c1', order: 2 }).descending().limit(1).all()).toMatchObject([{ line: 2 }]);
    expect(await orders.query({ customer: 'c1' }).ge({ order: 2 }).all()).toMatchObject([{ order: 2 }]);
    const first = await lines.query({ customer: 'c1' }).pageSize(4).page();
    expect(first.cursor).toBeTypeOf('string');
    const rest = await lines.query({ customer: 'c1' }).page({ after: first.cursor });
    expect([...first.items, ...rest.items]).toHaveLength(4);
    expect(rest.cursor).toBeUndefined();
    expect(await orders.scan().all()).toHaveLength(2);
  });

  it('bounds a query within what it selects', async () => {
    const orders = shop.of(Order);
    const lines = shop.of(OrderLine);
    for (const order of [1, 2, 3, 10]) {
      await orders.create({ customer: 'c2', order, total: '1' }).send();
      for (const line of [1, 2, 3]) await lines.create({ customer: 'c2', order, line, sku: 's' }).send();
    }
    const of = async (rows: AsyncIterable<{ order: number; line: number }>) => {
      const found: string[] = [];
      for await (const { order, line } of rows) found.push(`${order}.${line}`);
      return found.join(' ');
    };
    const all = () => lines.query({ customer: 'c2' });
    const second = () => lines.query({ customer: 'c2', order: 2 });
    expect(await of(second())).toBe('2.1 2.2 2.3');
    expect(await of(second().gt({ line: 1 }))).toBe('2.2 2.3');
    expect(await of(second().ge({ line: 2 }))).toBe('2.2 2.3');
    expect(await of(second().lt({ line: 2 }))).toBe('2.1');
    expect(await of(second().le({ line: 2 }))).toBe('2.1 2.2');
    expect(await of(second().between({ line: 2 }, { line: 3 }))).toBe('2.2 2.3');
    expect(await of(all().gt({ order: 2 }))).toBe('3.1 3.2 3.3 10.1 10.2 10.3');
    expect(await of(all().ge({ order: 3 }))).toBe('3.1 3.2 3.3 10.1 10.2 10.3');
    expect(await of(all().lt({ order: 2 }))).toBe('1.1 1.2 1.3');
    expect(await of(all().le({ order: 2 }))).toBe('1.1 1.2 1.3 2.1 2.2 2.3');
    expect(await of(all().between({ order: 2 }, { order: 3 }))).toBe('2.1 2.2 2.3 3.1 3.2 3.3');
    expect(await of(all().gt({ order: 1, line: 2 }).limit(2))).toBe('1.3 2.1');
    const bounded = await orders.query({ customer: 'c2' }).gt({ order: 1 }).all();
    expect(bounded.map(({ order }) => order)).toEqual([2, 3, 10]);
    const before = await orders.query({ customer: 'c2' }).lt({ order: 10 }).descending().all();
    expect(before.map(({ order }) => order)).toEqual([3, 2, 1]);
    const events = shop.of(OutboxEvent);
    expect(
      await events
        .query({})
        .lt({ at: new Date(0), seq: 10n })
        .all(),
    ).toMatchObject([{ seq: 1n }, { seq: 2n }]);
    expect(
      await events
        .query({})
        .gt({ at: new Date(0) })
        .all(),
    ).toEqual([]);
  });

  it('starts from defaults where nothing is stored', async () => {
    const stocks = shop.of(Stock);
    const stored = async (id: string) => stocks.get({ id }).consistent().orThrow();
    await stocks.upsert({ id: 'new' }).add({ left: 1 }).send();
    expect(await stored('new')).toEqual({ id: 'new', left: 8, log: ['made'] });
    await store.backend.execute('PutItem', {
      TableName: shop.name,
      Item: { pk: { S: 'STOCK#old' }, sk: { S: 'LEVEL' }, _entity: { S: 'STOCK' }, id: { S: 'old' } },
    });
    expect(await stored('old')).toEqual({ id: 'old', left: 7, log: ['made'] });
    await stocks.update({ id: 'old' }).add({ left: 1 }).send();
    expect(await stored('old')).toMatchObject({ left: 8 });
    await stocks
      .update({ id: 'old' })
      .set((s) => [s.left.to(s.left.minus(2)), s.log.to(s.log.append(['sold']))])
      .send();
    expect(await stored('old')).toMatchObject({ left: 6, log: ['made', 'sold'] });
    await stocks
      .upsert({ id: 'notes' })
      .set((s) => s.notes.to(s.notes.ifNotExists([]).append(['x'])))
      .send();
    expect(await stored('notes')).toMatchObject({ notes: ['x'] });
  });

  it('refuses a second effect and what cannot be sent', async () => {
    const pageViews = shop.of(PageView);
    const token = store.backend.runtime.uuid();
    const once = () =>
      transactWrite([pageViews.upsert({ path: '/once' }).add({ count: 1 })])
        .token(token)
        .send();
    const view = pageViews.upsert({ path: '/x' }).add({ count: 1 });
    if (capabilities.transactions) {
      await once();
      await once();
      expect(await pageViews.get({ path: '/once' }).send()).toMatchObject({ count: 1 });
      await expect(Promise.resolve(transactWrite([view]) as unknown)).rejects.toThrow('was not sent');
    } else {
      await expect(async () => once()).rejects.toThrow('needs transactions');
    }
    expect(() => transactWrite({ one: view, two: view })).toThrow(ValidationError);
    expect(() => transactWrite([])).toThrow('at least one write');
    for (const unsent of [view, pageViews.get({ path: '/x' }), pageViews.query({ path: '/x' })]) {
      await expect(Promise.resolve(unsent as unknown)).rejects.toThrow('was not sent');
    }
    await expect(view.send({ maxAttempts: 0 })).rejects.toThrow('maxAttempts');
    expect(new ValidationError('x')).not.toBeInstanceOf(InDoubtError);
  });
});
