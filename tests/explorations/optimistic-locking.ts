import type { ExploredClient } from '@holdfast/sim';
import { ConditionFailedError, InDoubtError, VersionConflictError } from 'holdfast';
import {
  type Accounts,
  type AccountsWithoutWriteIds,
  amounts,
  depositsAreAsTold,
  type PlainAccounts,
  plain,
  versioned,
  withoutWriteIds,
} from './bank.js';
import { type ExploredPromise, lostAndLate, run } from './explored-promise.js';

/** Reads, adds and writes, once. */
const deposit = async ({ store, name }: ExploredClient<Accounts>) => {
  const account = await store.get({ id: 'ann' }).consistent().orThrow();
  await store.put({ ...account, balance: account.balance + (amounts[name] ?? 0) }).send();
};

const depositWithoutWriteId = async ({ store, name }: ExploredClient<AccountsWithoutWriteIds>) => {
  const account = await store.get({ id: 'ann' }).consistent().orThrow();
  await store.put({ ...account, balance: account.balance + (amounts[name] ?? 0) }).send();
};

/** As a program without versions does it. */
const depositUnlocked = async ({ store, name }: ExploredClient<PlainAccounts>) => {
  const account = await store.get({ id: 'ann' }).consistent().orThrow();
  await store.put({ ...account, balance: account.balance + (amounts[name] ?? 0) }).send();
};

/** As a loop does it that takes every failed condition for somebody else's write. */
const depositInLoop = async ({ backend, name }: ExploredClient<AccountsWithoutWriteIds>) => {
  const TableName = 'bank';
  const Key = { pk: { S: 'ACCOUNT#ann' }, sk: { S: 'BALANCE' } };
  for (;;) {
    const { output } = await backend.execute('GetItem', { TableName, Key, ConsistentRead: true });
    const { balance, revision } = output.Item as Record<'balance' | 'revision', { readonly N: string }>;
    const Item = {
      ...output.Item,
      ...Key,
      balance: { N: String(Number(balance.N) + (amounts[name] ?? 0)) },
      revision: { N: String(Number(revision.N) + 1) },
    };
    const ExpressionAttributeValues = { ':read': revision };
    const request = { TableName, Item, ConditionExpression: 'revision = :read', ExpressionAttributeValues };
    const isWritten = await backend.execute('PutItem', request).then(
      () => true,
      (error: Error) => {
        if (error.name === 'ConditionalCheckFailedException') return false;
        throw error;
      },
    );
    if (isWritten) return;
  }
};

const two = { alice: deposit, bob: deposit };

export const withWriteIds: ExploredPromise = {
  name: 'Optimistic locking',
  promise: 'No update is lost, none is applied twice, and each writer is told the truth about its own.',
  small: run({ ...versioned, name: 'optimistic locking', clients: two, faults: lostAndLate, final: depositsAreAsTold }),
  large: [
    run({
      ...versioned,
      name: 'optimistic locking',
      clients: { ...two, carol: deposit },
      faults: { ...lostAndLate, lostAnswer: 2, crash: 1, throttle: 1 },
      final: depositsAreAsTold,
      search: { schedules: 60_000 },
    }),
  ],
  twins: {
    'without a version': run({
      ...plain,
      clients: { alice: depositUnlocked, bob: depositUnlocked },
      final: depositsAreAsTold,
    }),
    'a loop that takes its own first attempt for a conflict': run({
      ...withoutWriteIds,
      clients: { alice: depositInLoop },
      faults: { lostAnswer: 1 },
      final: depositsAreAsTold,
    }),
  },
};

export const withoutIds: ExploredPromise = {
  name: 'Optimistic locking without write ids',
  promise: 'No update is lost; where a lost answer leaves open whose write it was, the writer is told so.',
  small: run({
    ...withoutWriteIds,
    name: 'without write ids',
    clients: { alice: depositWithoutWriteId, bob: depositWithoutWriteId },
    faults: lostAndLate,
    final: depositsAreAsTold,
  }),
  large: [
    run({
      ...withoutWriteIds,
      name: 'without write ids',
      clients: { alice: depositWithoutWriteId, bob: depositWithoutWriteId, carol: depositWithoutWriteId },
      faults: { ...lostAndLate, lostAnswer: 2, crash: 1 },
      final: depositsAreAsTold,
      search: { schedules: 60_000 },
    }),
  ],
  twins: {
    'doubt taken for "not done"': run({
      ...withoutWriteIds,
      clients: {
        alice: async (client: ExploredClient<AccountsWithoutWriteIds>) => {
          try {
            await depositWithoutWriteId(client);
            return true;
          } catch (error) {
            if (isRefusal(error) || error instanceof InDoubtError) return false;
            throw error;
          }
        },
      },
      faults: { lostAnswer: 1 },
      final: depositsAreAsTold,
      maxAttempts: 1,
    }),
  },
};

function isRefusal(error: unknown): boolean {
  return error instanceof VersionConflictError || error instanceof ConditionFailedError;
}
