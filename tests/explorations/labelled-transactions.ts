import type { End, ExploredClient } from '@holdfast/sim';
import type { Backend } from '@holdfast/wire';
import { a, entity, table, transactWrite } from 'holdfast';
import { checkTold, type ExploredPromise, lostAndLate, run } from './explored-promise.js';

const MailClaim = entity('MAIL', {
  key: { pk: 'MAIL#{address}', sk: 'MAIL' },
  attributes: { address: a.string(), owner: a.string() },
  owner: 'owner',
});
const User = entity('USER', {
  key: { pk: 'USER#{id}', sk: 'USER' },
  attributes: { id: a.string(), email: a.string(), revision: a.version() },
});

const users = {
  open: (backend: Backend) => openUsers(backend),
  setup: ({ store }: { readonly store: Users }) => store.createTable(),
};
type Users = ReturnType<typeof openUsers>;
const openUsers = (backend: Backend) => table({ name: 'users', backend, entities: [MailClaim, User] });

const address = 'ann@example.com';

const register = async ({ store, name }: ExploredClient<Users>) => {
  const outcome = await transactWrite({
    emailTaken: store.of(MailClaim).claim({ address, owner: name }),
    user: store.of(User).create({ id: name, email: address }),
  }).trySend();
  if (outcome.applied) return true;
  if (outcome.failed('emailTaken') === undefined) throw new Error('only the address can be taken');
  return false;
};

/** The claim first, and then the user. */
const registerOneByOne = async ({ store, name }: ExploredClient<Users>) => {
  const claim = await store.of(MailClaim).claim({ address, owner: name }).trySend();
  if (!claim.applied) return false;
  await store.of(User).create({ id: name, email: address }).send();
  return true;
};

/** A user without the claim, or a claim without its user. */
const eachUserOwnsItsAddress = async ({ store, clients }: End<Users>) => {
  const owner = (await store.of(MailClaim).get({ address }).consistent().send())?.owner;
  for (const [name, end] of Object.entries(clients)) {
    const user = await store.of(User).get({ id: name }).consistent().send();
    if ((user !== undefined) !== (owner === name)) {
      throw new Error(`${name} ${user ? 'is' : 'is not'} registered, and ${owner} owns the address`);
    }
    checkTold(`the registration of ${name}`, end, user ? 1 : 0);
  }
};

export const labelledTransactions: ExploredPromise = {
  name: 'Labelled transactions',
  promise:
    'All writes of a transaction happen or none; a label that failed did, and whoever is told "applied" has it stored.',
  small: run({
    ...users,
    name: 'labelled transactions',
    clients: { alice: register, bob: register },
    faults: { lostAnswer: 1 },
    final: eachUserOwnsItsAddress,
  }),
  large: [
    run({
      ...users,
      name: 'labelled transactions',
      clients: { alice: register, bob: register, carol: register },
      faults: { ...lostAndLate, crash: 1, transactionInProgress: 1 },
      final: eachUserOwnsItsAddress,
      search: { schedules: 60_000 },
    }),
  ],
  twins: {
    'two writes in place of a transaction': run({
      ...users,
      clients: { alice: registerOneByOne },
      faults: { crash: 1 },
      final: eachUserOwnsItsAddress,
    }),
  },
};
