import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryCondition, arbitraryUpdate } from '../testing/arbitrary-expressions.js';
import { arbitraryItem } from '../testing/arbitrary-values.js';
import { applyUpdate } from './apply-update.js';
import { evaluateCondition } from './evaluate-condition.js';
import { ExpressionError } from './expression-error.js';
import { parseCondition } from './parser/parse-condition.js';
import { parseProjection } from './parser/parse-projection.js';
import { parseUpdate } from './parser/parse-update.js';
import { Placeholders } from './parser/placeholders.js';
import { type PrintedExpressions, printExpressions } from './print-expressions.js';
import type { Condition, Path, Update } from './syntax-tree.js';

const path = (...elements: [string, ...(string | number)[]]): Path => ({ kind: 'path', elements });
const is = (name: string, N: string): Condition => ({
  kind: 'comparison',
  operator: '=',
  left: path(name),
  right: { kind: 'value', value: { N } },
});
const [a, b, c] = [is('a', '1'), is('b', '2'), is('c', '3')];
const not = (condition: Condition): Condition => ({ kind: 'not', condition });
const and = (...conditions: Condition[]): Condition => ({ kind: 'and', conditions });
const or = (...conditions: Condition[]): Condition => ({ kind: 'or', conditions });

const placeholdersOf = (printed: PrintedExpressions) =>
  new Placeholders(printed.ExpressionAttributeNames, printed.ExpressionAttributeValues);

/** The tree that a text can show: no junction directly in one of its kind, none of a single condition. */
function normal(condition: Condition): Condition {
  if (condition.kind === 'not') return not(normal(condition.condition));
  if (condition.kind !== 'and' && condition.kind !== 'or') return condition;
  const { kind } = condition;
  const parts = condition.conditions.map(normal).flatMap((part) => (part.kind === kind ? part.conditions : [part]));
  return parts.length === 1 && parts[0] !== undefined ? parts[0] : { kind, conditions: parts };
}

describe('printExpressions', () => {
  it.each<[string, Condition, string]>([
    ['AND binds tighter than OR', or(and(a, b), c), '#0 = :0 AND #1 = :1 OR #2 = :2'],
    ['OR inside AND', and(or(a, b), c), '(#0 = :0 OR #1 = :1) AND #2 = :2'],
    ['NOT binds tightest', and(not(a), b), 'NOT #0 = :0 AND #1 = :1'],
    ['NOT of a junction', not(and(a, b)), 'NOT (#0 = :0 AND #1 = :1)'],
    ['NOT of NOT', not(not(a)), 'NOT (NOT #0 = :0)'],
    ['a junction of one', not(and(or(a))), 'NOT #0 = :0'],
    ['junctions in one of their kind', and(and(a, b), c), '#0 = :0 AND #1 = :1 AND #2 = :2'],
    ['a junction of one around another kind', and(a, or(or(b, c))), '#0 = :0 AND (#1 = :1 OR #2 = :2)'],
  ])('%s', (_, condition, text) => {
    expect(printExpressions({ condition }).ConditionExpression).toBe(text);
  });

  it('gives equal names and values one placeholder, over all expressions of the request', () => {
    const update: Update = {
      set: [
        {
          path: path('a', 'b', 0),
          value: {
            kind: 'arithmetic',
            operator: '+',
            left: { kind: 'if_not_exists', path: path('a', 'b', 0), fallback: { kind: 'value', value: { N: '1' } } },
            right: { kind: 'value', value: { N: '1' } },
          },
        },
        { path: path('x'), value: { kind: 'value', value: { S: '1' } } },
      ],
      remove: [path('status')],
      add: [{ path: path('s'), value: { kind: 'value', value: { SS: ['a'] } } }],
      delete: [{ path: path('d'), value: { kind: 'value', value: { SS: ['a'] } } }],
    };
    expect(printExpressions({ condition: a, update, projection: [path('x'), path('a', 'c')] })).toEqual({
      UpdateExpression: 'SET #0.#1[0] = if_not_exists(#0.#1[0], :0) + :0, #2 = :1 REMOVE #3 ADD #4 :2 DELETE #5 :3',
      ConditionExpression: '#0 = :0',
      ProjectionExpression: '#2, #0.#6',
      ExpressionAttributeNames: { '#0': 'a', '#1': 'b', '#2': 'x', '#3': 'status', '#4': 's', '#5': 'd', '#6': 'c' },
      ExpressionAttributeValues: { ':0': { N: '1' }, ':1': { S: '1' }, ':2': { SS: ['a'] }, ':3': { SS: ['a'] } },
    });
  });

  it('prints the other members of a request', () => {
    expect(printExpressions({ keyCondition: a, filter: b })).toEqual({
      KeyConditionExpression: '#1 = :1',
      FilterExpression: '#0 = :0',
      ExpressionAttributeNames: { '#0': 'b', '#1': 'a' },
      ExpressionAttributeValues: { ':0': { N: '2' }, ':1': { N: '1' } },
    });
  });

  it('leaves out what is not given, what is empty, and placeholders where there are none', () => {
    expect(printExpressions({})).toEqual({});
    expect(printExpressions({ update: { set: [], remove: [], add: [], delete: [] } })).toEqual({});
    expect(printExpressions({ condition: { kind: 'attribute_exists', path: path('a') } })).toEqual({
      ConditionExpression: 'attribute_exists(#0)',
      ExpressionAttributeNames: { '#0': 'a' },
    });
  });

  it('refuses what has no text', () => {
    const error = new ExpressionError('The expression can not be empty;');
    expect(() => printExpressions({ condition: and() })).toThrow(error);
    expect(() => printExpressions({ projection: [] })).toThrow(error);
    expect(() => printExpressions({ filter: { kind: 'in', operand: path('a'), candidates: [] } })).toThrow(error);
  });

  it('is read back as the same condition, which holds for the same items', () => {
    fc.assert(
      fc.property(arbitraryCondition, arbitraryItem, (condition, item) => {
        const printed = printExpressions({ condition });
        const placeholders = placeholdersOf(printed);
        const parsed = parseCondition(printed.ConditionExpression ?? '', placeholders);
        expect(parsed).toEqual(normal(condition));
        expect(evaluateCondition(parsed, item)).toBe(evaluateCondition(condition, item));
        expect([placeholders.unusedNames(), placeholders.unusedValues()]).toEqual([[], []]);
      }),
      { numRuns: 500 },
    );
  });

  it('is read back as the same update, which does the same', () => {
    const outcome = (run: () => unknown): unknown => {
      try {
        return run();
      } catch (error) {
        return String(error);
      }
    };
    fc.assert(
      fc.property(arbitraryUpdate, arbitraryItem, (update, item) => {
        const printed = printExpressions({ update });
        const placeholders = placeholdersOf(printed);
        const parsed = parseUpdate(printed.UpdateExpression ?? '', placeholders);
        expect(parsed).toEqual(update);
        expect(outcome(() => applyUpdate(parsed, item))).toEqual(outcome(() => applyUpdate(update, item)));
        expect([placeholders.unusedNames(), placeholders.unusedValues()]).toEqual([[], []]);
      }),
      { numRuns: 500 },
    );
  });

  it('is read back as the same projection', () => {
    const projection = [path('a', 'b', 0), path('__proto__', 'constructor'), path('a', 'c')];
    const printed = printExpressions({ projection });
    expect(parseProjection(printed.ProjectionExpression ?? '', placeholdersOf(printed))).toEqual(projection);
  });
});
