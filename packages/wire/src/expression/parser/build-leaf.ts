import type { AttributeValue, TypeDescriptor } from '../../attribute-value/attribute-value.js';
import { compareValues } from '../../attribute-value/compare-values.js';
import { typeOf } from '../../attribute-value/type-of.js';
import { ExpressionError } from '../expression-error.js';
import { bracketedPath } from '../overlapping-paths.js';
import { sizeFunction } from '../size-function.js';
import type { Condition, Operand, Path } from '../syntax-tree.js';
import type { RawLeaf } from './condition-grammar.js';
import {
  checkOperandCount,
  incorrectOperandType,
  isConditionFunction,
  misusedFunction,
  pathRequired,
} from './functions.js';
import type { Placeholders } from './placeholders.js';
import { type ResolvedCall, type ResolvedOperand, resolveOperand, valueOperand } from './resolve-operand.js';

const ordered: readonly TypeDescriptor[] = ['S', 'N', 'B'];
const typeNames: readonly string[] = ['B', 'NULL', 'SS', 'BOOL', 'L', 'BS', 'N', 'NS', 'S', 'M'];

/**
 * Puts names and values into a condition that has no other inside, and checks its operands: first that the placeholders
 * are defined, then their number, that the first differs from the others, and their types.
 */
export function buildLeaf(leaf: RawLeaf, placeholders: Placeholders): Condition {
  if (leaf.kind === 'call') {
    const call = resolveOperand(leaf, placeholders);
    if (call.kind !== 'call') throw misusedFunction(leaf.name);
    checkCounts([call]);
    checkDistinct(call.name, call.operands);
    return buildCall(call);
  }
  const operands = leaf.operands.map((operand) => resolveOperand(operand, placeholders));
  checkCounts(operands);
  if (leaf.kind === 'comparison') checkDistinct(leaf.operator, operands);
  const [first, second, third] = operands;
  switch (leaf.kind) {
    case 'comparison': {
      const [left, right] = [toOperand(first), toOperand(second)];
      if (leaf.operator !== '=' && leaf.operator !== '<>') checkTypes(leaf.operator, [left, right], ordered);
      return { kind: 'comparison', operator: leaf.operator, left, right };
    }
    case 'between': {
      const [operand, low, high] = [toOperand(first), toOperand(second), toOperand(third)];
      checkBounds(low, high);
      checkTypes('BETWEEN', [operand, low, high], ordered);
      return { kind: 'between', operand, low, high };
    }
    case 'in':
      return { kind: 'in', operand: toOperand(first), candidates: operands.slice(1).map(toOperand) };
  }
}

function buildCall({ name, operands: [first, second] }: ResolvedCall): Condition {
  if (!isConditionFunction(name)) throw misusedFunction(name);
  const operand = toOperand(first);
  switch (name) {
    case 'attribute_exists':
    case 'attribute_not_exists':
      if (operand.kind !== 'path') throw pathRequired(name);
      return { kind: name, path: operand };
    case 'attribute_type':
      return buildAttributeType(operand, toOperand(second));
    case 'begins_with': {
      const argument = toOperand(second);
      checkTypes(name, [operand, argument], ['S', 'B']);
      return { kind: name, operand, argument };
    }
    case 'contains':
      return { kind: name, operand, argument: toOperand(second) };
  }
}

function buildAttributeType(operand: Operand, type: Operand): Condition {
  const given = staticType(type);
  if (given !== 'S' || type.kind !== 'value' || !('S' in type.value)) {
    throw incorrectOperandType('attribute_type', given ?? '{NS,SS,L,BS,N,M,B,BOOL,NULL,S}');
  }
  if (!typeNames.includes(type.value.S)) {
    throw new ExpressionError(
      `Invalid attribute type name found; type: ${type.value.S}, valid types: {${typeNames.join(',')}}`,
    );
  }
  if (operand.kind === 'path') return { kind: 'attribute_type', path: operand, type };
  if (operand.kind === 'size') throw pathRequired('attribute_type');
  // the type of a value is known: what remains is whether the two names are the same
  return { kind: 'comparison', operator: '=', left: valueOperand({ S: typeOf(operand.value) }), right: type };
}

/** @throws ExpressionError if `size` is taken of what has none */
function toOperand(resolved: ResolvedOperand | undefined): Operand {
  if (resolved === undefined) throw new RangeError('An operand is missing; their number is checked before');
  if (resolved.kind !== 'call') return resolved;
  if (resolved.name !== 'size') throw misusedFunction(resolved.name);
  const of = toOperand(resolved.operands[0]);
  if (of.kind === 'path') return { kind: 'size', of };
  if (of.kind === 'size') throw incorrectOperandType('size', 'N');
  const size = sizeFunction(of.value);
  if (size === undefined) throw incorrectOperandType('size', typeOf(of.value));
  return valueOperand({ N: String(size) });
}

function staticType(operand: Operand): TypeDescriptor | undefined {
  if (operand.kind === 'path') return undefined;
  return operand.kind === 'size' ? 'N' : typeOf(operand.value);
}

function checkCounts(operands: readonly ResolvedOperand[]): void {
  for (const operand of operands) {
    if (operand.kind !== 'call') continue;
    checkCounts(operand.operands);
    checkOperandCount(operand.name, operand.operands.length);
  }
}

function checkDistinct(operator: string, [first, second]: readonly ResolvedOperand[]): void {
  if (first?.kind !== 'path' || second?.kind !== 'path' || !samePath(first, second)) return;
  throw new ExpressionError(
    'The first operand must be distinct from the remaining operands for this operator or function; ' +
      `operator: ${operator}, first operand: ${bracketedPath(first)}`,
  );
}

function samePath(a: Path, b: Path): boolean {
  return a.elements.length === b.elements.length && a.elements.every((element, index) => element === b.elements[index]);
}

function checkTypes(operator: string, operands: readonly Operand[], allowed: readonly TypeDescriptor[]): void {
  for (const operand of operands) {
    const type = staticType(operand);
    if (type !== undefined && !allowed.includes(type)) throw incorrectOperandType(operator, type);
  }
}

function checkBounds(low: Operand, high: Operand): void {
  if (low.kind !== 'value' || high.kind !== 'value') return;
  const order = compareValues(low.value, high.value);
  if (order !== undefined && order <= 0) return;
  const sameType = typeOf(low.value) === typeOf(high.value);
  if (sameType && order === undefined) return;
  const requirement = sameType
    ? 'upper bound to be greater than or equal to lower bound'
    : 'same data type for lower and upper bounds';
  throw new ExpressionError(
    `The BETWEEN operator requires ${requirement}; ` +
      `lower bound operand: ${shown(low.value)}, upper bound operand: ${shown(high.value)}`,
  );
}

function shown(value: AttributeValue): string {
  const type = typeOf(value);
  if ('S' in value) return `AttributeValue: {S:${value.S}}`;
  if ('N' in value) return `AttributeValue: {N:${value.N}}`;
  if ('B' in value) return `AttributeValue: {B:${Buffer.from(value.B).toString('base64')}}`;
  return `AttributeValue: {${type}:${JSON.stringify(Object.values(value)[0])}}`;
}
