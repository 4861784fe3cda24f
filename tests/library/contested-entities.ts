import { a, entity } from 'holdfast';

// What writers race for, and lose the answers of, in more than one test.

export const Account = entity('ACCOUNT', {
  key: { pk: 'ACCOUNT#{id}', sk: 'BALANCE' },
  attributes: { id: a.string(), balance: a.number(), revision: a.version() },
});
export const Unstamped = entity('UNSTAMPED', {
  key: { pk: 'UNSTAMPED#{id}', sk: 'BALANCE' },
  attributes: { id: a.string(), balance: a.number(), revision: a.version() },
  writeId: false,
});
export const Note = entity('NOTE', {
  key: { pk: 'NOTE#{id}', sk: 'TEXT' },
  attributes: { id: a.string(), text: a.string(), reads: a.number().default(0) },
});
export const Claim = entity('CLAIM', {
  key: { pk: 'CLAIM#{name}', sk: 'CLAIM' },
  attributes: { name: a.string(), owner: a.string() },
  owner: 'owner',
});

export const Lists = entity('LISTS', {
  key: { pk: 'LISTS#{id}', sk: 'LISTS' },
  attributes: {
    id: a.string(),
    x: a.number(),
    y: a.number(),
    z: a.number().optional(),
    tags: a.list(a.string()),
    title: a.string().optional(),
  },
});
export const Titled = entity('TITLED', {
  key: { pk: 'TITLED#{id}', sk: 'TITLED' },
  attributes: { id: a.string(), title: a.string(), count: a.number() },
});
