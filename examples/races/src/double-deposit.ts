import { exploration } from '@holdfast/sim';
import type { Backend } from '@holdfast/wire';
import { InDoubtError } from 'holdfast';
import { Account, openBank } from './account.js';

const setup = async ({ store: bank }: { readonly store: ReturnType<typeof openBank> }) => {
  await bank.createTable();
  await bank.of(Account).create({ id: 'ann', balance: 0 }).send();
};

const balanceIs = async (bank: ReturnType<typeof openBank>, ...allowed: readonly number[]) => {
  const { balance } = await bank.of(Account).get({ id: 'ann' }).orThrow();
  if (!allowed.includes(balance)) throw new Error(`the balance is ${balance}, not ${allowed.join(' or ')}`);
};

/** Takes every failed condition for another's write, and begins again. */
async function depositByHand(backend: Backend, amount: number): Promise<void> {
  const TableName = 'bank';
  const Key = { pk: { S: 'ACCOUNT#ann' }, sk: { S: 'BALANCE' } };
  for (;;) {
    const { output } = await backend.execute('GetItem', { TableName, Key, ConsistentRead: true });
    const { balance, revision } = output.Item as Record<'balance' | 'revision', { readonly N: string }>;
    try {
      await backend.execute('UpdateItem', {
        TableName,
        Key,
        UpdateExpression: 'SET balance = :balance, revision = revision + :one',
        ConditionExpression: 'revision = :read',
        ExpressionAttributeValues: {
          ':balance': { N: String(Number(balance.N) + amount) },
          ':one': { N: '1' },
          ':read': revision,
        },
      });
      return;
    } catch (error) {
      if ((error as Error).name !== 'ConditionalCheckFailedException') throw error;
    }
  }
}

export const broken = exploration({
  name: 'double deposit',
  open: openBank,
  setup,
  clients: { alice: ({ backend }) => depositByHand(backend, 10) },
  faults: { lostAnswer: 1 },
  final: ({ store }) => balanceIs(store, 10),
});

export const mended = exploration({
  name: 'no double deposit',
  open: openBank,
  setup,
  clients: {
    alice: ({ store: bank }) =>
      bank.of(Account).retryOnConflict(async ({ latest }) => {
        const account = await latest({ id: 'ann' }).orThrow();
        await bank
          .of(Account)
          .put({ ...account, balance: account.balance + 10 })
          .send();
      }),
  },
  faults: { lostAnswer: 2 },
  final: async ({ store, clients }) => {
    // with every answer lost, alice is told that she cannot know; the deposit is there once or not at all
    if (clients.alice.error instanceof InDoubtError) return balanceIs(store, 0, 10);
    return balanceIs(store, 10);
  },
});
