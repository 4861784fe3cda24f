import type { End, ExploredClient } from '@holdfast/sim';
import type { Backend } from '@holdfast/wire';
import { a, entity, TransactionConflictError, table } from 'holdfast';
import { checkTold, type ExploredPromise, lostAndLate, run } from './explored-promise.js';

const Tally = entity('TALLY', {
  key: { pk: 'TALLY#{name}', sk: 'TALLY' },
  attributes: { name: a.string(), count: a.number() },
});

const tallies = {
  open: (backend: Backend) => openTallies(backend),
  setup: ({ store }: { readonly store: Tallies }) => store.createTable(),
};
type Tallies = ReturnType<typeof openTallies>;
const openTallies = (backend: Backend) => table({ name: 'tallies', backend, entities: [Tally] });

const amounts: Readonly<Record<string, number>> = { alice: 1, bob: 100, carol: 10_000 };

/** Adds under the id of a command that outlives a crash, and again under the same while others are in the way. */
const addOnce = async ({ store, name }: ExploredClient<Tallies>) => {
  const write = store
    .of(Tally)
    .upsert({ name: 'visits' })
    .add({ count: amounts[name] ?? 0 });
  for (let tries = 0; tries < 3; tries += 1) {
    try {
      await write.exactlyOnce({ token: `visit of ${name}` }).send();
      return true;
    } catch (error) {
      if (!(error instanceof TransactionConflictError)) throw error;
    }
  }
  return 'unsure';
};

const addAndAddAgain = async ({ store, name }: ExploredClient<Tallies>) => {
  const write = () =>
    store
      .of(Tally)
      .upsert({ name: 'visits' })
      .add({ count: amounts[name] ?? 0 })
      .send({ maxAttempts: 1 });
  await write().catch(write);
};

const eachCountsAsTold = async ({ store, clients }: End<Tallies>) => {
  let rest = (await store.of(Tally).get({ name: 'visits' }).consistent().send())?.count ?? 0;
  for (const [name, amount] of Object.entries(amounts).reverse()) {
    const times = Math.floor(rest / amount);
    rest %= amount;
    const end = clients[name];
    if (end !== undefined) checkTold(`the visit of ${name}`, end, times);
  }
};

export const exactlyOnce: ExploredPromise = {
  name: 'Exactly once',
  promise:
    'A write with a token takes effect once within ten minutes, however often it is sent and whoever crashes meanwhile.',
  small: run({
    ...tallies,
    name: 'exactly once',
    clients: { alice: addOnce, bob: addOnce },
    faults: { lostAnswer: 1 },
    final: eachCountsAsTold,
  }),
  large: [
    run({
      ...tallies,
      name: 'exactly once',
      clients: { alice: addOnce, bob: addOnce },
      faults: { ...lostAndLate, transactionInProgress: 1, crash: 1 },
      restart: true,
      final: eachCountsAsTold,
      search: { schedules: 60_000 },
    }),
  ],
  twins: {
    'the same without a token': run({
      ...tallies,
      clients: { alice: addAndAddAgain },
      faults: { lostAnswer: 1 },
      final: eachCountsAsTold,
    }),
  },
};
