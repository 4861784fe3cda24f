import type { AttributeMap, Backend } from '@holdfast/wire';
import { Entity } from 'electrodb';
import fc from 'fast-check';
import { a, entity, StoredItemError, table } from 'holdfast';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backends, clients, type OpenBackend } from './backends.js';
import { inTheEnd } from './in-the-end.js';

/** A table as others have made and filled it. */
async function existing(
  backend: Backend,
  items: readonly AttributeMap[],
  keys: readonly (readonly [string, 'S' | 'N'])[],
) {
  const TableName = `legacy-${backend.runtime.uuid()}`;
  await backend.execute('CreateTable', {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: keys.map(([AttributeName, AttributeType]) => ({ AttributeName, AttributeType })),
    KeySchema: keys.map(([AttributeName], index) => ({ AttributeName, KeyType: index === 0 ? 'HASH' : 'RANGE' })),
  });
  await inTheEnd(async () => {
    const { output } = await backend.execute('DescribeTable', { TableName });
    expect(output.Table?.TableStatus).toBe('ACTIVE');
  });
  for (const Item of items) await backend.execute('PutItem', { TableName, Item });
  const stored = async (Key: AttributeMap) =>
    (await backend.execute('GetItem', { TableName, Key, ConsistentRead: true })).output.Item;
  return { name: TableName, stored, close: () => backend.execute('DeleteTable', { TableName }) };
}

describe.each(backends)('an existing table on $name', ({ open }) => {
  let store: OpenBackend;
  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.close());

  it('may call its keys otherwise, number them, and keep no name of the entity', async () => {
    const item = { customerId: { S: 'c1' }, seq: { N: '7' }, amount: { N: '12.50' }, legacy: { S: 'kept' } };
    const { backend } = store;
    const { name, stored, close } = await existing(
      backend,
      [item],
      [
        ['customerId', 'S'],
        ['seq', 'N'],
      ],
    );
    const Invoice = entity('INVOICE', {
      key: { pk: '{customer}', sk: '{seq}' },
      attributes: {
        customer: a.string().as('customerId'),
        seq: a.number(),
        amount: a.decimal(),
        note: a.string().optional(),
      },
      discriminator: 'none',
    });
    const legacy = table({
      name,
      backend,
      entities: [Invoice],
      keys: { pk: 'customerId', sk: { name: 'seq', type: 'N' } },
    });
    const invoices = legacy.of(Invoice);
    const key = { customer: 'c1', seq: 7 };
    await invoices.update(key).set({ note: 'paid' }).send();
    const read = await invoices.get(key).orThrow();
    expect(`${read.amount}`).toBe('12.5');
    await invoices.put({ ...read, amount: '13' }).send();
    expect(await stored({ customerId: { S: 'c1' }, seq: { N: '7' } })).toEqual({
      ...item,
      amount: { N: '13' },
      note: { S: 'paid' },
    });
    await invoices.create({ ...key, seq: 10, amount: '1' }).send();
    expect((await invoices.query({ customer: 'c1' }).gt({ seq: 7 }).all()).map(({ seq }) => seq)).toEqual([10]);
    await close();
  });

  it('may fold the values in its keys, or join them as they are, and tell items by their keys alone', async () => {
    for (const foldCase of ['lower', 'upper'] as const) {
      for (const ambiguous of ['escape', 'allow'] as const) {
        const { backend } = store;
        const { name, close } = await existing(
          backend,
          [],
          [
            ['pk', 'S'],
            ['sk', 'S'],
          ],
        );
        const Thing = entity('THING', {
          key: { pk: 'e|{id}', sk: 'E' },
          attributes: { id: a.string() },
          discriminator: 'none',
          foldCase,
          ambiguous,
        });
        const things = table({ name, backend, entities: [Thing] }).of(Thing);
        expect(await things.put({ id: 'X|y' }).send()).toEqual({ id: 'X|y' });
        expect(await things.get({ id: 'x|Y' }).send()).toEqual({ id: 'X|y' });
        expect(await things.scan().all()).toEqual([{ id: 'X|y' }]);
        await close();
      }
    }
  });

  it('does not look empty where its items carry no name of an entity: reads fail, and say what to do', async () => {
    const order = { pk: { S: 'CUSTOMER#ann' }, sk: { S: 'ORDER#1' }, customer: { S: 'ann' }, order: { S: '1' } };
    const keys = [
      ['pk', 'S'],
      ['sk', 'S'],
    ] as const;
    // of another program, in the same partition
    const cart = { pk: { S: 'CUSTOMER#ann' }, sk: { S: 'CART' } };
    const { backend } = store;
    const { name, close } = await existing(backend, [order, cart], keys);
    const definition = {
      key: { pk: 'CUSTOMER#{customer}', sk: 'ORDER#{order}' },
      attributes: { customer: a.string(), order: a.string() },
      indexes: { byOrder: { pk: 'ORDER#{order}' } },
    } as const;
    const Order = entity('ORDER', definition);
    const legacy = table({ name, backend, entities: [Order] });
    const orders = legacy.of(Order);
    const key = { customer: 'ann' };
    const message =
      'the item (pk "CUSTOMER#ann", sk "ORDER#1") is of no entity (it has no _entity), not of ORDER; if others wrote it, give ORDER the discriminator \'optional\', or the table another name for _entity by bookkeeping';
    for (const read of [
      () => orders.get({ ...key, order: '1' }).send(),
      () => orders.query(key).all(),
      () => orders.query(key).select('order').page(),
      () => orders.query(key).count(),
      () => orders.scan().all(),
      () => legacy.query(Order, key).all(),
    ]) {
      await expect(read()).rejects.toThrow(StoredItemError);
      await expect(read()).rejects.toThrow(message);
    }
    // a stream has records of every kind
    expect(orders.decode(order)).toBeUndefined();

    const Named = entity('ORDER', { ...definition, discriminator: 'optional' });
    const adopted = table({ name, backend, entities: [Named] }).of(Named);
    expect(await adopted.query(key).all()).toEqual([{ customer: 'ann', order: '1' }]);
    await adopted.put({ customer: 'ann', order: '1' }).send();
    expect(await orders.query(key).all()).toEqual([{ customer: 'ann', order: '1' }]);
    await close();
  });

  it('is passed over where its keys are anybody’s', async () => {
    const { backend } = store;
    const { name, close } = await existing(backend, [{ id: { S: 'x' } }], [['id', 'S']]);
    const Thing = entity('THING', { key: { pk: '{id}' }, attributes: { id: a.string() } });
    const things = table({ name, backend, entities: [Thing], keys: { pk: 'id' } }).of(Thing);
    expect(await things.scan().all()).toEqual([]);
    await expect(things.get({ id: 'x' }).send()).rejects.toThrow('is of no entity (it has no _entity), not of THING');
    await close();
  });

  it('is upgraded item by item, as it is read and put', async () => {
    const old = (id: string, more: AttributeMap) => ({ pk: { S: `USER#${id}` }, sk: { S: 'USER' }, ...more });
    const { backend } = store;
    const { name, stored, close } = await existing(
      backend,
      [
        old('1', { id: { S: '1' }, fullName: { S: 'Ann Lee' }, _entity: { S: 'USER' }, rev: { N: '3' } }),
        old('2', { id: { S: '2' }, fullName: { BOOL: true } }),
      ],
      [
        ['pk', 'S'],
        ['sk', 'S'],
      ],
    );
    const User = entity('USER', {
      key: { pk: 'USER#{id}', sk: 'USER' },
      attributes: { id: a.string(), first: a.string(), last: a.string(), rev: a.version() },
      discriminator: 'optional',
      upgrade({ fullName, ...item }) {
        if (fullName === undefined) return item;
        if (!('S' in fullName)) throw new Error('a name is text');
        const [first = '', last = ''] = fullName.S.split(' ');
        return { first: { S: first }, last: { S: last }, ...item };
      },
    });
    const users = table({ name, backend, entities: [User] }).of(User);
    const user = await users.get({ id: '1' }).orThrow();
    expect(user).toEqual({ id: '1', first: 'Ann', last: 'Lee', rev: 3 });
    expect(await users.get({ id: '1' }).select('last').orThrow()).toEqual({ last: 'Lee' });
    expect(await users.query({ id: '1' }).select('first').all()).toEqual([{ first: 'Ann' }]);
    expect(await users.query({ id: '1' }).count()).toBe(1);
    await users.update({ id: '1' }).set({ last: 'Ray' }).ifVersion(3).send();
    expect(await users.get({ id: '1' }).orThrow()).toEqual({ id: '1', first: 'Ann', last: 'Ray', rev: 4 });
    await users.put({ ...(await users.get({ id: '1' }).orThrow()), last: 'Poe' }).send();
    const now = await stored({ pk: { S: 'USER#1' }, sk: { S: 'USER' } });
    expect(now).toMatchObject({ first: { S: 'Ann' }, last: { S: 'Poe' }, rev: { N: '5' } });
    expect(now).not.toHaveProperty('fullName');
    await expect(users.get({ id: '2' }).send()).rejects.toThrow(StoredItemError);
    await expect(users.get({ id: '2' }).send()).rejects.toThrow('upgrade of USER threw: Error: a name is text');
    await close();
  });
});

describe.each(backends)('the indexes of an entity whose older items are upgraded, on $name', ({ open }) => {
  let store: OpenBackend;
  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.close());
  const attributes = { id: a.string(), team: a.string(), name: a.string() };
  const key = { pk: 'MEMBER#{id}', sk: 'MEMBER' } as const;
  const upgrade = ({ fullName, ...item }: AttributeMap): AttributeMap => {
    if (item.name !== undefined) return item;
    if (fullName === undefined) throw new Error('an older member has a full name');
    return { ...item, name: fullName };
  };

  it('hold all that the upgrade may need, or keys alone', async () => {
    const Member = entity('MEMBER', {
      key,
      attributes,
      upgrade,
      indexes: { byTeam: { pk: 'TEAM#{team}' }, idsByTeam: { pk: 'TEAM#{team}', projection: 'keys' } },
    });
    const { backend } = store;
    const club = table({ name: `club-${backend.runtime.uuid()}`, backend, entities: [Member] });
    await club.createTable();
    const members = club.of(Member);
    await members.create({ id: '1', team: 'red', name: 'Bo' }).send();
    const keys = { byTeampk: { S: 'TEAM#red' }, idsByTeampk: { S: 'TEAM#red' } };
    const older = { pk: { S: 'MEMBER#2' }, sk: { S: 'MEMBER' }, id: { S: '2' }, team: { S: 'red' }, ...keys };
    await backend.execute('PutItem', {
      TableName: club.name,
      Item: { ...older, _entity: { S: 'MEMBER' }, fullName: { S: 'Ann' } },
    });
    // an index follows its table after a while
    await inTheEnd(async () => {
      expect(await members.index('byTeam').scan().count()).toBe(2);
      expect(await members.index('idsByTeam').scan().count()).toBe(2);
    });
    const names = (found: readonly { readonly name: string }[]) => found.map(({ name }) => name).sort();
    expect(names(await members.index('byTeam').query({ team: 'red' }).all())).toEqual(['Ann', 'Bo']);
    expect(names(await members.index('byTeam').query({ team: 'red' }).select('name').all())).toEqual(['Ann', 'Bo']);
    const ids = await members.index('idsByTeam').query({ team: 'red' }).all();
    expect(ids.map(({ id }) => id).sort()).toEqual(['1', '2']);
    const chosen = await members.index('idsByTeam').query({ team: 'red' }).select('id').all();
    expect(chosen.map(({ id }) => id).sort()).toEqual(['1', '2']);
    await backend.execute('DeleteTable', { TableName: club.name });
  });

  it('do not hold listed attributes, which older items may keep under other names', () => {
    const indexes = { byTeam: { pk: 'TEAM#{team}', projection: ['name'] } } as const;
    expect(() => entity('MEMBER', { key, attributes, indexes, upgrade })).toThrow(
      "MEMBER, index byTeam: upgrade may need what it does not hold; project 'all', or 'keys' and get the items by them",
    );
    expect(() => entity('MEMBER', { key, attributes, indexes })).not.toThrow();
  });
});

describe.each(clients)('a table written by ElectroDB, on $name', (kind) => {
  let store: Awaited<ReturnType<typeof kind.open>>;
  beforeAll(async () => {
    store = await kind.open();
  });
  afterAll(() => store.close());

  const Task = entity('task', {
    key: { pk: '$board#project_{project}', sk: '$task_1#id_{id}' },
    attributes: {
      project: a.string(),
      id: a.string(),
      title: a.string(),
      status: a.literal('open', 'done').default('open'),
      effort: a.number().optional(),
      version: a.string().as('__edb_v__').default('1'),
    },
    indexes: { byStatus: { pk: '$board#status_{status}', sk: '$task_1#title_{title}' } },
    ambiguous: 'allow',
    foldCase: 'lower',
  });
  const names = {
    bookkeeping: { entity: '__edb_e__' },
    indexes: { byStatus: { name: 'gsi1', pk: 'gsi1pk', sk: 'gsi1sk' } },
  } as const;

  async function both() {
    const { backend, client } = store;
    const board = table({ name: `board-${backend.runtime.uuid()}`, backend, entities: [Task], ...names });
    await board.createTable();
    const electro = new Entity(
      {
        model: { entity: 'task', version: '1', service: 'board' },
        attributes: {
          project: { type: 'string', required: true },
          id: { type: 'string', required: true },
          title: { type: 'string', required: true },
          status: { type: ['open', 'done'] as const, default: 'open' },
          effort: { type: 'number' },
        },
        indexes: {
          primary: { pk: { field: 'pk', composite: ['project'] }, sk: { field: 'sk', composite: ['id'] } },
          byStatus: {
            index: 'gsi1',
            pk: { field: 'gsi1pk', composite: ['status'] },
            sk: { field: 'gsi1sk', composite: ['title'] },
          },
        },
      },
      { table: board.name, client },
    );
    const raw = async () =>
      (await backend.execute('Scan', { TableName: board.name, ConsistentRead: true })).output.Items;
    return {
      tasks: board.of(Task),
      electro,
      raw,
      close: () => backend.execute('DeleteTable', { TableName: board.name }),
    };
  }

  it('is read and changed, and what is written looks the same to it', async () => {
    const text = fc.string({ minLength: 1, maxLength: 8, unit: fc.constantFrom('A', 'b', 'Ü', '#', '_', '1') });
    await fc.assert(
      fc.asyncProperty(
        text,
        text,
        text,
        fc.constantFrom('open', 'done'),
        fc.nat(),
        async (project, id, title, status, effort) => {
          const [one, other] = [await both(), await both()];
          const task = { project, id, title, status, effort };
          await one.electro.put(task).go();
          await other.tasks.put(task).send();
          expect(await other.raw()).toEqual(await one.raw());
          expect(await one.tasks.get({ project, id }).orThrow()).toEqual({ ...task, version: '1' });
          expect((await other.electro.get({ project, id }).go()).data).toEqual(task);

          await one.electro
            .patch({ project, id })
            .set({ title: `${title}x`, status: 'done' })
            .go();
          await other.tasks
            .update({ project, id })
            .set({ title: `${title}x`, status: 'done' })
            .send();
          expect(await other.raw()).toEqual(await one.raw());
          const found = await other.electro.query.byStatus({ status: 'done' }).go();
          expect(found.data).toEqual(
            await other.tasks
              .index('byStatus')
              .query({ status: 'done' })
              .select('project', 'id', 'title', 'status', 'effort')
              .all(),
          );
          for (const { close } of [one, other]) await close();
        },
      ),
      { numRuns: kind === clients[0] ? 30 : 3 },
    );
  });
});
