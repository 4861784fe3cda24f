import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AttributeMap, AttributeValue } from '../attribute-value/attribute-value.js';
import { arbitraryCondition } from '../testing/arbitrary-expressions.js';
import { arbitraryItem, arbitraryValue, nullPrototype } from '../testing/arbitrary-values.js';
import {
  follow,
  identity,
  isLeaf,
  type PlainValue,
  plainItem,
  plainNumber,
  plainTypeOf,
  plainValue,
  scaled,
} from '../testing/plain-value.js';
import { evaluateCondition } from './evaluate-condition.js';
import type { Condition, Operand, Path } from './syntax-tree.js';

// A second account of what the developer guide says, which shares nothing with the first but the syntax tree.

type Seen = PlainValue | undefined;

function holds(condition: Condition, item: PlainValue | undefined): boolean {
  const see = (operand: Operand) => seen(operand, item);
  switch (condition.kind) {
    case 'and':
      return !condition.conditions.some((part) => !holds(part, item));
    case 'or':
      return condition.conditions.filter((part) => holds(part, item)).length > 0;
    case 'not':
      return holds(condition.condition, item) === false;
    case 'comparison': {
      const [left, right] = [see(condition.left), see(condition.right)];
      const order = orderOf(left, right);
      const same = isSame(left, right);
      return {
        '=': same,
        '<>': !same,
        '<': order < 0,
        '<=': order <= 0,
        '>': order > 0,
        '>=': order >= 0,
      }[condition.operator];
    }
    case 'between':
      return (
        orderOf(see(condition.low), see(condition.operand)) <= 0 &&
        orderOf(see(condition.operand), see(condition.high)) <= 0
      );
    case 'in':
      return condition.candidates.map(see).filter((candidate) => isSame(see(condition.operand), candidate)).length > 0;
    case 'attribute_exists':
      return see(condition.path) !== undefined;
    case 'attribute_not_exists':
      return see(condition.path) === undefined;
    case 'attribute_type': {
      const [value, type] = [see(condition.path), see(condition.type)];
      return value !== undefined && type !== undefined && isLeaf(type) && plainTypeOf(value) === type.keys[0];
    }
    case 'begins_with': {
      const [value, prefix] = [see(condition.operand), see(condition.argument)];
      if (!isTextual(value) || !isTextual(prefix)) return false;
      return value.type === prefix.type && value.keys[0]?.indexOf(prefix.keys[0] ?? '') === 0;
    }
    case 'contains':
      return has(see(condition.operand), see(condition.argument));
  }
}

function seen(operand: Operand, item: PlainValue | undefined): Seen {
  if (operand.kind === 'value') return plainValue(operand.value);
  const value = follow(item, (operand.kind === 'size' ? operand.of : operand).elements);
  if (operand.kind === 'path' || value === undefined) return value;
  const length = value instanceof Map ? value.size : value.length;
  return length === undefined ? undefined : plainNumber(scaled(String(length)));
}

function isSame(left: Seen, right: Seen): boolean {
  return left !== undefined && right !== undefined && identity(left) === identity(right);
}

/** Not a number where the two have no order, so that it is in no relation to 0. */
function orderOf(left: Seen, right: Seen): number {
  if (left === undefined || right === undefined || !isLeaf(left) || !isLeaf(right)) return Number.NaN;
  const [one, other] = [left.keys[0] ?? '', right.keys[0] ?? ''];
  if (left.type !== right.type) return Number.NaN;
  if (left.type === 'N') return BigInt(one) < BigInt(other) ? -1 : Number(BigInt(one) > BigInt(other));
  if (left.type === 'S') return Buffer.compare(Buffer.from(one), Buffer.from(other));
  return left.type === 'B' ? Buffer.compare(Buffer.from(one, 'hex'), Buffer.from(other, 'hex')) : Number.NaN;
}

function isTextual(value: Seen): value is Extract<PlainValue, { readonly type: unknown }> {
  return value !== undefined && isLeaf(value) && (value.type === 'S' || value.type === 'B');
}

function has(value: Seen, part: Seen): boolean {
  if (value === undefined || part === undefined || value instanceof Map) return false;
  if (Array.isArray(value)) return value.some((element) => isSame(element, part));
  if (!isLeaf(part) || part.keys.length !== 1) return false;
  const [key = ''] = part.keys;
  switch (value.type) {
    case 'SS':
    case 'NS':
    case 'BS':
      return value.type === `${part.type}S` && value.keys.includes(key);
    case 'S':
      return part.type === 'S' && (value.keys[0] ?? '').indexOf(key) >= 0;
    case 'B':
      // not in the middle of a byte
      return part.type === 'B' && new RegExp(`^(..)*?${key}`).test(value.keys[0] ?? '');
    default:
      return false;
  }
}

function pathsIn(node: unknown): Path[] {
  if (typeof node !== 'object' || node === null || node instanceof Uint8Array) return [];
  if ((node as { kind?: unknown }).kind === 'path') return [node as Path];
  return Object.values(node).flatMap(pathsIn);
}
function valuesIn(node: unknown): AttributeValue[] {
  if (typeof node !== 'object' || node === null || node instanceof Uint8Array) return [];
  if ((node as { kind?: unknown }).kind === 'value') return [(node as { value: AttributeValue }).value];
  return Object.values(node).flatMap(valuesIn);
}

/** An item that has under some of the condition's paths one of the condition's own values, so that more than nothing holds. */
const cases = arbitraryCondition.chain((condition) =>
  fc
    .tuple(
      arbitraryItem,
      fc.array(
        fc.tuple(
          fc.constantFrom(undefined, ...pathsIn(condition)),
          fc.constantFrom(...valuesIn(condition), { N: '1' }),
          arbitraryValue,
          fc.nat({ max: 3 }),
        ),
        { maxLength: 4 },
      ),
    )
    .map(([item, planted]): [Condition, AttributeMap] => [condition, plant(item, planted)]),
);

function plant(
  item: AttributeMap,
  planted: readonly (readonly [Path | undefined, AttributeValue, AttributeValue, number])[],
) {
  const entries = planted.flatMap(([path, own, other, choice]): [string, AttributeValue][] => {
    if (path === undefined) return [];
    const [name, ...rest] = path.elements;
    const leaf = choice === 0 ? other : own;
    const value = rest.reduceRight<AttributeValue>(
      (inner, element) =>
        typeof element === 'number'
          ? { L: [...Array.from({ length: element }, () => other), inner] }
          : { M: nullPrototype([[element, inner]]) },
      leaf,
    );
    return [[name, value]];
  });
  return nullPrototype([...Object.entries(item), ...entries]);
}

describe('evaluateCondition', () => {
  it('agrees with a second account of the developer guide', () => {
    let held = 0;
    fc.assert(
      fc.property(cases, ([condition, item]) => {
        const expected = holds(condition, plainItem(item));
        held += Number(expected);
        expect(evaluateCondition(condition, item)).toBe(expected);
        expect(evaluateCondition(condition, undefined)).toBe(holds(condition, undefined));
      }),
      { numRuns: 2_000 },
    );
    expect(held).toBeGreaterThan(200);
  });
});
