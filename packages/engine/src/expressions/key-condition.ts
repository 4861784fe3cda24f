import {
  type AttributeValue,
  type ComparisonOperator,
  type Condition,
  type Operand,
  type Path,
  typeOf,
} from '@holdfast/wire';
import { partitionPrefix } from '../storage/item-key.js';
import { encodeKeyValue } from '../storage/key-encoding.js';
import { type KeyRange, keyAfter, keysWithPrefix } from '../storage/ordered-store.js';
import type { KeyAttribute, TableDefinition } from '../tables/table-definition.js';
import { checkKeyNotEmpty } from '../validation/check-key.js';
import { invalidParameterValues, validationError } from '../validation/service-errors.js';

/** One part of a key condition: an attribute and what its value is held against. */
export interface KeyTerm {
  readonly attribute: string;
  readonly operator: Exclude<ComparisonOperator, '<>'> | 'BETWEEN' | 'begins_with';
  readonly values: readonly AttributeValue[];
}

/**
 * Takes a key condition apart, at most one term an attribute. Which attributes are keys, only the table knows.
 *
 * @throws ServiceError ValidationException for what only filters may say
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Query.KeyConditionExpressions.html
 */
export function keyTermsOf(condition: Condition): readonly KeyTerm[] {
  const terms = partsOf(condition).map(termOf);
  if (new Set(terms.map((term) => term.attribute)).size < terms.length) {
    throw validationError('KeyConditionExpressions must only contain one condition per key');
  }
  return terms;
}

function partsOf(condition: Condition): readonly Condition[] {
  return condition.kind === 'and' ? condition.conditions.flatMap(partsOf) : [condition];
}

const mirrored = { '=': '=', '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const;

function termOf(condition: Condition): KeyTerm {
  switch (condition.kind) {
    case 'comparison': {
      const { left, right, operator } = condition;
      if (operator === '<>') throw unsupportedOperator('<>');
      const { path, values } = pathAndValues([left, right]);
      return { attribute: path, operator: left.kind === 'path' ? operator : mirrored[operator], values };
    }
    case 'between': {
      const { operand, low, high } = condition;
      return { ...withKeyFirst([operand, low, high], 'BETWEEN'), operator: 'BETWEEN' };
    }
    case 'begins_with':
      return { ...withKeyFirst([condition.operand, condition.argument], 'begins_with'), operator: 'begins_with' };
    case 'in':
    case 'or':
    case 'not':
    case 'and':
      throw unsupportedOperator(condition.kind.toUpperCase());
    default:
      throw unsupportedOperator(condition.kind);
  }
}

function unsupportedOperator(operator: string) {
  return validationError(`Invalid operator used in KeyConditionExpression: ${operator}`);
}

function withKeyFirst(operands: readonly Operand[], operator: string): Omit<KeyTerm, 'operator'> {
  const { path, values } = pathAndValues(operands);
  if (operands[0]?.kind !== 'path') {
    throw validationError(
      `Invalid condition in KeyConditionExpression: ${operator} operator must have the key attribute as its first operand`,
    );
  }
  return { attribute: path, values };
}

function pathAndValues(operands: readonly Operand[]): { path: string; values: readonly AttributeValue[] } {
  if (operands.some((operand) => operand.kind === 'size')) {
    throw validationError('KeyConditionExpressions cannot contain nested operations');
  }
  const paths = operands.filter((operand): operand is Path => operand.kind === 'path');
  const [path, second] = paths;
  if (second !== undefined) {
    throw validationError(
      'Invalid condition in KeyConditionExpression: Multiple attribute names used in one condition',
    );
  }
  if (path === undefined) {
    throw validationError('Invalid condition in KeyConditionExpression: No key attribute specified');
  }
  if (path.elements.length > 1) {
    throw validationError('KeyConditionExpressions cannot have conditions on nested attributes');
  }
  const values = operands.flatMap((operand) => (operand.kind === 'value' ? [operand.value] : []));
  return { path: path.elements[0], values };
}

/**
 * Where in its table a query looks.
 *
 * @throws ServiceError ValidationException where the terms are not an equality of the partition key and at most one condition
 *   of the sort key, or their values are not of the keys' types
 */
export function rangeOf(table: TableDefinition, terms: readonly KeyTerm[]): KeyRange {
  const { partitionKey, sortKey } = table;
  const partitionTerm = terms.find((term) => term.attribute === partitionKey.name);
  if (terms.length > 2) throw validationError('Query key condition not supported');
  if (partitionTerm === undefined) {
    throw validationError(`Query condition missed key schema element: ${partitionKey.name}`);
  }
  const other = terms.find((term) => term !== partitionTerm);
  if (other !== undefined && sortKey === undefined) throw validationError('Query key condition not supported');
  if (other !== undefined && other.attribute !== sortKey?.name) {
    throw validationError(`Query condition missed key schema element: ${sortKey?.name}`);
  }
  const [partitionValue] = valuesOf(partitionKey, partitionTerm);
  if (partitionTerm.operator !== '=' || partitionValue === undefined) {
    throw validationError('Query key condition not supported');
  }
  const prefix = partitionPrefix(partitionValue);
  if (other === undefined || sortKey === undefined) return keysWithPrefix(prefix);
  return sortRange(prefix, other, valuesOf(sortKey, other));
}

function valuesOf(attribute: KeyAttribute, term: KeyTerm): readonly AttributeValue[] {
  for (const value of term.values) {
    if (typeOf(value) !== attribute.type) {
      throw invalidParameterValues('Condition parameter type does not match schema type');
    }
    checkKeyNotEmpty(attribute, value);
  }
  if (term.operator === 'begins_with' && attribute.type === 'N')
    throw validationError('Query key condition not supported');
  return term.values;
}

function sortRange(prefix: string, term: KeyTerm, values: readonly AttributeValue[]): KeyRange {
  const whole = keysWithPrefix(prefix);
  const [low = '', high = low] = values.map((value) => prefix + encodeKeyValue(value));
  switch (term.operator) {
    case '=':
      return { from: low, to: keyAfter(low) };
    case '<':
      return { ...whole, to: low };
    case '<=':
      return { ...whole, to: keyAfter(low) };
    case '>':
      return { ...whole, from: keyAfter(low) };
    case '>=':
      return { ...whole, from: low };
    case 'BETWEEN':
      return { from: low, to: keyAfter(high) };
    case 'begins_with':
      return keysWithPrefix(low);
  }
}
