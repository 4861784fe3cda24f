import type { End, ExploredClient } from '@holdfast/sim';
import type { Backend } from '@holdfast/wire';
import { a, entity, table } from 'holdfast';
import { latestWins } from 'holdfast/recipes/latest';
import { type ExploredPromise, lostAndLate, run } from './explored-promise.js';

const Match = entity('MATCH', {
  key: { pk: 'MATCH#{id}', sk: 'MATCH' },
  attributes: { id: a.string(), goals: a.number().optional(), at: a.number().optional() },
});
const openMatches = (backend: Backend) => table({ name: 'matches', backend, entities: [Match] });
type Matches = ReturnType<typeof openMatches>;
const matches = {
  open: openMatches,
  setup: ({ store }: { readonly store: Matches }) => store.createTable(),
};
const id = 'final';

/** The version that each client brings; the goals are ten times that. */
const versions: Readonly<Record<string, number>> = { alice: 1, bob: 2, carol: 3 };
const changeOf = (name: string) => ({ at: versions[name] ?? 0, goals: 10 * (versions[name] ?? 0) });

const apply = async ({ store, name }: ExploredClient<Matches>) => {
  const live = latestWins(store.of(Match), { groups: { score: { version: 'at', fields: ['goals'] } } });
  const { at, goals } = changeOf(name);
  return (await live.apply({ id }, { score: { version: at, values: { goals } } })).score;
};

const overwrite = async ({ store, name }: ExploredClient<Matches>) => {
  await store.of(Match).upsert({ id }).set(changeOf(name)).send();
  return 'applied';
};

/** Takes any failed condition for a later event. */
const readNothing = async ({ store, name }: ExploredClient<Matches>) => {
  const change = changeOf(name);
  const write = store
    .of(Match)
    .upsert({ id })
    .set(change)
    .if((match) => match.at.notExistsOrLt(change.at));
  const outcome = await write.trySend().catch(() => write.trySend());
  return outcome.applied ? 'applied' : 'superseded';
};

const latestIsStoredAsTold = async ({ store, clients }: End<Matches>) => {
  const item = await store.of(Match).get({ id }).consistent().send();
  const at = item?.at ?? 0;
  if ((item?.goals ?? 0) !== 10 * at) throw new Error(`version ${at} has ${item?.goals} goals`);
  for (const [name, { status, value }] of Object.entries(clients)) {
    if (status !== 'done') continue;
    const own = versions[name] ?? 0;
    if (at < own) throw new Error(`${name} was told "${value}" of version ${own}, and version ${at} is stored`);
    if (value === 'superseded' && at <= own) throw new Error(`${name} was told "superseded", and nothing is later`);
  }
};

export const latestWinsHolds: ExploredPromise = {
  name: 'Latest wins',
  promise: 'A group of fields never moves back, and whoever is told that its version was superseded was.',
  small: run({
    ...matches,
    name: 'latest wins',
    clients: { alice: apply, bob: apply },
    faults: { lostAnswer: 1 },
    final: latestIsStoredAsTold,
  }),
  large: [
    run({
      ...matches,
      name: 'latest wins, with requests lost, late and doubled',
      clients: { alice: apply, bob: apply },
      faults: lostAndLate,
      final: latestIsStoredAsTold,
      search: { schedules: 20_000 },
    }),
    run({
      ...matches,
      name: 'latest wins, of three',
      clients: { alice: apply, bob: apply, carol: apply },
      faults: { lostAnswer: 1 },
      final: latestIsStoredAsTold,
      search: { schedules: 20_000 },
    }),
  ],
  twins: {
    'a write without a condition': run({
      ...matches,
      clients: { alice: overwrite, bob: overwrite },
      faults: { lostAnswer: 1 },
      final: latestIsStoredAsTold,
    }),
    'any failed condition taken for a later event': run({
      ...matches,
      clients: { alice: readNothing, bob: readNothing },
      faults: { lostAnswer: 1 },
      final: latestIsStoredAsTold,
    }),
  },
};
