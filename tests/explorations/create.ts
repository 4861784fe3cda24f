import type { End, ExploredClient } from '@holdfast/sim';
import type { Backend } from '@holdfast/wire';
import { a, entity, table } from 'holdfast';
import { checkTold, type ExploredPromise, lostAndLate, run } from './explored-promise.js';

const Order = entity('ORDER', {
  key: { pk: 'ORDER#{id}', sk: 'ORDER' },
  attributes: { id: a.string(), by: a.string(), revision: a.version() },
});

const shop = {
  open: (backend: Backend) => table({ name: 'shop', backend, entities: [Order] }),
  setup: ({ store }: { readonly store: Shop }) => store.createTable(),
};
type Shop = ReturnType<typeof openShop>;
const openShop = (backend: Backend) => table({ name: 'shop', backend, entities: [Order] });

const create = async ({ store, name }: ExploredClient<Shop>) => {
  await store.of(Order).create({ id: 'o1', by: name }).send();
};

const getThenPut = async ({ store, backend, name }: ExploredClient<Shop>) => {
  if (await store.of(Order).get({ id: 'o1' }).consistent().send()) return false;
  const Item = { pk: { S: 'ORDER#o1' }, sk: { S: 'ORDER' }, _entity: { S: 'ORDER' }, id: { S: 'o1' }, by: { S: name } };
  await backend.execute('PutItem', { TableName: 'shop', Item: { ...Item, revision: { N: '1' } } });
  return true;
};

/** Whoever was told that the order is made by itself finds it so, and nobody else does. */
const theOrderIsAsTold = async ({ store, clients }: End<Shop>) => {
  const order = await store.of(Order).get({ id: 'o1' }).consistent().send();
  for (const [name, end] of Object.entries(clients)) checkTold(`the order of ${name}`, end, order?.by === name ? 1 : 0);
};

export const createOnce: ExploredPromise = {
  name: 'Create',
  promise: 'Of all who create an item one succeeds, and whoever is told that it was its own has it stored.',
  small: run({
    ...shop,
    name: 'create',
    clients: { alice: create, bob: create },
    faults: lostAndLate,
    final: theOrderIsAsTold,
  }),
  large: [
    run({
      ...shop,
      name: 'create',
      clients: { alice: create, bob: create, carol: create },
      faults: { ...lostAndLate, lostAnswer: 2, crash: 1, transactionConflict: 1 },
      final: theOrderIsAsTold,
      search: { schedules: 60_000 },
    }),
  ],
  twins: {
    'a look before the write in place of a condition': run({
      ...shop,
      clients: { alice: getThenPut, bob: getThenPut },
      final: theOrderIsAsTold,
    }),
  },
};
