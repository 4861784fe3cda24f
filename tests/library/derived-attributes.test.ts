import { createEngine } from '@holdfast/engine';
import { systemRuntime } from '@holdfast/wire';
import fc from 'fast-check';
import { a, type Decimal, entity, type Infer, type Input, table, ValidationError } from 'holdfast';
import { describe, expect, expectTypeOf, it } from 'vitest';

const title = a.string();
const tags = a.stringSet();
const price = a.decimal().optional();
const Post = entity('POST', {
  key: { pk: 'POST#{id}', sk: 'POST' },
  attributes: {
    id: a.string(),
    title,
    tags,
    price,
    note: a.string().optional(),
    visits: a.number().default(0),
    slug: a.computed(a.string(), { title }, (post) => post.title.toLowerCase().replaceAll(' ', '-')).as('s'),
    label: a
      .computed(a.string(), { title, price }, (post) =>
        post.price === undefined ? undefined : `${post.title} for ${post.price}`,
      )
      .optional(),
    tagged: a.computed(a.boolean(), { tags }, (post) => post.tags.size > 0),
    created: a.createdAt(),
    changed: a.updatedAt().as('u'),
    revision: a.version(),
  },
  indexes: { bySlug: { pk: 'SLUG#{slug}', sk: '{changed}' }, byLabel: { pk: 'LABEL#{label}' } },
});

async function open() {
  let now = Date.UTC(2026, 0, 1);
  const backend = createEngine({ runtime: { ...systemRuntime, now: () => now } }).backend();
  const blog = table({ name: 'blog', backend, entities: [Post] });
  await blog.createTable();
  return {
    backend,
    posts: blog.of(Post),
    pass: (milliseconds: number) => {
      now += milliseconds;
      return new Date(now);
    },
    at: () => new Date(now),
  };
}
const key = { id: 'p' };
const some = { ...key, title: 'Hello World', tags: new Set<string>() };

describe('attributes that the library writes', () => {
  it('may be left out of what is put, are there in what is read, and cannot be set', () => {
    expectTypeOf<Input<typeof Post>>().toEqualTypeOf<{
      id: string;
      title: string;
      readonly tags: ReadonlySet<string>;
      price?: string | bigint | Decimal;
      note?: string;
      visits?: number;
      slug?: string;
      label?: string;
      tagged?: boolean;
      created?: Date;
      changed?: Date;
      revision?: number;
    }>;
    expectTypeOf<Infer<typeof Post>['slug']>().toEqualTypeOf<string>();
    expectTypeOf<Infer<typeof Post>['label']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<Infer<typeof Post>['created']>().toEqualTypeOf<Date>();
  });

  it('are computed from others, and stay out of indexes where nothing comes of it', async () => {
    const { posts } = await open();
    const post = await posts.create(some).send();
    expect(post).toMatchObject({ slug: 'hello-world', tagged: false });
    expect(post).not.toHaveProperty('label');
    expect(await posts.index('byLabel').scan().count()).toBe(0);
    const sold = await posts.put({ ...post, title: 'Bye', price: '5.50', tags: new Set(['x']), slug: 'mine' }).send();
    expect(sold).toMatchObject({ slug: 'bye', label: 'Bye for 5.5', tagged: true });
    expect(await posts.index('byLabel').query({ label: 'Bye for 5.5' }).all()).toEqual([sold]);
    expect(await posts.index('bySlug').query({ slug: 'bye' }).count()).toBe(1);
  });

  it('follow an update that sets all of what they are computed from, and refuse one that does not', async () => {
    const { posts } = await open();
    await posts.create(some).send();
    const update = () => posts.update(key).ignoreVersion();
    await update().set({ title: 'Bye', price: '1' }).send();
    expect(await posts.get(key).orThrow()).toMatchObject({ slug: 'bye', label: 'Bye for 1' });
    await update().set({ title: 'New' }).remove('price').send();
    const read = await posts.get(key).orThrow();
    expect(read.slug).toBe('new');
    expect(read).not.toHaveProperty('label');
    await update().set({ note: 'x' }).add({ visits: 1 }).send();
    expect(await posts.get(key).orThrow()).toMatchObject({ slug: 'new', visits: 1 });
    await expect(update().set({ title: 'Other' }).send()).rejects.toThrow(
      'label is computed from price too; set() all of its sources to plain values in one update, or read the item and put it',
    );
    await expect(
      update()
        .add({ tags: new Set(['x']) })
        .send(),
    ).rejects.toThrow('tagged is computed from tags too');
    const tagless = posts.upsert(key).ignoreVersion().set({ note: 'y' }).send();
    await expect(tagless).rejects.toThrow('tagged is computed from tags too');
    for (const set of [{ slug: 'x' }, { created: new Date() }, { changed: new Date() }]) {
      expect(() => update().set(set as never)).toThrow(/is (computed|createdAt|updatedAt), so the library writes it/);
    }
    expect(() => update().remove('label')).toThrow('POST.label is computed, so the library writes it');
  });

  it('are after any update that is taken those of a put of the item', async () => {
    const set = fc.record(
      {
        title: fc.constantFrom('A b', 'C'),
        price: fc.constantFrom('1', '2'),
        note: fc.string(),
        tags: fc.constantFrom(new Set(['x']), new Set<string>()),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(set, fc.subarray(['price', 'note'] as const), fc.boolean()), { maxLength: 5 }),
        async (updates) => {
          const { posts } = await open();
          await posts.create(some).send();
          for (const [values, names, isUpsert] of updates) {
            const removed = names.filter((name) => !(name in values));
            const write = isUpsert ? posts.upsert(key) : posts.update(key);
            try {
              await write
                .ignoreVersion()
                .set(values)
                .remove(...removed)
                .send();
            } catch (error) {
              expect(error).toBeInstanceOf(ValidationError);
            }
            const read = await posts.get(key).orThrow();
            expect(await posts.put(read).send()).toEqual({ ...read, revision: read.revision + 1 });
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  it('tell when an item was first and last written', async () => {
    const { posts, pass, at } = await open();
    const first = at();
    const post = await posts.create(some).send();
    expect(post).toMatchObject({ created: first, changed: first });
    const second = pass(1000);
    const again = await posts.put({ ...post, changed: first }).send();
    expect(again).toMatchObject({ created: first, changed: second });
    const third = pass(1000);
    await posts.update(key).set({ note: 'x' }).ifVersion(2).send();
    expect(await posts.get(key).orThrow()).toMatchObject({ created: first, changed: third });
    const fourth = pass(1000);
    await posts
      .upsert(key)
      .set({ note: 'y', tags: new Set(['y']) })
      .ignoreVersion()
      .send();
    expect(await posts.get(key).orThrow()).toMatchObject({ created: first, changed: fourth });
    await posts
      .upsert({ id: 'q' })
      .set({ title: 'Q', price: '1', tags: new Set(['x']) })
      .ignoreVersion()
      .send();
    expect(await posts.get({ id: 'q' }).orThrow()).toMatchObject({
      created: fourth,
      changed: fourth,
      slug: 'q',
      label: 'Q for 1',
      tagged: true,
    });
    const found = await posts.index('bySlug').query({ slug: 'hello-world' }).ge({ changed: third }).all();
    expect(found.map(({ id }) => id)).toEqual(['p']);
  });

  it('are stored as the time that they are told, to what the clock knows of it', async () => {
    const Event = entity('EVENT', {
      key: { pk: 'EVENT#{id}' },
      attributes: {
        id: a.string(),
        made: a.createdAt(a.timestampMicroseconds()).as('m'),
        changed: a.updatedAt(a.epochSeconds()),
      },
      indexes: { byTime: { pk: '{id}', sk: '{made}' } },
    });
    expectTypeOf<Infer<typeof Event>>().toEqualTypeOf<{ id: string; made: bigint; changed: Date }>();
    let now = Date.UTC(2026, 0, 1) + 1.25;
    const backend = createEngine({ runtime: { ...systemRuntime, now: () => now } }).backend();
    const log = table({ name: 'log', backend, entities: [Event] });
    await log.createTable();
    const made = BigInt(Date.UTC(2026, 0, 1)) * 1000n + 1250n;
    const event = await log.of(Event).create({ id: '1' }).send();
    expect(event).toEqual({ id: '1', made, changed: new Date(Math.floor(now)) });
    expect((await backend.execute('Scan', { TableName: 'log' })).output.Items?.[0]).toMatchObject({
      m: { S: '2026-01-01T00:00:00.001250Z' },
      changed: { N: '1767225600.001' },
    });
    now += 1000;
    await log.of(Event).upsert({ id: '1' }).send();
    const found = await log.of(Event).index('byTime').query({ id: '1' }).ge({ made }).all();
    expect(found).toEqual([{ id: '1', made, changed: new Date(Math.floor(now)) }]);
    // @ts-expect-error a text is no time
    a.createdAt(a.string());
  });

  it('do not change alone', async () => {
    const { posts } = await open();
    const post = await posts.create(some).send();
    const touch = posts.update(key).ifVersion(post.revision);
    await expect(async () => touch.send()).rejects.toThrow('it changes nothing; say what by set()');
    expect(await posts.get(key).orThrow()).toEqual(post);
  });

  it('are made anew by a create, whatever its item brings along', async () => {
    const { posts, pass, at } = await open();
    const first = at();
    const { revision: _, ...post } = await posts.create(some).send();
    const second = pass(1000);
    const copy = await posts.create({ ...post, id: 'copy', title: 'Copy' }).send();
    expect(copy).toMatchObject({ slug: 'copy', created: second, changed: second });
    // @ts-expect-error the library writes it
    const typed = posts.create({ ...some, id: 'typed', created: first });
    expect(await typed.send()).toMatchObject({ created: second });
    // an item that comes from elsewhere keeps its time by a put
    expect(await posts.put({ ...some, id: 'old', created: new Date(0) }).send()).toMatchObject({
      created: new Date(0),
    });
  });

  it('are made anew by a claim', async () => {
    const Seat = entity('SEAT', {
      key: { pk: 'SEAT#{id}' },
      attributes: { id: a.string(), owner: a.string(), since: a.createdAt() },
      owner: 'owner',
    });
    let now = 1;
    const runtime = { ...systemRuntime, now: () => now };
    const hall = table({ name: 'hall', backend: createEngine({ runtime }).backend(), entities: [Seat] });
    await hall.createTable();
    const seat = await hall.of(Seat).claim({ id: '1', owner: 'ann' }).send();
    now = 2;
    expect(await hall.of(Seat).claim(seat).send()).toEqual({ ...seat, since: new Date(2) });
  });

  it('are refused before sending where nothing comes of them, or their function fails', async () => {
    const name = a.string();
    const Fragile = entity('FRAGILE', {
      key: { pk: 'F#{id}' },
      attributes: {
        id: a.string(),
        name,
        first: a.computed(a.string(), { name }, (item) => {
          if (item.name === 'bad') throw new RangeError('no bad names');
          return item.name.split(' ')[1];
        }),
        changed: a.updatedAt(),
        created: a.createdAt(),
      },
    });
    let now = 0;
    const runtime = { ...systemRuntime, now: () => (now += 1) };
    const shop = table({ name: 'fragile', backend: createEngine({ runtime }).backend(), entities: [Fragile] });
    await shop.createTable();
    const items = shop.of(Fragile);
    await expect(async () => items.put({ id: '1', name: 'Ann' }).send()).rejects.toThrow(
      'FRAGILE.first is computed as undefined; declare it optional(), or compute a value',
    );
    await expect(async () => items.put({ id: '1', name: 'bad' }).send()).rejects.toThrow(ValidationError);
    await expect(async () => items.put({ id: '1', name: 'bad' }).send()).rejects.toThrow('FRAGILE.first: no bad names');
    expect(await items.get({ id: '1' }).send()).toBeUndefined();
    const item = await items.put({ id: '1', name: 'Ann Lee' }).send();
    expect(item.created).toEqual(item.changed);
  });

  it('are never guessed from a default, from absence, or from what may be stored', async () => {
    const status = a.string().default('open');
    const name = a.string().optional();
    const Ticket = entity('TICKET', {
      key: { pk: 'T#{id}' },
      attributes: {
        id: a.string(),
        status,
        name,
        note: a.string().optional(),
        openKey: a.computed(a.string(), { status }, (t) => (t.status === 'open' ? 'OPEN' : undefined)).optional(),
        doneKey: a.computed(a.string(), { status }, (t) => (t.status === 'done' ? 'DONE' : undefined)).optional(),
        slug: a.computed(a.string(), { name }, (t) => t.name?.toLowerCase() ?? 'untitled'),
      },
      indexes: { open: { pk: '{openKey}' }, done: { pk: '{doneKey}' }, bySlug: { pk: 'S#{slug}' } },
    });
    const backend = createEngine().backend();
    const shop = table({ name: 'tickets', backend, entities: [Ticket] });
    await shop.createTable();
    const tickets = shop.of(Ticket);
    await tickets.create({ id: '1', status: 'done', name: 'A' }).send();
    const before = (await backend.execute('Scan', { TableName: 'tickets' })).output.Items;
    const refused = [
      tickets.upsert({ id: '1' }).set({ note: 'n' }),
      tickets.update({ id: '1' }).set((t) => t.name.to(t.name.ifNotExists('B'))),
      tickets.upsert({ id: '1' }).set((t) => [t.name.to(t.name.ifNotExists('B')), t.status.to('open')]),
    ];
    for (const write of refused) {
      await expect(async () => write.send()).rejects.toThrow('set() all of its sources to plain values in one update');
    }
    expect((await backend.execute('Scan', { TableName: 'tickets' })).output.Items).toEqual(before);
    await tickets.upsert({ id: '1' }).set({ note: 'n', status: 'open', name: 'B' }).send();
    const read = await tickets.get({ id: '1' }).orThrow();
    expect(read).toMatchObject({ openKey: 'OPEN', slug: 'b' });
    expect(read).not.toHaveProperty('doneKey');
  });

  it('are defined of attributes that the entity has, as it has them', () => {
    const of = (attributes: Parameters<typeof entity>[1]['attributes']) => () =>
      entity('X', { key: { pk: 'X#{id}' }, attributes: { id: a.string(), ...attributes } } as never);
    expect(of({ slug: a.computed(a.string(), { title }, () => '') })).toThrow(
      'X: the source of slug, title is no attribute',
    );
    expect(of({ title: a.number(), slug: a.computed(a.string(), { title }, () => '') })).toThrow(
      'X.slug is computed from title as a string (required), but title is a number (required)',
    );
    expect(of({ title: a.string().optional(), slug: a.computed(a.string(), { title }, () => '') })).toThrow(
      'as a string (required), but title is a string (optional)',
    );
    const slug = a.computed(a.string(), { title }, () => '');
    expect(of({ title, slug, both: a.computed(a.string(), { slug }, () => '') })).toThrow('but slug is computed');
    expect(() => a.map({ at: a.createdAt() })).toThrow('a.map: a createdAt belongs to an item');
  });
});
