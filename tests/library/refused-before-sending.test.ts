import { createEngine } from '@holdfast/engine';
import { type Backend, everyCapability } from '@holdfast/wire';
import { a, entity, table, transactWrite, ValidationError } from 'holdfast';
import { beforeEach, describe, expect, it } from 'vitest';

const Account = entity('ACCOUNT', {
  key: { pk: 'ACCOUNT#{id}', sk: 'BALANCE' },
  attributes: {
    id: a.string(),
    balance: a.number(),
    note: a.string().optional(),
    lines: a.list(a.number()).optional(),
    home: a.map({ city: a.string() }).optional(),
    tags: a.stringSet().optional(),
    revision: a.version(),
  },
});
const Note = entity('NOTE', {
  key: { pk: 'ACCOUNT#{id}', sk: 'NOTE#{at}#{seq:4}' },
  attributes: { id: a.string(), at: a.day(), seq: a.number(), text: a.string(), reads: a.number() },
});

let sent: string[];
/** Counts what would have gone out; nothing may. */
const backend = (): Backend => {
  const inner = createEngine().backend();
  return {
    ...inner,
    runtime: inner.runtime,
    capabilities: inner.capabilities,
    execute: (operation, input, options) => {
      sent.push(operation);
      return inner.execute(operation, input, options);
    },
  };
};
beforeEach(() => {
  sent = [];
});
const shopOn = (store: Backend) => table({ name: 'shop', backend: store, entities: [Account, Note] });
const noteKey = { id: 'a', at: '2026-05-01', seq: 1 };
const note = { ...noteKey, text: 'x', reads: 0 };

/** As a program without types calls it: everything is accepted by the compiler. */
interface Untyped {
  (...args: readonly unknown[]): Untyped;
  readonly [name: string]: Untyped;
}
const untyped = (value: unknown) => value as Untyped;

describe('what is refused before anything is sent', () => {
  const accounts = () => shopOn(backend()).of(Account);
  const notes = () => shopOn(backend()).of(Note);
  const update = () => untyped(accounts().update({ id: 'a' }));

  it.each<readonly [string, () => unknown, string]>([
    [
      'a condition that is dropped by &&',
      () =>
        accounts()
          .update({ id: 'a' })
          .if((m) => m.balance.gt(1) && m.note.eq('x')),
      'balance > 1 was made but is not part of what the callback returned',
    ],
    [
      'a condition of another callback',
      () => {
        const made: unknown[] = [];
        const first = accounts().update({ id: 'a' });
        first.if((m) => {
          const condition = m.balance.gt(1);
          made.push(condition);
          return condition;
        });
        return first.if(() => made[0] as never);
      },
      'what another callback made',
    ],
    ['a callback that returns no condition', () => update().if?.(() => true), 'returned true, not a condition'],
    [
      'an assignment that is forgotten',
      () => update().set?.((m: Untyped) => [m.balance?.to?.(1), m.note?.to?.('x')].slice(0, 1)),
      'the assignment to note was made but is not part',
    ],
    [
      'an attribute that is not there',
      () => update().if?.((m: Untyped) => m.balnce?.eq?.(1)),
      'ACCOUNT has no attribute balnce',
    ],
    [
      'a value of another type in a condition',
      () => update().if?.((m: Untyped) => m.balance?.eq?.('1')),
      'ACCOUNT.balance takes a finite number, not "1"',
    ],
    [
      'a member that is not there',
      () => update().if?.((m: Untyped) => m.home?.at?.('cty')?.eq?.('x')),
      'ACCOUNT.home has no member "cty"',
    ],
    [
      'an index into what is no list',
      () => update().if?.((m: Untyped) => m.note?.at?.(0)?.eq?.('x')),
      'ACCOUNT.note is no list',
    ],
    [
      'an empty in()',
      () =>
        accounts()
          .update({ id: 'a' })
          .if((m) => m.balance.in()),
      'takes 1 to 100 values, not 0',
    ],
    [
      'a comparison with an empty set',
      () =>
        accounts()
          .update({ id: 'a' })
          .if((m) => m.tags.eq(new Set())),
      'no empty set',
    ],
    [
      'two sums in one assignment',
      () => update().set?.((m: Untyped) => m.balance?.to?.(m.balance?.plus?.(1).plus?.(2))),
      'DynamoDB takes one step in an assignment',
    ],
    ['a change of the key', () => update().set?.({ id: 'b' }), 'ACCOUNT.id is part of the key'],
    ['a change of the version', () => update().set?.({ revision: 9 }), 'ACCOUNT.revision is the version'],
    ['undefined as a value', () => update().set?.({ note: undefined }), 'was given undefined'],
    ['the removal of a required attribute', () => update().remove?.('balance'), 'is not optional'],
    ['a sum on a text', () => update().add?.({ note: 'x' }), 'ACCOUNT.note is a string: no add()'],
    [
      'a version that is none',
      () => accounts().update({ id: 'a' }).ifVersion(-1),
      'ifVersion() takes a version, a whole number from 1',
    ],
    ['a version said twice', () => update().ifVersion?.(1).ignoreVersion?.(), 'said already'],
    [
      'an item that must be there and must not',
      () => notes().put(note).ifNotExists().ifExists(),
      'put NOTE (pk "ACCOUNT#a", sk "NOTE#2026-05-01#0001") in shop.ifExists(): it has said already whether the item exists',
    ],
    ['the reverse', () => notes().put(note).ifExists().ifNotExists(), 'said already whether the item exists'],
    ['a delete that says it twice', () => notes().delete(noteKey).ifExists().ifExists(), 'said already whether'],
    ['a check that says it twice', () => notes().check(noteKey).ifNotExists().ifNotExists(), 'said already whether'],
    [
      'a create that may meet an item',
      () => untyped(notes().create(note)).ifExists?.(),
      'ifExists() is for put, delete',
    ],
    ['a version of what has none', () => untyped(notes().update(noteKey)).ifVersion?.(1), 'NOTE has no version'],
    [
      'a version on a new item',
      () => untyped(accounts()).create?.({ id: 'a', balance: 1, revision: 3 }),
      'create() writes a new item',
    ],
    ['a claim of what has no owner', () => untyped(accounts()).claim?.({ id: 'a', balance: 1 }), 'declares no owner'],
    [
      'two kinds of results',
      () => untyped(notes().update(noteKey).returnOld()).returnNew?.(),
      'said already what to return',
    ],
    [
      'an unknown attribute to return',
      () => untyped(notes().update(noteKey)).returning?.('nope'),
      'NOTE has no attribute nope',
    ],
    ['an incomplete key', () => untyped(notes()).get?.({ id: 'a', at: '2026-05-01' }), 'seq is needed for the key'],
    ['half of a surrogate pair', () => accounts().get({ id: '\ud800' }), 'holds half of a surrogate pair'],
    ['an empty part of a key', () => accounts().get({ id: '' }), 'ACCOUNT.id is empty'],
    [
      'what is no part of the key',
      () => untyped(accounts()).get?.({ id: 'a', balance: 1 }),
      'ACCOUNT.balance is no part of the key',
    ],
    ['a key that is too long', () => accounts().get({ id: 'é'.repeat(1_024) }), 'has 2056 bytes; DynamoDB takes 2048'],
    ['a gap in the sort key of a query', () => untyped(notes()).query?.({ id: 'a', seq: 1 }), 'needs at before seq'],
    [
      'two bounds on a sort key',
      () => notes().query({ id: 'a' }).gt({ at: '2026-05-01' }).lt({ at: '2026-06-01' }),
      'one bound on the sort key',
    ],
    ['a limit that is none', () => notes().query({ id: 'a' }).limit(0), 'a whole number from 1'],
    [
      'an attribute set twice',
      () => notes().update(noteKey).set({ text: 'x' }).set({ text: 'y' }),
      'Two document paths overlap',
    ],
    ['a bound without attributes', () => notes().query({ id: 'a' }).gt({}), 'a bound needs an attribute'],
    [
      'a bound that the query gives',
      () => notes().query({ id: 'a', at: '2026-05-01' }).gt({ at: '2026-05-02' }),
      'NOTE.at is given by the query',
    ],
    ['no write at all', () => transactWrite({}), 'at least one write'],
    [
      'a write that is none',
      () => untyped(transactWrite)({ a: 1 }),
      'the transaction’s a is no write'.replace('’', "'"),
    ],
    [
      'over 100 writes',
      () => transactWrite(Array.from({ length: 101 }, (_, seq) => notes().put({ ...note, seq }))),
      'takes 100 writes, not 101',
    ],
    [
      'a write that returns values in a transaction',
      () => untyped(transactWrite)({ a: notes().update(noteKey).set({ text: 'y' }).returnNew() }),
      'a: a transaction returns no values',
    ],
    [
      'two backends in a transaction',
      () => transactWrite({ a: notes().delete(noteKey), b: accounts().put({ id: 'a', balance: 1 }) }),
      'different backends',
    ],
    [
      'a token that is too long',
      () => transactWrite([notes().delete(noteKey)]).token('x'.repeat(37)),
      '1 to 36 characters',
    ],
    [
      'a foreign entity',
      () =>
        untyped(shopOn(backend())).of?.(
          entity('OTHER', { key: { pk: 'O#{id}', sk: 'X' }, attributes: { id: a.string() } }),
        ),
      'has no entity OTHER; it has ACCOUNT, NOTE',
    ],
    [
      'another entity of a name that is there',
      () =>
        untyped(shopOn(backend())).of?.(
          entity('NOTE', { key: { pk: 'O#{id}', sk: 'X' }, attributes: { id: a.string() } }),
        ),
      'was made with another definition of NOTE; give it the same',
    ],
  ])('%s', (_name, call, message) => {
    expect(call).toThrow(ValidationError);
    expect(call).toThrow(message);
    expect(sent).toEqual([]);
  });

  it.each<readonly [string, () => unknown, string]>([
    [
      'a range of sort keys',
      () => notes().query({ id: 'a' }).between({ at: '2026-05-02' }, { at: '2026-05-01', seq: 1 }),
      'NOTE: sk BETWEEN "NOTE#2026-05-02#" AND "NOTE#2026-05-01#0001" ends before it begins',
    ],
    [
      'a filter',
      () =>
        notes()
          .query({ id: 'a' })
          .filter((n) => n.reads.between(10, 9)),
      'NOTE.reads: reads BETWEEN 10 AND 9 ends before it begins',
    ],
    [
      'a condition on a size',
      () =>
        notes()
          .delete(noteKey)
          .if((n) => n.text.size().between(2, 1)),
      'NOTE.text.size(): size(text) BETWEEN 2 AND 1 ends before it begins',
    ],
  ])('a range that ends before it begins: %s', (_name, call, message) => {
    expect(call).toThrow(ValidationError);
    expect(call).toThrow(message);
    expect(sent).toEqual([]);
  });

  it('no range of one value, and none whose ends are stored', async () => {
    const store = shopOn(backend());
    await store.createTable();
    await store
      .of(Note)
      .put({ ...note, reads: 2 })
      .send();
    const { at, seq } = noteKey;
    const within = store.of(Note).query({ id: 'a' }).between({ at, seq }, { at });
    expect(await within.filter((n) => n.reads.between(2, 2).and(n.reads.between(1, n.reads))).count()).toBe(1);
  });

  it.each<readonly [string, () => Promise<unknown>, string]>([
    [
      'an update that has not said its version',
      async () => untyped(accounts().update({ id: 'a' }).set({ balance: 1 })).send?.(),
      'say .ifVersion(n) or .ignoreVersion() first',
    ],
    [
      'a delete that has not said its version',
      async () => untyped(accounts().delete({ id: 'a' })).trySend?.(),
      'ACCOUNT has a version (revision)',
    ],
    [
      'such an update in a transaction',
      async () => untyped(transactWrite({ a: accounts().update({ id: 'a' }) as never })).send?.(),
      'say .ifVersion(n)',
    ],
    ['an update that changes nothing', async () => notes().update(noteKey).set({}).send(), 'it changes nothing'],
    ['a check by itself', async () => untyped(accounts().check({ id: 'a' })).send?.(), 'can only join a transaction'],
    ['no attempts', () => notes().put(note).send({ maxAttempts: 0 }), 'maxAttempts is a whole number from 1, not 0'],
    ['no runs', () => accounts().retryOnConflict(async () => {}, { runs: 0 }), 'runs is a whole number from 1'],
    [
      'a cursor of another make',
      () => notes().query({ id: 'a' }).page({ after: '{}' }),
      'is no cursor that a page of this read gave',
    ],
  ])('%s', async (_name, call, message) => {
    await expect(call()).rejects.toThrow(message);
    expect(sent).toEqual([]);
  });

  it('a transaction where the backend has none, naming what does without', () => {
    const without: Backend = { ...backend(), capabilities: { ...everyCapability, transactions: false } };
    expect(() => transactWrite([shopOn(without).of(Note).delete(noteKey)])).toThrow('write the items one by one');
  });

  it('the stored item of a refusal where the backend gives none, naming what does without', async () => {
    const capabilities = { ...everyCapability, returnValuesOnConditionCheckFailure: false };
    const put = shopOn({ ...backend(), capabilities })
      .of(Note)
      .put(note)
      .ifNotExists()
      .returnStored();
    await expect(put.trySend()).rejects.toThrow('leave out returnStored() and read the item');
    expect(sent).toEqual([]);
  });
});
