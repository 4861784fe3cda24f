import type { Backend } from '@holdfast/wire';
import { a, entity, table } from 'holdfast';

/** An account as it is without a version. */
export const Plain = entity('ACCOUNT', {
  key: { pk: 'ACCOUNT#{id}', sk: 'BALANCE' },
  attributes: { id: a.string(), balance: a.number() },
});

/** An account whose writes are held to the version that was read, and known again by their ids. */
export const Account = entity('ACCOUNT', {
  key: { pk: 'ACCOUNT#{id}', sk: 'BALANCE' },
  attributes: { id: a.string(), balance: a.number(), revision: a.version() },
});

export const openPlain = (backend: Backend) => table({ name: 'bank', backend, entities: [Plain] });
export const openBank = (backend: Backend) => table({ name: 'bank', backend, entities: [Account] });
