import type { End, ExploredClient } from '@holdfast/sim';
import { InDoubtError } from 'holdfast';
import { type Accounts, amounts, depositsAreAsTold, versioned } from './bank.js';
import { type ExploredPromise, lostAndLate, run } from './explored-promise.js';

const deposit =
  (runs: number) =>
  ({ store, name }: ExploredClient<Accounts>) =>
    store.retryOnConflict(
      async ({ latest }) => {
        const account = await latest({ id: 'ann' }).orThrow();
        await store.put({ ...account, balance: account.balance + (amounts[name] ?? 0) }).send();
        return true;
      },
      { runs },
    );

/** Runs again whatever went wrong. */
const depositAgain = async ({ store, name }: ExploredClient<Accounts>) => {
  for (;;) {
    const account = await store.get({ id: 'ann' }).consistent().orThrow();
    try {
      await store.put({ ...account, balance: account.balance + (amounts[name] ?? 0) }).send({ maxAttempts: 1 });
      return true;
    } catch (error) {
      if (!(error instanceof InDoubtError)) throw error;
    }
  }
};

const allAreDone = async (end: End<Accounts>) => {
  for (const [name, { status }] of Object.entries(end.clients)) {
    if (status !== 'done') throw new Error(`${name} is ${status}`);
  }
  await depositsAreAsTold(end);
};

const three = { alice: deposit(3), bob: deposit(3), carol: deposit(3) };

export const retryOnConflict: ExploredPromise = {
  name: 'Runs after a conflict',
  promise: 'A run in doubt is never repeated blindly: what `retryOnConflict` reports as done was done once.',
  small: run({
    ...versioned,
    name: 'runs after a conflict',
    clients: { alice: deposit(5), bob: deposit(5) },
    faults: lostAndLate,
    final: depositsAreAsTold,
    search: { schedules: 6_000 },
  }),
  large: [
    run({
      ...versioned,
      name: 'runs after a conflict',
      clients: three,
      faults: { ...lostAndLate, crash: 1, transactionConflict: 1 },
      final: depositsAreAsTold,
      search: { schedules: 60_000 },
    }),
  ],
  twins: {
    'a loop that repeats a run in doubt': run({
      ...versioned,
      clients: { alice: depositAgain },
      faults: { lostAnswer: 1 },
      final: depositsAreAsTold,
    }),
  },
};

export const enoughRuns: ExploredPromise = {
  name: 'Enough runs',
  promise: 'Of n writers that each write once, every one succeeds within n runs.',
  small: run({
    ...versioned,
    name: 'enough runs',
    clients: { alice: deposit(2), bob: deposit(2) },
    final: allAreDone,
  }),
  large: [run({ ...versioned, name: 'enough runs', clients: three, final: allAreDone, search: { schedules: 60_000 } })],
  twins: {
    'one run less': run({ ...versioned, clients: { alice: deposit(1), bob: deposit(1) }, final: allAreDone }),
  },
};
