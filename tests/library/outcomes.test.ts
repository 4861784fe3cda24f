import { createEngine } from '@holdfast/engine';
import {
  a,
  type Clause,
  entity,
  type Infer,
  type Outcome,
  TransactionCanceledError,
  table,
  transactWrite,
  VersionConflictError,
} from 'holdfast';
import { toProblem } from 'holdfast/http';
import { beforeAll, describe, expect, expectTypeOf, it } from 'vitest';

const Account = entity('ACCOUNT', {
  key: { pk: 'ACCOUNT#{id}', sk: 'BALANCE' },
  attributes: { id: a.string(), balance: a.number(), revision: a.version() },
});
type Account = Infer<typeof Account>;
const Note = entity('NOTE', {
  key: { pk: 'NOTE#{id}', sk: 'NOTE' },
  attributes: { id: a.string(), text: a.string() },
});
const shop = table({ name: 'shop', backend: createEngine().backend(), entities: [Account, Note] });
const accounts = shop.of(Account);
const notes = shop.of(Note);

beforeAll(async () => {
  await shop.createTable();
  await accounts.create({ id: 'a', balance: 10 }).send();
  await notes.create({ id: 'n', text: 'x' }).send();
});
const stale = () => accounts.update({ id: 'a' }).ifVersion(7).set({ balance: 0 });
const taken = () => notes.create({ id: 'n', text: 'y' });

/** What code sees that knows nothing of the write. */
function seen(outcome: Outcome) {
  if (outcome.applied) return { returned: outcome.returned };
  return outcome.labels.map((label) => [label, outcome.failed(label)]);
}

describe('the outcome of trySend', () => {
  it('has one shape, of a write, of a transaction and of a list', async () => {
    const clause: Partial<Clause> = { text: 'revision = 7', path: 'revision', saw: 1 };
    const alone = await stale().trySend();
    const joined = await transactWrite({ money: stale(), other: notes.check({ id: 'n' }) }).trySend();
    const listed = await transactWrite([notes.check({ id: 'n' }), stale()]).trySend();
    for (const [outcome, label] of [
      [alone, 'write'],
      [joined, 'money'],
      [listed, 1],
    ] as const) {
      expect(outcome).toMatchObject({ applied: false, labels: [label], clauses: [clause] });
      expect(seen(outcome)).toMatchObject([[label, { clauses: [clause] }]]);
    }
    // and with what was stored, where it was asked for
    const stored = { id: 'a', balance: 10, revision: 1 };
    const full = await stale().returnStored().trySend();
    expect(full).toMatchObject({ stored });
    expect(seen(full)).toMatchObject([['write', { stored }]]);
    expect(seen(await transactWrite({ money: stale().returnStored() }).trySend())).toMatchObject([
      ['money', { stored }],
    ]);
    const applied = await accounts.update({ id: 'a' }).ifVersion(1).add({ balance: 0 }).trySend();
    expect(seen(applied)).toEqual({ returned: undefined });
    await accounts.put({ id: 'a', balance: 10, revision: 2 }).send();
  });

  it('names every label that failed', async () => {
    const outcome = await transactWrite({
      money: stale(),
      fine: notes.check({ id: 'm' }).ifNotExists(),
      note: taken(),
    }).trySend();
    if (outcome.applied) return expect.unreachable();
    expect(outcome.labels).toEqual(['money', 'note']);
    expect(outcome.failed('fine')).toBeUndefined();
    expect(outcome.clauses).toEqual([
      ...(outcome.failed('money')?.clauses ?? []),
      ...(outcome.failed('note')?.clauses ?? []),
    ]);
    expect(outcome.clauses).toHaveLength(2);
  });

  it('throws by orThrow what send throws', async () => {
    const thrown = (call: () => unknown): Promise<unknown> =>
      Promise.resolve()
        .then(call)
        .then(
          () => expect.unreachable(),
          (error: unknown) => error,
        );
    const alone = await stale().trySend();
    expect(await thrown(() => alone.orThrow())).toEqual(await thrown(() => stale().send()));
    expect(await thrown(() => alone.orThrow())).toBeInstanceOf(VersionConflictError);
    const joined = await transactWrite([stale()]).trySend();
    expect(await thrown(() => joined.orThrow())).toBeInstanceOf(TransactionCanceledError);
    expect(await thrown(() => joined.orThrow())).toMatchObject({ cause: { name: 'TransactionCanceledException' } });
  });

  it('is a problem over HTTP where it was not applied', async () => {
    const statusOf = (outcome: Outcome) => (outcome.applied ? 200 : toProblem(outcome).status);
    expect(statusOf(await stale().trySend())).toBe(412);
    expect(statusOf(await taken().trySend())).toBe(409);
    expect(statusOf(await transactWrite([stale()]).trySend())).toBe(412);
    const both = await transactWrite({ money: stale(), note: taken() }).trySend();
    expect(statusOf(both)).toBe(409);
    expect(toProblem(both, { expose: ['labels'] }).body.labels).toEqual(['money', 'note']);
    expect(JSON.stringify(toProblem(both))).not.toContain('money');
  });

  it('has types that tell what is there', async () => {
    const alone = await stale().trySend();
    if (!alone.applied) {
      expectTypeOf(alone.labels).toEqualTypeOf<readonly 'write'[]>();
      expectTypeOf(alone).not.toHaveProperty('stored');
    }
    const full = await stale().returnStored().trySend();
    if (!full.applied) expectTypeOf(full.failed('write')?.stored).toEqualTypeOf<Account | undefined>();
    const joined = await transactWrite({ money: stale().returnStored(), note: taken() }).trySend();
    if (!joined.applied) {
      expectTypeOf(joined.labels).toEqualTypeOf<readonly ('money' | 'note')[]>();
      expectTypeOf(joined.failed('money')?.stored).toEqualTypeOf<Account | undefined>();
      expectTypeOf(joined.failed('note')).not.toHaveProperty('stored');
    }
    expectTypeOf<typeof alone | typeof full | typeof joined>().toExtend<Outcome>();
  });
});
