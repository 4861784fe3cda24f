import { type Exploration, explore } from '@holdfast/sim';
import type { Backend } from '@holdfast/wire';
import { a, entity, table } from 'holdfast';

/**
 * How many schedules of two clients of four calls each the explorer tries in a second of processor time: with the library, which
 * reads, writes on condition of the version, and does both again, and with the same requests to the engine without it. Every
 * order is tried, so that each schedule runs to its end; best of the rounds, without those that warm up.
 */
const rounds = Number(process.argv[2] ?? 5);
const schedules = Number(process.argv[3] ?? 10_000);

const Account = entity('ACCOUNT', {
  key: { pk: 'ACCOUNT#{id}', sk: 'BALANCE' },
  attributes: { id: a.string(), balance: a.number(), revision: a.version() },
});

const openBank = (backend: Backend) => table({ name: 'bank', backend, entities: [Account] });

const withLibrary = async ({ store }: { readonly store: ReturnType<typeof openBank> }) => {
  const accounts = store.of(Account);
  for (let time = 0; time < 2; time += 1) {
    const account = await accounts.get({ id: 'ann' }).consistent().orThrow();
    await accounts.put({ ...account, balance: account.balance + 1 }).trySend();
  }
};

const TableName = 'bank';
const Key = { pk: { S: 'ACCOUNT#ann' }, sk: { S: 'BALANCE' } };

const withoutLibrary = async ({ backend }: { readonly backend: Backend }) => {
  for (let time = 0; time < 2; time += 1) {
    const { output } = await backend.execute('GetItem', { TableName, Key, ConsistentRead: true });
    const revision = output.Item?.revision as { readonly N: string };
    const Item = { ...output.Item, ...Key, revision: { N: String(Number(revision.N) + 1) } };
    const ExpressionAttributeValues = { ':read': revision };
    await backend
      .execute('PutItem', { TableName, Item, ConditionExpression: 'revision = :read', ExpressionAttributeValues })
      .catch(() => {});
  }
};

const setup = async ({ backend }: { readonly backend: Backend }) => {
  const bank = openBank(backend);
  await bank.createTable();
  await bank.of(Account).create({ id: 'ann', balance: 0 }).send();
};

async function rate<Store>(exploration: Exploration<Store>): Promise<number> {
  const search = { by: 'unreduced', schedules } as const;
  const before = process.cpuUsage();
  const report = await explore({ ...exploration, setup, search });
  const { user, system } = process.cpuUsage(before);
  return report.schedules / ((user + system) / 1e6);
}

const programs = {
  'with the library': () => rate({ open: openBank, clients: { one: withLibrary, two: withLibrary } }),
  'without it': () => rate({ clients: { one: withoutLibrary, two: withoutLibrary } }),
};

for (const [name, run] of Object.entries(programs)) {
  await run();
  let best = 0;
  for (let round = 0; round < rounds; round += 1) best = Math.max(best, await run());
  console.log(
    `${name.padEnd(20)} ${Math.round(best).toLocaleString('en-US').padStart(8)} schedules a second of processor time`,
  );
}
