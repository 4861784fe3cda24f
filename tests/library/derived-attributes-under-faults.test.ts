import { type AttributeMap, type Backend, equalValues } from '@holdfast/wire';
import { type AnyEntity, a, batchWrite, entity, InDoubtError, table, transactWrite } from 'holdfast';
import { dynamodb } from 'holdfast/dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Fate, type FaultyStore, faultyStore, impatient } from './faulty-store.js';

const title = a.string();
const slugOf = (text: string) => text.toLowerCase().replaceAll(' ', '-');
const shape = {
  key: { pk: 'TICKET#{id}' },
  indexes: { bySlug: { pk: 'SLUG#{slug}', sk: '{made}' } },
} as const;
const derived = {
  id: a.string(),
  title,
  slug: a.computed(a.string(), { title }, (ticket) => slugOf(ticket.title)),
  made: a.createdAt(),
  changed: a.updatedAt(),
};
const Ticket = entity('TICKET', { ...shape, attributes: { ...derived, revision: a.version() } });
const Loose = entity('TICKET', { ...shape, attributes: derived });
/** What a program does that keeps the same attributes itself. */
const ByHand = entity('TICKET', {
  ...shape,
  attributes: { id: a.string(), title, slug: a.string(), made: a.timestamp(), changed: a.timestamp() },
});

let store: FaultyStore;
/** The writes that went out, as text. */
let sent: string[];
/** The item 1 after each write. */
let history: AttributeMap[];
let now: () => number;
let backend: Backend;

beforeEach(async () => {
  store = faultyStore({ maxAttempts: 1 });
  sent = [];
  history = [];
  let time = Date.UTC(2026, 0, 1);
  // so that reading the clock twice shows
  now = () => {
    time += 1;
    return time;
  };
  backend = dynamodb(store.client, { runtime: { ...impatient, now } });
  await table({ name: 'shop', backend, entities: [Ticket] }).createTable();
  const inner = store.client.config.requestHandler;
  const handle: typeof inner.handle = async (request, options) => {
    const target = String(request.headers['x-amz-target']);
    if (/\.(Get|Query|Scan)/.test(target)) return inner.handle(request, options);
    sent.push(new TextDecoder().decode(request.body));
    try {
      return await inner.handle(request, options);
    } finally {
      await look();
    }
  };
  store.client.config.requestHandler = Object.assign(Object.create(inner), { handle });
});

const of = <E extends AnyEntity>(one: E, on = backend) => table({ name: 'shop', backend: on, entities: [one] }).of(one);
const tickets = () => of(Ticket);
const read = () => tickets().get({ id: '1' }).consistent().orThrow();

async function look() {
  const input = { TableName: 'shop', Key: { pk: { S: 'TICKET#1' } } };
  const { output } = await store.engine.backend().execute('GetItem', input);
  if (output.Item !== undefined) history.push(output.Item);
}

/** What is wrong with what is stored, and with what was before it. */
async function faults(names: readonly string[] = []): Promise<string[]> {
  await look();
  const found = new Set<string>();
  for (const [index, after] of history.entries()) {
    const before = history[index - 1] ?? after;
    if (textOf(after, 'changed') < textOf(before, 'changed')) found.add('an older change came after a newer one');
    if (textOf(after, 'made') !== textOf(before, 'made')) found.add('it was made twice');
  }
  const { output } = await store.engine.backend().execute('Scan', { TableName: 'shop' });
  for (const stored of output.Items ?? []) {
    const loose = of(Loose);
    const item = loose.decode(stored as never);
    const [request] = item === undefined ? [] : loose.put(item).explain().requests;
    const { Item = {} } = (request?.input ?? {}) as { readonly Item?: AttributeMap };
    for (const [name, value] of Object.entries(Item)) {
      const is = stored[name];
      if (name !== 'changed' && (is === undefined || !equalValues(is, value))) found.add(`${name} is out of date`);
    }
  }
  const text = textOf(history.at(-1) ?? {}, 'title');
  for (const name of names) if (!text.split(' ').includes(name)) found.add('a writer’s change is lost');
  return [...found];
}
function textOf(item: AttributeMap, name: string): string {
  const value = item[name];
  return value !== undefined && 'S' in value ? value.S : '';
}

describe('two writers that race', () => {
  const names = ['ann', 'bob', 'eve', 'joe', 'sue'];

  it('leave what the library writes as one after the other would', async () => {
    await tickets().create({ id: '1', title: 'by' }).send();
    const add = (name: string) =>
      tickets().retryOnConflict(
        async () => {
          const ticket = await read();
          await tickets()
            .put({ ...ticket, title: `${ticket.title} ${name}` })
            .send();
        },
        { runs: names.length },
      );
    await Promise.all(names.map(add));
    expect(await faults(names)).toEqual([]);
    const changes = history.map((item) => textOf(item, 'changed'));
    expect(new Set(changes).size).toBe(names.length + 1);
    expect((await read()).revision).toBe(names.length + 1);
  });

  it('do not, where a program keeps the times and the rest itself', async () => {
    const byHand = of(ByHand);
    const times = () => ({ made: new Date(now()), changed: new Date(now()) });
    await byHand.create({ id: '1', title: 'by', slug: 'by', ...times() }).send();
    const add = async (name: string) => {
      const changed = new Date(now());
      const ticket = await byHand.get({ id: '1' }).consistent().orThrow();
      const text = `${ticket.title} ${name}`;
      await byHand.put({ ...ticket, title: text, slug: slugOf(text), changed }).send();
    };
    await Promise.all(names.map(add));
    expect(await faults(names)).toContain('a writer’s change is lost');
  });

  it('take a new time in each run of retryOnConflict', async () => {
    const made = await tickets().create({ id: '1', title: 'a' }).send();
    sent.length = 0;
    let others: Date | undefined;
    const mine = await tickets().retryOnConflict(async ({ run }) => {
      const ticket = await read();
      if (run === 1) {
        const put = tickets().put({ ...ticket, title: 'other' });
        others = (await put.send()).changed;
      }
      return tickets()
        .put({ ...ticket, title: 'mine' })
        .send();
    });
    expect(sent).toHaveLength(3);
    expect(mine.made).toEqual(made.made);
    expect(Number(mine.changed)).toBeGreaterThan(Number(others));
    expect(await faults()).toEqual([]);
  });
});

const lostOn = [['lost'], ['unanswered'], ['cut'], ['failing'], ['unanswered', 'lost', 'unanswered']] as const;

/** Each write of an entity with attributes that the library writes, on an item that is there, or a new one. */
const writes: Record<string, (on: Backend) => Promise<unknown>> = {
  'a create': (on) => of(Ticket, on).create({ id: '2', title: 'x y' }).send(),
  'a put of a read item': async (on) =>
    of(Ticket, on)
      .put({ ...(await read()), title: 'x y' })
      .send(),
  'an update of a version': (on) => of(Ticket, on).update({ id: '1' }).ifVersion(1).set({ title: 'x y' }).send(),
  'an upsert that creates': (on) => of(Loose, on).upsert({ id: '2' }).set({ title: 'x y' }).send(),
  'a put without a version': (on) => of(Loose, on).put({ id: '2', title: 'x y' }).send(),
  'a batch': (on) => batchWrite([of(Loose, on).put({ id: '2', title: 'x y' })]).send(),
  'a transaction': (on) =>
    transactWrite([
      of(Ticket, on).create({ id: '2', title: 'x y' }),
      of(Ticket, on).update({ id: '1' }).ifVersion(1).set({ title: 'z' }),
    ]).send(),
  'exactly once': (on) =>
    of(Ticket, on).update({ id: '1' }).ignoreVersion().set({ title: 'x y' }).exactlyOnce({ token: 'once' }).send(),
};

describe.each(Object.entries(writes))('%s', (_name, write) => {
  beforeEach(async () => {
    await tickets().create({ id: '1', title: 'a b' }).send();
    sent.length = 0;
  });

  it.each(lostOn)('whose answer is %s, is sent again to the byte, and leaves what one does', async (...fates) => {
    store.meet(...(fates as readonly Fate[]));
    await write(backend);
    expect(sent.length).toBeGreaterThan(1);
    expect(new Set(sent).size).toBe(1);
    expect(await faults()).toEqual([]);
    expect(new Set(history.map((item) => textOf(item, 'changed'))).size).toBeLessThanOrEqual(2);
  });

  it('comes twice, and leaves what one does', async () => {
    store.meet('twice');
    await write(backend);
    expect(await faults()).toEqual([]);
    expect((await read()).revision).toBeLessThanOrEqual(2);
  });

  it('does not, where each attempt reads the clock', async () => {
    store.meet('unanswered', 'unanswered');
    const time = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
    const restamping: Backend = {
      runtime: backend.runtime,
      capabilities: backend.capabilities,
      execute: (operation, input, options) => {
        const stamp = new Date(now()).toISOString();
        const anew = (_key: string, value: unknown) => (typeof value === 'string' && time.test(value) ? stamp : value);
        return backend.execute(operation, JSON.parse(JSON.stringify(input), anew), options);
      },
    };
    const error = await write(restamping).catch((reason: unknown) => reason);
    expect(new Set(sent).size).toBeGreaterThan(1);
    // another request under its token is refused, which says nothing of what became of the first
    if (sent[0]?.includes('ClientRequestToken')) expect(error).toBeInstanceOf(InDoubtError);
  });
});

describe('a command that comes twice', () => {
  it('makes a ticket once', async () => {
    const open = () => tickets().create({ id: '1', title: 'x' }).trySend();
    expect([(await open()).applied, (await open()).applied]).toEqual([true, false]);
    expect(await faults()).toEqual([]);
  });
  it('makes it twice where it is put', async () => {
    const open = () => of(Loose).put({ id: '1', title: 'x' }).send();
    await open();
    await open();
    expect(await faults()).toEqual(['it was made twice']);
  });
});

describe('a request that lands late', () => {
  /** The first attempt is delayed; it is sent again, another writer follows, and then the first one lands. */
  const inOrder = async (mine: () => Promise<unknown>, others: () => Promise<unknown>) => {
    store.meet('late');
    await mine();
    await others();
    await store.land();
    return faults();
  };

  it('changes nothing behind another writer', async () => {
    const ticket = await tickets().create({ id: '1', title: 'a' }).send();
    const put = (text: string) => async () =>
      tickets()
        .put({ ...(await read()), title: text })
        .send();
    expect(
      await inOrder(
        () =>
          tickets()
            .put({ ...ticket, title: 'mine' })
            .send(),
        put('other'),
      ),
    ).toEqual([]);
    expect(await read()).toMatchObject({ title: 'other', slug: 'other', revision: 3 });
  });
  it('brings an older state back where there is no version', async () => {
    const ticket = await of(Loose).create({ id: '1', title: 'a' }).send();
    const put = (text: string) => () =>
      of(Loose)
        .put({ ...ticket, title: text })
        .send();
    expect(await inOrder(put('mine'), put('other'))).toEqual(['an older change came after a newer one']);
  });
});

describe('a client that crashes', () => {
  const timeout = 20_000;
  const never = () => new Promise<never>(() => {});
  const carryOn = () =>
    tickets().retryOnConflict(async () =>
      tickets()
        .put({ ...(await read()), title: 'carried on' })
        .send(),
    );

  it.each([
    ['before its write', never, 'a'],
    ['behind it', 'carried out, never answered', 'crashed here'],
  ] as const)('%s leaves what another can go on with', async (_when, fate, stored) => {
    const ticket = await tickets().create({ id: '1', title: 'a' }).send();
    const { writes: before } = store;
    store.meet(fate);
    void tickets()
      .put({ ...ticket, title: 'crashed here' })
      .send();
    await expect.poll(() => store.writes, { timeout }).toBe(before + 1);
    await expect.poll(async () => (await read()).title, { timeout }).toBe(stored);
    expect(await faults()).toEqual([]);
    expect(await carryOn()).toMatchObject({ slug: 'carried-on', made: ticket.made });
    expect(await faults()).toEqual([]);
  });

  it('between two writes of its own leaves half, where it keeps the attributes itself', async () => {
    await tickets().create({ id: '1', title: 'a' }).send();
    store.meet('carried out, never answered');
    const crashing = async () => {
      await of(ByHand).update({ id: '1' }).set({ title: 'b' }).send();
      await of(ByHand).update({ id: '1' }).set({ slug: 'b' }).send();
    };
    void crashing();
    await expect.poll(() => faults(), { timeout }).toContain('slug is out of date');
  });
});
