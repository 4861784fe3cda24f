import type { ExploredClient } from '@holdfast/sim';
import { InDoubtError } from 'holdfast';
import { type Accounts, amounts, depositsAreAsTold, versioned } from './bank.js';
import { type ExploredPromise, lostAndLate, run } from './explored-promise.js';

/** Deposits once, and says whether it did by what the doubt comes to. */
const deposit =
  (barrier: boolean) =>
  async ({ store, name }: ExploredClient<Accounts>) => {
    const account = await store.get({ id: 'ann' }).consistent().orThrow();
    try {
      await store.put({ ...account, balance: account.balance + (amounts[name] ?? 0) }).send({ maxAttempts: 1 });
      return true;
    } catch (error) {
      if (!(error instanceof InDoubtError)) throw error;
      const { outcome } = await error.resolve(barrier ? { barrier: true } : {});
      if (outcome === 'unknown') throw error;
      return outcome === 'applied';
    }
  };

/** Takes for "not done" what is not there yet. */
const depositAndLook = async ({ store, name }: ExploredClient<Accounts>) => {
  const account = await store.get({ id: 'ann' }).consistent().orThrow();
  const balance = account.balance + (amounts[name] ?? 0);
  try {
    await store.put({ ...account, balance }).send({ maxAttempts: 1 });
    return true;
  } catch (error) {
    if (!(error instanceof InDoubtError)) throw error;
    return (await store.get({ id: 'ann' }).consistent().orThrow()).balance === balance;
  }
};

export const inDoubtResolution: ExploredPromise = {
  name: 'Resolution of doubt',
  promise:
    '`resolve()` says "applied" or "not applied" only where that is so and stays so, whatever lands late or comes in between.',
  small: run({
    ...versioned,
    name: 'resolution of doubt',
    clients: { alice: deposit(true), bob: deposit(false) },
    faults: { lostAnswer: 1, lateRequest: 1 },
    final: depositsAreAsTold,
    search: { schedules: 6_000 },
  }),
  large: [
    run({
      ...versioned,
      name: 'resolution of doubt',
      clients: { alice: deposit(true), bob: deposit(false), carol: deposit(true) },
      faults: { ...lostAndLate, lostAnswer: 2, crash: 1 },
      final: depositsAreAsTold,
      search: { schedules: 60_000 },
    }),
  ],
  twins: {
    'a look in place of the barrier': run({
      ...versioned,
      clients: { alice: depositAndLook },
      faults: { lateRequest: 1 },
      final: depositsAreAsTold,
    }),
  },
};
