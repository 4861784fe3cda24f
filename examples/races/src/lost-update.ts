import { exploration } from '@holdfast/sim';
import { Account, openBank, openPlain, Plain } from './account.js';

type Plainly = { readonly store: ReturnType<typeof openPlain> };
type Versioned = { readonly store: ReturnType<typeof openBank> };

const depositPlainly = async ({ store: bank }: Plainly, amount: number) => {
  const account = await bank.of(Plain).get({ id: 'ann' }).consistent().orThrow();
  await bank
    .of(Plain)
    .put({ ...account, balance: account.balance + amount })
    .send();
};

export const broken = exploration({
  name: 'lost update',
  open: openPlain,
  setup: async ({ store: bank }) => {
    await bank.createTable();
    await bank.of(Plain).create({ id: 'ann', balance: 0 }).send();
  },
  clients: {
    alice: (client) => depositPlainly(client, 10),
    bob: (client) => depositPlainly(client, 20),
  },
  final: async ({ store: bank }) => {
    const { balance } = await bank.of(Plain).get({ id: 'ann' }).orThrow();
    if (balance !== 30) throw new Error(`the balance is ${balance}, not 30`);
  },
});

const deposit = ({ store: bank }: Versioned, amount: number) =>
  bank.of(Account).retryOnConflict(async ({ latest }) => {
    const account = await latest({ id: 'ann' }).orThrow();
    await bank
      .of(Account)
      .put({ ...account, balance: account.balance + amount })
      .send();
  });

export const mended = exploration({
  name: 'no lost update',
  open: openBank,
  setup: async ({ store: bank }) => {
    await bank.createTable();
    await bank.of(Account).create({ id: 'ann', balance: 0 }).send();
  },
  clients: {
    alice: (client) => deposit(client, 10),
    bob: (client) => deposit(client, 20),
  },
  final: async ({ store: bank }) => {
    const { balance } = await bank.of(Account).get({ id: 'ann' }).orThrow();
    if (balance !== 30) throw new Error(`the balance is ${balance}, not 30`);
  },
});
