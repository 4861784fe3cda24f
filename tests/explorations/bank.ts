import type { End } from '@holdfast/sim';
import type { Backend } from '@holdfast/wire';
import { a, entity, table } from 'holdfast';
import { checkTold } from './explored-promise.js';

export const Account = entity('ACCOUNT', {
  key: { pk: 'ACCOUNT#{id}', sk: 'BALANCE' },
  attributes: { id: a.string(), balance: a.number(), revision: a.version() },
});

export const WithoutWriteId = entity('ACCOUNT', {
  key: { pk: 'ACCOUNT#{id}', sk: 'BALANCE' },
  attributes: { id: a.string(), balance: a.number(), revision: a.version() },
  writeId: false,
});

export const Plain = entity('ACCOUNT', {
  key: { pk: 'ACCOUNT#{id}', sk: 'BALANCE' },
  attributes: { id: a.string(), balance: a.number() },
});

const name = 'bank';

export const versioned = {
  open: (backend: Backend) => table({ name, backend, entities: [Account] }).of(Account),
  setup: async ({ backend, store }: { readonly backend: Backend; readonly store: Accounts }) => {
    await table({ name, backend, entities: [Account] }).createTable();
    await store.create({ id: 'ann', balance: 0 }).send();
  },
};
export type Accounts = ReturnType<typeof openVersioned>;
const openVersioned = (backend: Backend) => table({ name, backend, entities: [Account] }).of(Account);

export const withoutWriteIds = {
  open: (backend: Backend) => table({ name, backend, entities: [WithoutWriteId] }).of(WithoutWriteId),
  setup: async ({ backend, store }: { readonly backend: Backend; readonly store: AccountsWithoutWriteIds }) => {
    await table({ name, backend, entities: [WithoutWriteId] }).createTable();
    await store.create({ id: 'ann', balance: 0 }).send();
  },
};
export type AccountsWithoutWriteIds = ReturnType<typeof openWithoutWriteIds>;
const openWithoutWriteIds = (backend: Backend) =>
  table({ name, backend, entities: [WithoutWriteId] }).of(WithoutWriteId);

export const plain = {
  open: (backend: Backend) => table({ name, backend, entities: [Plain] }).of(Plain),
  setup: async ({ backend, store }: { readonly backend: Backend; readonly store: PlainAccounts }) => {
    await table({ name, backend, entities: [Plain] }).createTable();
    await store.create({ id: 'ann', balance: 0 }).send();
  },
};
export type PlainAccounts = ReturnType<typeof openPlain>;
const openPlain = (backend: Backend) => table({ name, backend, entities: [Plain] }).of(Plain);

/** Each client deposits an amount by which it is known again, however often it is there. */
export const amounts: Readonly<Record<string, number>> = { alice: 1, bob: 100, carol: 10_000 };

interface AnyAccounts {
  get(key: { readonly id: string }): {
    consistent(): { orThrow(): Promise<{ readonly balance: number }> };
  };
}

/** Holds the balance to what each client was told of its deposit. */
export async function depositsAreAsTold({ store, clients }: End<AnyAccounts>): Promise<void> {
  const { balance } = await store.get({ id: 'ann' }).consistent().orThrow();
  let rest = balance;
  for (const [client, amount] of Object.entries(amounts).reverse()) {
    const times = Math.floor(rest / amount);
    rest %= amount;
    const end = clients[client];
    if (end !== undefined) checkTold(`the deposit of ${client}`, end, times);
  }
}
