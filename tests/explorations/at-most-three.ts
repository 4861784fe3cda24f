import type { ExploredClient, State } from '@holdfast/sim';
import type { Backend } from '@holdfast/wire';
import { a, entity, table, transactWrite } from 'holdfast';
import { type ExploredPromise, lostAndLate, run } from './explored-promise.js';

const Seat = entity('SEAT', {
  key: { pk: 'TEAM#{team}', sk: 'SEAT#{member}' },
  attributes: { team: a.string(), member: a.string() },
});
const Team = entity('TEAM', {
  key: { pk: 'TEAM#{team}', sk: 'TEAM' },
  attributes: { team: a.string(), seats: a.number() },
});

const team = 't1';
const teams = {
  open: (backend: Backend) => openTeams(backend),
  setup: async ({ store }: { readonly store: Teams }) => {
    await store.createTable();
    await store.of(Team).create({ team, seats: 2 }).send();
    for (const member of ['x', 'y']) await store.of(Seat).create({ team, member }).send();
  },
};
type Teams = ReturnType<typeof openTeams>;
const openTeams = (backend: Backend) => table({ name: 'teams', backend, entities: [Seat, Team] });

const seatsOf = async (store: Teams) => {
  let seats = 0;
  for await (const _ of store.of(Seat).query({ team }).consistent()) seats += 1;
  return seats;
};

/** The number of seats is an item of its own, and every new seat holds to it. */
const join = async ({ store, name }: ExploredClient<Teams>) => {
  const outcome = await transactWrite({
    full: store
      .of(Team)
      .update({ team })
      .set((one) => [one.seats.to(one.seats.plus(1))])
      .if((one) => one.seats.lt(3)),
    seat: store.of(Seat).create({ team, member: name }),
  }).trySend();
  return outcome.applied;
};

/** Counts first, and then takes a seat: each on its own item, so no condition fails. */
const countAndJoin = async ({ store, name }: ExploredClient<Teams>) => {
  if ((await seatsOf(store)) >= 3) return false;
  await store.of(Seat).create({ team, member: name }).send();
  return true;
};

const atMost = async ({ store }: State<Teams>) => {
  const seats = await seatsOf(store);
  if (seats > 3) throw new Error(`the team has ${seats} seats`);
};

export const atMostThree: ExploredPromise = {
  name: 'At most three',
  promise: 'A rule over many items, held by one that all who might break it write, holds after every step.',
  small: run({
    ...teams,
    name: 'at most three',
    clients: { alice: join, bob: join },
    invariant: atMost,
    final: atMost,
    search: { schedules: 4_000 },
  }),
  large: [
    run({
      ...teams,
      name: 'at most three',
      clients: { alice: join, bob: join, carol: join },
      faults: lostAndLate,
      invariant: atMost,
      final: atMost,
      search: { schedules: 60_000 },
    }),
  ],
  twins: {
    'a count before the write (write skew)': run({
      ...teams,
      clients: { alice: countAndJoin, bob: countAndJoin },
      invariant: atMost,
    }),
  },
};
