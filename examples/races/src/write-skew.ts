import { exploration } from '@holdfast/sim';
import type { Backend } from '@holdfast/wire';
import { a, entity, table, transactWrite } from 'holdfast';

const most = 3;
const team = 't1';

const Seat = entity('SEAT', {
  key: { pk: 'TEAM#{team}', sk: 'SEAT#{member}' },
  attributes: { team: a.string(), member: a.string() },
});
const Team = entity('TEAM', {
  key: { pk: 'TEAM#{team}', sk: 'TEAM' },
  attributes: { team: a.string(), seats: a.number() },
});

const open = (backend: Backend) => table({ name: 'teams', backend, entities: [Seat, Team] });
type Teams = ReturnType<typeof open>;

const setup = async ({ store: teams }: { readonly store: Teams }) => {
  await teams.createTable();
  await teams.of(Team).create({ team, seats: 2 }).send();
  for (const member of ['x', 'y']) await teams.of(Seat).create({ team, member }).send();
};

const seatsOf = async (teams: Teams) => {
  let seats = 0;
  for await (const _ of teams.of(Seat).query({ team }).consistent()) seats += 1;
  return seats;
};

const atMostThree = async ({ store }: { readonly store: Teams }) => {
  const seats = await seatsOf(store);
  if (seats > most) throw new Error(`the team has ${seats} seats, and may have ${most}`);
};

/** Counts, and takes a seat where there is room. */
const countAndJoin = async (teams: Teams, member: string) => {
  if ((await seatsOf(teams)) >= most) return false;
  await teams.of(Seat).create({ team, member }).send();
  return true;
};

export const broken = exploration({
  name: 'write skew',
  open,
  setup,
  clients: {
    alice: ({ store }) => countAndJoin(store, 'alice'),
    bob: ({ store }) => countAndJoin(store, 'bob'),
  },
  invariant: atMostThree,
});

/** The team counts its seats, and whoever takes one writes the team. */
const join = async (teams: Teams, member: string) => {
  const outcome = await transactWrite({
    full: teams
      .of(Team)
      .update({ team })
      .set((one) => [one.seats.to(one.seats.plus(1))])
      .if((one) => one.seats.lt(most)),
    seat: teams.of(Seat).create({ team, member }),
  }).trySend();
  return outcome.applied;
};

export const mended = exploration({
  name: 'no write skew',
  open,
  setup,
  clients: {
    alice: ({ store }) => join(store, 'alice'),
    bob: ({ store }) => join(store, 'bob'),
  },
  invariant: atMostThree,
});
