import { ServiceError, type TransactWriteItem } from '@holdfast/wire';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createEngine, type Engine } from '../engine.js';
import type { RunningTransaction } from './running-transaction.js';

/**
 * Any interleaving of transactions' steps with other requests, held against a model that knows items, who holds them and what
 * the transactions are going to write.
 */
const TableName = 'things';
const ids = ['a', 'b', 'c', 'd'] as const;
const slots = 3;

interface ModelTransaction {
  readonly writes: ReadonlyMap<string, number>;
  readonly checks: readonly string[];
  prepared: boolean;
  pending: string[];
}
interface Model {
  readonly items: Map<string, number>;
  readonly transactions: (ModelTransaction | undefined)[];
}

const id = fc.constantFrom(...ids);
const slot = fc.nat({ max: slots - 1 });
const command = fc.oneof(
  fc.record({
    kind: fc.constant('begin' as const),
    slot,
    roles: fc.array(fc.constantFrom('write', 'check', 'none'), { minLength: ids.length, maxLength: ids.length }),
  }),
  fc.record({ kind: fc.constantFrom('prepare', 'commit', 'complete', 'rollBack'), slot, choice: fc.nat() }),
  fc.record({ kind: fc.constant('put' as const), id }),
  fc.record({ kind: fc.constant('whole' as const), ids: fc.uniqueArray(id, { minLength: 1 }) }),
  fc.record({ kind: fc.constant('read' as const), ids: fc.uniqueArray(id, { minLength: 1 }) }),
  fc.record({ kind: fc.constant('there and back' as const) }),
);

function newEngine(): Engine {
  const engine = createEngine();
  engine.execute('CreateTable', {
    TableName,
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    BillingMode: 'PAY_PER_REQUEST',
  });
  return engine;
}

const item = (name: string, value: number) => ({ id: { S: name }, v: { N: String(value) } });
const putAction = (name: string, value: number): TransactWriteItem => ({ Put: { TableName, Item: item(name, value) } });
const checkAction = (name: string): TransactWriteItem => ({
  ConditionCheck: { TableName, Key: { id: { S: name } }, ConditionExpression: 'attribute_not_exists(gone)' },
});

/** The error's name, with the codes of its reasons. */
function outcomeOf(step: () => unknown): string {
  try {
    step();
    return 'done';
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return [error.name, ...(error.cancellationReasons ?? []).map(({ Code }) => Code)].join(' ');
  }
}

function isHeld(model: Model, name: string): boolean {
  return model.transactions.some((other) => other?.prepared && (other.writes.has(name) || other.checks.includes(name)));
}

function expectedOf(model: Model, names: readonly string[]): string {
  const codes = names.map((name) => (isHeld(model, name) ? 'TransactionConflict' : 'None'));
  return codes.every((code) => code === 'None') ? 'done' : `TransactionCanceledException ${codes.join(' ')}`;
}

test('steps and other requests, in any order, meet as they should', () => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 60 }), (commands) => {
      const engine = newEngine();
      const model: Model = { items: new Map(), transactions: [] };
      const running: (RunningTransaction | undefined)[] = [];
      let value = 0;
      const prepare = (index: number, transaction: RunningTransaction, known: ModelTransaction) => {
        const expected = expectedOf(model, [...known.writes.keys(), ...known.checks]);
        expect(outcomeOf(() => transaction.prepare())).toBe(expected);
        if (expected === 'done') {
          known.prepared = true;
          known.pending = [...known.writes.keys()];
        } else {
          model.transactions[index] = undefined;
        }
        return expected === 'done';
      };
      for (const step of commands) {
        value += 1;
        if (step.kind === 'put') {
          const expected = isHeld(model, step.id) ? 'TransactionConflictException' : 'done';
          expect(outcomeOf(() => engine.execute('PutItem', { TableName, Item: item(step.id, value) }))).toBe(expected);
          if (expected === 'done') model.items.set(step.id, value);
        } else if (step.kind === 'whole') {
          const TransactItems = step.ids.map((name) => putAction(name, value));
          const expected = expectedOf(model, step.ids);
          expect(outcomeOf(() => engine.execute('TransactWriteItems', { TransactItems }))).toBe(expected);
          if (expected === 'done') for (const name of step.ids) model.items.set(name, value);
        } else if (step.kind === 'read') {
          const TransactItems = step.ids.map((name) => ({ Get: { TableName, Key: { id: { S: name } } } }));
          expect(outcomeOf(() => engine.execute('TransactGetItems', { TransactItems }))).toBe(
            expectedOf(model, step.ids),
          );
        } else if (step.kind === 'there and back') {
          const snapshot = engine.snapshot();
          for (const transaction of engine.runningTransactions()) outcomeOf(() => transaction.complete());
          engine.restore(snapshot);
        } else if (step.kind === 'begin') {
          const writes = ids.filter((_, index) => step.roles[index] === 'write');
          const checks = ids.filter((_, index) => step.roles[index] === 'check');
          if (model.transactions[step.slot] !== undefined || writes.length + checks.length === 0) continue;
          const current = value;
          const TransactItems = [...writes.map((name) => putAction(name, current)), ...checks.map(checkAction)];
          running[step.slot] = engine.begin('TransactWriteItems', { TransactItems });
          model.transactions[step.slot] = {
            writes: new Map(writes.map((name) => [name, current])),
            checks,
            prepared: false,
            pending: [],
          };
        } else {
          const [transaction, known] = [running[step.slot], model.transactions[step.slot]];
          if (transaction === undefined || known === undefined) continue;
          const hasCommitted = known.prepared && known.pending.length < known.writes.size;
          if (step.kind === 'rollBack') {
            if (hasCommitted) {
              expect(() => transaction.rollBack()).toThrow('complete it');
            } else {
              transaction.rollBack();
              model.transactions[step.slot] = undefined;
            }
          } else if (!known.prepared) {
            if (step.kind === 'commit' || !prepare(step.slot, transaction, known)) continue;
          } else if (step.kind === 'commit' && known.pending.length > 0) {
            const position = transaction.pending[step.choice % transaction.pending.length] ?? -1;
            const name = [...known.writes.keys()][position] ?? '';
            transaction.commit(position);
            model.items.set(name, known.writes.get(name) ?? -1);
            known.pending = known.pending.filter((other) => other !== name);
          }
          if (step.kind === 'complete') {
            transaction.complete();
            for (const name of known.pending) model.items.set(name, known.writes.get(name) ?? -1);
            model.transactions[step.slot] = undefined;
          }
        }
        const { Items = [] } = engine.execute('Scan', { TableName });
        expect(new Set(Items)).toEqual(new Set([...model.items].map(([name, stored]) => item(name, stored))));
        expect(engine.runningTransactions()).toHaveLength(model.transactions.filter(Boolean).length);
      }
    }),
    { numRuns: 300 },
  );
});
