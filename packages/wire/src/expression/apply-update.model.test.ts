import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AttributeMap, AttributeValue } from '../attribute-value/attribute-value.js';
import { arbitraryUpdate } from '../testing/arbitrary-expressions.js';
import { arbitraryItem, nullPrototype } from '../testing/arbitrary-values.js';
import {
  follow,
  identity,
  isLeaf,
  isStorable,
  type PlainLeaf,
  type PlainValue,
  plainItem,
  plainNumber,
  plainSet,
  plainValue,
} from '../testing/plain-value.js';
import { applyUpdate } from './apply-update.js';
import { ExpressionError } from './expression-error.js';
import type { Arithmetic, Path, Update, UpdateOperand } from './syntax-tree.js';

// A second account of what the developer guide says. It changes a copy in place, step by step, where the first one collects edits.

class Refusal extends Error {}
function refuse(why: string): never {
  throw new Refusal(why);
}

const removed: PlainValue = { type: 'NULL', keys: ['removed'], length: undefined };

function updated(update: Update, item: AttributeMap): Map<string, PlainValue> {
  const before = plainItem(item);
  const after = plainItem(item);
  const writes: [Path, PlainValue | undefined][] = [
    ...update.set.map(({ path, value }): [Path, PlainValue] => [path, operandValue(value, before)]),
    ...update.remove.map((path): [Path, PlainValue] => [path, removed]),
    ...update.add.map(({ path, value }): [Path, PlainValue] => [
      path,
      sum(follow(before, path.elements), plainValue(value.value)),
    ]),
    ...update.delete.map(({ path, value }): [Path, PlainValue | undefined] => [
      path,
      difference(follow(before, path.elements), plainValue(value.value)),
    ]),
  ];
  // so that elements beyond the end of a list come in the order of their indexes
  const inOrder = writes.sort(([one], [other]) => Number(one.elements.at(-1)) - Number(other.elements.at(-1)) || 0);
  for (const [path, value] of inOrder) write(after, path, value, before);
  const swept = sweep(after);
  return swept instanceof Map ? swept : refuse('no item is left');
}

function write(after: PlainValue, { elements }: Path, value: PlainValue | undefined, before: PlainValue): void {
  const way = elements.slice(0, -1);
  const last = elements[elements.length - 1];
  const container = follow(after, way);
  if (typeof last === 'string') {
    if (!(container instanceof Map)) refuse('no map');
    else if (value !== undefined) container.set(last, value);
    return;
  }
  if (!Array.isArray(container) || last === undefined) refuse('no list');
  else if (value !== undefined) {
    const stored = follow(before, way);
    const isThere = Array.isArray(stored) && last < stored.length;
    if (isThere) container[last] = value;
    else if (value !== removed) container.push(value);
  }
}

/** What is marked as removed goes only now, so that indexes mean what they meant before. */
function sweep(value: PlainValue): PlainValue {
  if (Array.isArray(value)) return value.filter((element) => element !== removed).map(sweep);
  if (!(value instanceof Map)) return value;
  return new Map([...value].filter(([, member]) => member !== removed).map(([name, member]) => [name, sweep(member)]));
}

function operandValue(operand: UpdateOperand | Arithmetic, item: PlainValue): PlainValue {
  switch (operand.kind) {
    case 'value':
      return plainValue(operand.value);
    case 'path':
      return copyOf(follow(item, operand.elements) ?? refuse('missing'));
    case 'if_not_exists': {
      const stored = follow(item, operand.path.elements);
      return stored === undefined ? operandValue(operand.fallback, item) : copyOf(stored);
    }
    case 'list_append': {
      const parts = [operand.first, operand.second].map((each) => operandValue(each, item));
      return parts.flatMap((part) => (Array.isArray(part) ? part : refuse('no list')));
    }
    case 'arithmetic': {
      const [left = 0n, right = 0n] = [operand.left, operand.right].map((each) => numberIn(operandValue(each, item)));
      return stored(operand.operator === '+' ? left + right : left - right);
    }
  }
}

function copyOf(value: PlainValue): PlainValue {
  if (Array.isArray(value)) return value.map(copyOf);
  return value instanceof Map ? new Map([...value].map(([name, member]) => [name, copyOf(member)])) : value;
}
function numberIn(value: PlainValue): bigint {
  return isLeaf(value) && value.type === 'N' ? BigInt(value.keys[0] ?? '') : refuse('no number');
}
function stored(number: bigint): PlainValue {
  return isStorable(number) ? plainNumber(number) : refuse('beyond what is stored');
}

function sum(before: PlainValue | undefined, added: PlainValue): PlainValue {
  if (before === undefined) return added;
  if (isLeaf(added) && added.type === 'N') return stored(numberIn(before) + numberIn(added));
  const [one, other] = sameSets(before, added);
  return set(one, [...one.keys, ...other.keys]);
}
function difference(before: PlainValue | undefined, taken: PlainValue): PlainValue | undefined {
  if (before === undefined) return undefined;
  const [one, other] = sameSets(before, taken);
  const left = one.keys.filter((key) => !other.keys.includes(key));
  return left.length === 0 ? removed : set(one, left);
}
function sameSets(one: PlainValue, other: PlainValue): [PlainLeaf, PlainLeaf] {
  const areSets = isLeaf(one) && isLeaf(other) && one.type === other.type && /^[SNB]S$/.test(one.type);
  return areSets ? [one, other] : refuse('no sets of one type');
}
function set({ type }: PlainLeaf, keys: readonly string[]): PlainValue {
  return type === 'SS' || type === 'NS' || type === 'BS' ? plainSet(type, keys) : refuse('no set');
}

/** An item that has under some of the update's paths what fits the operation, so that more than refusals are seen. */
const cases = fc
  .tuple(arbitraryUpdate, arbitraryItem, fc.infiniteStream(fc.nat({ max: 5 })))
  .map(([update, item, choices]): [Update, AttributeMap] => {
    const actions = [
      ...update.set,
      ...update.add,
      ...update.delete,
      ...update.remove.map((path) => ({ path, value: undefined })),
    ];
    const planted = actions.flatMap(({ path, value }): [string, AttributeValue][] => {
      const { value: choice } = choices.next();
      if (choice === 0) return [];
      const own: AttributeValue = value?.kind === 'value' ? value.value : { L: [{ S: 'a' }, { N: '2' }] };
      const leaf: AttributeValue = choice === 1 ? { N: '12.5' } : own;
      const [name, ...rest] = path.elements;
      const under = rest.reduceRight<AttributeValue>(
        (inner, element) =>
          typeof element === 'number'
            ? { L: [{ S: 'first' }, inner, { N: '7' }] }
            : { M: nullPrototype([[element, inner] as const, ['other', { BOOL: true }] as const]) },
        leaf,
      );
      return [[name, under]];
    });
    return [update, nullPrototype([...Object.entries(item), ...planted])];
  });

describe('applyUpdate', () => {
  it('agrees with a second account of the developer guide', () => {
    let applied = 0;
    fc.assert(
      fc.property(cases, ([update, item]) => {
        let expected: string;
        try {
          expected = identity(updated(update, item));
        } catch (error) {
          expect(error).toBeInstanceOf(Refusal);
          expect(() => applyUpdate(update, item)).toThrow(ExpressionError);
          return;
        }
        applied += 1;
        expect(identity(plainItem(applyUpdate(update, item)))).toBe(expected);
      }),
      { numRuns: 2_000 },
    );
    expect(applied).toBeGreaterThan(400);
  });
});
