import type { AttributeMap, AttributeValue } from '../attribute-value/attribute-value.js';
import { compareBytes, hasBytes, hasBytesAt } from '../attribute-value/bytes.js';
import { compareValues } from '../attribute-value/compare-values.js';
import { equalValues } from '../attribute-value/equal-values.js';
import { typeOf } from '../attribute-value/type-of.js';
import { compareNumbers } from '../number/number-text.js';
import { sizeFunction } from './size-function.js';
import type { ComparisonOperator, Condition, Operand } from './syntax-tree.js';
import { valueAt } from './value-at.js';

type Value = AttributeValue | undefined;

/**
 * Whether a condition holds for an item, or for its absence.
 *
 * A missing attribute makes `<>` true and every other comparison and function but `attribute_not_exists` false; so do
 * two types that differ, and sizes of what has none.
 *
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.OperatorsAndFunctions.html
 */
export function evaluateCondition(condition: Condition, item: AttributeMap | undefined): boolean {
  const resolve = (operand: Operand) => resolveOperand(operand, item);
  switch (condition.kind) {
    case 'and':
      return condition.conditions.every((part) => evaluateCondition(part, item));
    case 'or':
      return condition.conditions.some((part) => evaluateCondition(part, item));
    case 'not':
      return !evaluateCondition(condition.condition, item);
    case 'comparison':
      return compare(condition.operator, resolve(condition.left), resolve(condition.right));
    case 'between': {
      const value = resolve(condition.operand);
      return compare('>=', value, resolve(condition.low)) && compare('<=', value, resolve(condition.high));
    }
    case 'in': {
      const value = resolve(condition.operand);
      return condition.candidates.some((candidate) => compare('=', value, resolve(candidate)));
    }
    case 'attribute_exists':
      return valueAt(condition.path, item) !== undefined;
    case 'attribute_not_exists':
      return valueAt(condition.path, item) === undefined;
    case 'attribute_type':
      return hasType(valueAt(condition.path, item), resolve(condition.type));
    case 'begins_with':
      return beginsWith(resolve(condition.operand), resolve(condition.argument));
    case 'contains':
      return contains(resolve(condition.operand), resolve(condition.argument));
  }
}

function resolveOperand(operand: Operand, item: AttributeMap | undefined): Value {
  switch (operand.kind) {
    case 'path':
      return valueAt(operand, item);
    case 'value':
      return operand.value;
    case 'size': {
      const value = valueAt(operand.of, item);
      const size = value && sizeFunction(value);
      return size === undefined ? undefined : { N: String(size) };
    }
  }
}

function compare(operator: ComparisonOperator, left: Value, right: Value): boolean {
  if (left === undefined || right === undefined) return operator === '<>';
  if (operator === '=') return equalValues(left, right);
  if (operator === '<>') return !equalValues(left, right);
  const order = compareValues(left, right);
  if (order === undefined) return false;
  switch (operator) {
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
  }
}

function hasType(value: Value, type: Value): boolean {
  return value !== undefined && type !== undefined && 'S' in type && typeOf(value) === type.S;
}

function beginsWith(value: Value, prefix: Value): boolean {
  if (value === undefined || prefix === undefined) return false;
  if ('S' in value) return 'S' in prefix && value.S.startsWith(prefix.S);
  return 'B' in value && 'B' in prefix && hasBytesAt(value.B, prefix.B, 0);
}

function contains(value: Value, part: Value): boolean {
  if (value === undefined || part === undefined) return false;
  if ('S' in value) return 'S' in part && value.S.includes(part.S);
  if ('B' in value) return 'B' in part && hasBytes(value.B, part.B);
  if ('L' in value) return value.L.some((element) => equalValues(element, part));
  if ('SS' in value) return 'S' in part && value.SS.includes(part.S);
  if ('NS' in value) return 'N' in part && value.NS.some((element) => compareNumbers(element, part.N) === 0);
  if ('BS' in value) return 'B' in part && value.BS.some((element) => compareBytes(element, part.B) === 0);
  return false;
}
