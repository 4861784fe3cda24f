import { GetItemCommand, PutItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { a, entity, HoldfastError, table, transactWrite } from 'holdfast';
import { describe, expect, it } from 'vitest';
import { type Fate, type FaultyStore, faultyStore } from './faulty-store.js';

const Account = entity('ACCOUNT', {
  key: { pk: 'ACCOUNT#{id}', sk: 'BALANCE' },
  attributes: { id: a.string(), balance: a.number(), revision: a.version() },
});
const Charge = entity('CHARGE', {
  key: { pk: 'CHARGE#{id}', sk: 'RECEIPT' },
  attributes: { id: a.string(), by: a.string() },
  writeId: true,
});
const Handle = entity('HANDLE', {
  key: { pk: 'HANDLE#{name}', sk: 'CLAIM' },
  attributes: { name: a.string(), owner: a.string() },
  owner: 'owner',
});
const Match = entity('MATCH', {
  key: { pk: 'MATCH#{id}', sk: 'LIVE' },
  attributes: { id: a.string(), goals: a.number(), at: a.number() },
});

const shopOf = (store: FaultyStore) =>
  table({ name: 'shop', backend: store.backend, entities: [Account, Charge, Handle, Match] });
type Shop = ReturnType<typeof shopOf>;

/** What a client was told of its command; `unknown` where it crashed or is in doubt. */
type Told = 'done' | 'refused' | 'unknown';
interface Way {
  readonly name: string;
  command(shop: Shop, store: FaultyStore, client: string): Promise<Told>;
}
interface SafeWrite {
  readonly name: string;
  setUp(shop: Shop): Promise<unknown>;
  /** What is wrong, given what the clients were told. */
  judge(shop: Shop, told: ReadonlyMap<string, Told>): Promise<string[]>;
  readonly safe: Way;
  /** As it is written without the library; at least one of the scenarios must catch it. */
  readonly broken: Way;
}

const key = (name: string, sk: string) => ({ pk: { S: name }, sk: { S: sk } });
const isCondition = (error: unknown) => error instanceof Error && error.name === 'ConditionalCheckFailedException';
const names = (told: ReadonlyMap<string, Told>, what: Told) =>
  [...told].filter(([, each]) => each === what).map(([name]) => name);

/** The balance must hold every deposit of which its client knows, once, and may hold those of which it does not. */
async function judgeBalance(shop: Shop, told: ReadonlyMap<string, Told>): Promise<string[]> {
  const { balance } = await shop.of(Account).get({ id: 'a' }).consistent().orThrow();
  const least = names(told, 'done').length * 10;
  const most = least + names(told, 'unknown').length * 10;
  return balance >= least && balance <= most ? [] : [`the balance is ${balance}, promised ${least} to ${most}`];
}
async function judgeOwner(owner: string | undefined, told: ReadonlyMap<string, Told>): Promise<string[]> {
  const done = names(told, 'done').filter((client) => client !== owner);
  const refused = names(told, 'refused').filter((client) => client === owner);
  return [
    ...done.map((client) => `${client} was told it holds what ${owner} holds`),
    ...refused.map((client) => `${client} was refused what it holds`),
  ];
}
const openAccount = (shop: Shop) => shop.of(Account).create({ id: 'a', balance: 0 }).send();
/** As a program without the library stores it. */
const openUnnumbered = ({ backend }: Shop) =>
  backend.execute('PutItem', {
    TableName: 'shop',
    Item: { ...key('ACCOUNT#a', 'BALANCE'), _entity: { S: 'ACCOUNT' }, id: { S: 'a' }, balance: { N: '0' } },
  });

const writes: readonly SafeWrite[] = [
  {
    name: 'a read, a change and a put of a version',
    setUp: openAccount,
    judge: judgeBalance,
    safe: {
      name: 'retryOnConflict',
      command: async (shop) => {
        await shop.of(Account).retryOnConflict(async () => {
          const account = await shop.of(Account).get({ id: 'a' }).consistent().orThrow();
          await shop
            .of(Account)
            .put({ ...account, balance: account.balance + 10 })
            .send();
        });
        return 'done';
      },
    },
    broken: {
      name: 'a plain optimistic loop',
      command: async (_shop, { client }) => {
        for (;;) {
          const { Item } = await client.send(
            new GetItemCommand({ TableName: 'shop', Key: key('ACCOUNT#a', 'BALANCE'), ConsistentRead: true }),
          );
          const revision = Number(Item?.revision?.N);
          const next = {
            ...Item,
            balance: { N: String(Number(Item?.balance?.N) + 10) },
            revision: { N: String(revision + 1) },
          };
          try {
            const ExpressionAttributeValues = { ':r': { N: String(revision) } };
            await client.send(
              new PutItemCommand({
                TableName: 'shop',
                Item: next,
                ConditionExpression: 'revision = :r',
                ExpressionAttributeValues,
              }),
            );
            return 'done';
          } catch (error) {
            if (!isCondition(error)) throw error;
          }
        }
      },
    },
  },
  {
    name: 'the first put of a version',
    setUp: openUnnumbered,
    judge: judgeBalance,
    safe: {
      name: 'retryOnConflict from version 0',
      command: async (shop) => {
        await shop.of(Account).retryOnConflict(async () => {
          const account = await shop.of(Account).get({ id: 'a' }).consistent().orThrow();
          await shop
            .of(Account)
            .put({ ...account, balance: account.balance + 10 })
            .send();
        });
        return 'done';
      },
    },
    broken: {
      name: 'a first put that ignores the version',
      command: async (shop) => {
        const { balance } = await shop.of(Account).get({ id: 'a' }).consistent().orThrow();
        await shop
          .of(Account)
          .update({ id: 'a' })
          .set({ balance: balance + 10 })
          .ignoreVersion()
          .send();
        return 'done';
      },
    },
  },
  {
    name: 'an update of a version',
    setUp: openAccount,
    judge: judgeBalance,
    safe: {
      name: 'ifVersion',
      command: async (shop) => {
        await shop.of(Account).retryOnConflict(async () => {
          const { revision } = await shop.of(Account).get({ id: 'a' }).consistent().orThrow();
          await shop.of(Account).update({ id: 'a' }).add({ balance: 10 }).ifVersion(revision).send();
        });
        return 'done';
      },
    },
    broken: {
      name: 'a bare ADD',
      command: async (_shop, { client }) => {
        const ExpressionAttributeValues = { ':n': { N: '10' } };
        await client.send(
          new UpdateItemCommand({
            TableName: 'shop',
            Key: key('ACCOUNT#a', 'BALANCE'),
            UpdateExpression: 'ADD balance :n',
            ExpressionAttributeValues,
          }),
        );
        return 'done';
      },
    },
  },
  {
    name: 'the creation of an item',
    setUp: async () => {},
    judge: async (shop, told) => judgeOwner((await shop.of(Charge).get({ id: 'c' }).consistent().send())?.by, told),
    safe: {
      name: 'create with a write id',
      command: async (shop, _store, client) => {
        const { applied } = await shop.of(Charge).create({ id: 'c', by: client }).trySend();
        return applied ? 'done' : 'refused';
      },
    },
    broken: {
      name: 'attribute_not_exists',
      command: async (_shop, { client }, by) => {
        const Item = { ...key('CHARGE#c', 'RECEIPT'), _entity: { S: 'CHARGE' }, id: { S: 'c' }, by: { S: by } };
        try {
          await client.send(
            new PutItemCommand({ TableName: 'shop', Item, ConditionExpression: 'attribute_not_exists(pk)' }),
          );
          return 'done';
        } catch (error) {
          if (isCondition(error)) return 'refused';
          throw error;
        }
      },
    },
  },
  {
    name: 'a claim',
    setUp: async () => {},
    judge: async (shop, told) =>
      judgeOwner((await shop.of(Handle).get({ name: 'h' }).consistent().send())?.owner, told),
    safe: {
      name: 'claim',
      command: async (shop, _store, client) => {
        const { applied } = await shop.of(Handle).claim({ name: 'h', owner: client }).trySend();
        return applied ? 'done' : 'refused';
      },
    },
    broken: {
      name: 'a look before a put',
      command: async (_shop, { client }, owner) => {
        const Key = key('HANDLE#h', 'CLAIM');
        const { Item } = await client.send(new GetItemCommand({ TableName: 'shop', Key, ConsistentRead: true }));
        if (Item !== undefined) return 'refused';
        const claim = { ...Key, _entity: { S: 'HANDLE' }, name: { S: 'h' }, owner: { S: owner } };
        await client.send(new PutItemCommand({ TableName: 'shop', Item: claim }));
        return 'done';
      },
    },
  },
  {
    name: 'a transaction that adds',
    setUp: openAccount,
    judge: judgeBalance,
    safe: {
      name: 'transactWrite',
      command: async (shop, _store, client) => {
        const { applied } = await transactWrite({
          charge: shop.of(Charge).create({ id: client, by: client }),
          account: shop.of(Account).update({ id: 'a' }).add({ balance: 10 }).ignoreVersion(),
        }).trySend();
        return applied ? 'done' : 'refused';
      },
    },
    broken: {
      name: 'one write after the other',
      command: async (shop, { client }, by) => {
        const ExpressionAttributeValues = { ':n': { N: '10' } };
        await client.send(
          new UpdateItemCommand({
            TableName: 'shop',
            Key: key('ACCOUNT#a', 'BALANCE'),
            UpdateExpression: 'ADD balance :n',
            ExpressionAttributeValues,
          }),
        );
        await shop.of(Charge).put({ id: by, by }).send();
        return 'done';
      },
    },
  },
  {
    name: 'an event that must not move an item back',
    setUp: async () => {},
    judge: async (shop, told) => {
      const newest = Math.max(0, ...names(told, 'done').map((client) => Number(client.slice(-1))));
      const stored = (await shop.of(Match).get({ id: 'm' }).consistent().send())?.at ?? 0;
      return stored >= newest ? [] : [`the match is at ${stored}, and the event of ${newest} was taken`];
    },
    safe: {
      name: 'notExistsOrLt',
      command: async (shop, _store, client) => {
        const at = Number(client.slice(-1));
        const event = shop.of(Match).upsert({ id: 'm' }).set({ goals: at, at });
        const { applied } = await event.if((m) => m.at.notExistsOrLt(at)).trySend();
        return applied ? 'done' : 'refused';
      },
    },
    broken: {
      name: 'a look before an update',
      command: async (shop, _store, client) => {
        const at = Number(client.slice(-1));
        const stored = await shop.of(Match).get({ id: 'm' }).consistent().send();
        if (stored !== undefined && stored.at >= at) return 'refused';
        await shop.of(Match).put({ id: 'm', goals: at, at }).send();
        return 'done';
      },
    },
  },
];

interface Scenario {
  readonly name: string;
  run(one: () => Promise<Told>, other: () => Promise<Told>, store: FaultyStore): Promise<void>;
}
/** One client's first write meets a fate; the other client comes after it. */
function fated(name: string, ...fates: readonly Fate[]): Scenario {
  return {
    name,
    run: async (one, other, store) => {
      store.meet(...fates);
      await one();
      await other();
      await store.land();
    },
  };
}
const scenarios: readonly Scenario[] = [
  {
    name: 'two writers race',
    run: async (one, other, store) => {
      // the other client comes and goes between the first one's reads and its write
      store.meet(async () => {
        await other();
        return 'carried out';
      });
      await one();
    },
  },
  fated('an answer is lost', 'unanswered'),
  fated('a request is lost', 'lost'),
  fated('a request comes twice', 'twice'),
  fated('a request lands late', 'late'),
  {
    name: 'a client crashes before its write',
    run: async (one, other, store) => {
      store.meet(() => new Promise(() => {}));
      void one();
      await new Promise((resolve) => setTimeout(resolve, 20));
      await other();
    },
  },
  {
    name: 'a client crashes after its write',
    run: async (one, other, store) => {
      store.meet('carried out, never answered');
      void one();
      await new Promise((resolve) => setTimeout(resolve, 20));
      await other();
    },
  },
];

/** Runs two clients through a scenario and says what is wrong in the end. */
async function outcome({ setUp, judge }: SafeWrite, way: Way, scenario: Scenario): Promise<string[]> {
  const store = faultyStore();
  const shop = shopOf(store);
  await shop.createTable();
  await setUp(shop);
  const told = new Map<string, Told>();
  const client = (name: string) => async () => {
    told.set(name, 'unknown');
    try {
      told.set(name, await way.command(shop, store, name));
    } catch (error) {
      if (!(error instanceof HoldfastError) || !error.mayHaveHappened) throw error;
    }
    return told.get(name) ?? 'unknown';
  };
  // the one with the newer event goes first
  await scenario.run(client('client 1'), client('client 2'), store);
  return judge(shop, told);
}

describe.each(writes)('$name', (write) => {
  it.each(scenarios)(`holds by ${write.safe.name} when $name`, async (scenario) => {
    expect(await outcome(write, write.safe, scenario)).toEqual([]);
  });

  it(`does not hold by ${write.broken.name}`, async () => {
    const found = await Promise.all(scenarios.map((scenario) => outcome(write, write.broken, scenario)));
    expect(found.flat()).not.toEqual([]);
  });
});
