import { table } from 'holdfast';
import { Account, Claim, Lists, Note, Titled, Unstamped } from './contested-entities.js';
import { type FaultyStore, faultyStore } from './faulty-store.js';

/** A table on a store whose writes meet what a test writes down. */
export async function openFaultyShop() {
  const store: FaultyStore = faultyStore();
  const shop = table({
    name: 'shop',
    backend: store.backend,
    entities: [Account, Unstamped, Note, Claim, Lists, Titled],
  });
  await shop.createTable();
  return {
    store,
    shop,
    balanceOf: async (id: string) => (await shop.of(Account).get({ id }).consistent().orThrow()).balance,
  };
}
export type FaultyShop = Awaited<ReturnType<typeof openFaultyShop>>;
