import { type AttributeValue, type ComparisonOperator, type Condition, type Operand, typeOf } from '@holdfast/wire';
import { closedKeyValue, indexPartitionPrefix, openKeyValue } from '../storage/index-key.js';
import { encodeKeyValue } from '../storage/key-encoding.js';
import { type KeyRange, keyAfter, keysWithPrefix } from '../storage/ordered-store.js';
import type { KeyAttribute, KeyLayout } from '../tables/key-attribute.js';
import { checkKeyNotEmpty, checkPartitionKeyLength } from '../validation/check-key.js';
import { invalidParameterValues, validationError } from '../validation/service-errors.js';

/** One part of a key condition: an attribute and what its value is held against. */
export interface KeyTerm {
  readonly attribute: string;
  /** `unindexable`: one of KeyConditions that only filters may have, which the service tells once it knows the table. */
  readonly operator: Exclude<ComparisonOperator, '<>'> | 'BETWEEN' | 'begins_with' | 'unindexable';
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
  if (operands[0]?.kind === 'value') {
    throw validationError(
      `Invalid condition in KeyConditionExpression: ${operator} operator must have the key attribute as its first operand`,
    );
  }
  const { path, values } = pathAndValues(operands);
  return { attribute: path, values };
}

function pathAndValues(operands: readonly Operand[]): { path: string; values: readonly AttributeValue[] } {
  let path: string | undefined;
  const values: AttributeValue[] = [];
  for (const operand of operands) {
    if (operand.kind === 'value') {
      values.push(operand.value);
      continue;
    }
    if (operand.kind === 'size') throw validationError('KeyConditionExpressions cannot contain nested operations');
    if (path !== undefined) {
      throw validationError(
        'Invalid condition in KeyConditionExpression: Multiple attribute names used in one condition',
      );
    }
    if (operand.elements.length > 1) {
      throw validationError('KeyConditionExpressions cannot have conditions on nested attributes');
    }
    path = operand.elements[0];
  }
  if (path === undefined) {
    throw validationError('Invalid condition in KeyConditionExpression: No key attribute specified');
  }
  return { path, values };
}

/**
 * Where a query looks in a table or an index.
 *
 * @throws ServiceError ValidationException where the terms are not an equality of each partition key attribute and conditions of
 *   the first sort key attributes, all but the last one equalities, or their values are not of the keys' types
 */
export function rangeOf(layout: KeyLayout, form: KeyForm, terms: readonly KeyTerm[]): KeyRange {
  const { partitionKeys, sortKeys } = layout;
  const unsupported = () => validationError('Query key condition not supported');
  if (terms.length > Math.max(2, partitionKeys.length + sortKeys.length)) throw unsupported();
  if (sortKeys.length === 0 && terms.length > partitionKeys.length) throw unsupported();
  const partitionTerms = partitionKeys.map((attribute) => termFor(attribute, terms));
  const partitionValues = partitionTerms.map((term, position) => {
    const [value] = valuesOf(partitionKeys[position] as KeyAttribute, term);
    if (term.operator !== '=' || value === undefined) throw unsupported();
    if (form === tableKeyForm) checkPartitionKeyLength(value);
    return value;
  });
  const others = terms.filter((term) => !partitionTerms.includes(term));
  if (others.length > sortKeys.length) throw unsupported();
  const sortTerms = sortKeys.slice(0, others.length).map((attribute) => termFor(attribute, others));
  let prefix = indexPartitionPrefix(partitionValues);
  let range = keysWithPrefix(prefix);
  for (const [position, term] of sortTerms.entries()) {
    const values = valuesOf(sortKeys[position] as KeyAttribute, term);
    const [value] = values;
    const isLast = position === sortTerms.length - 1;
    if (value === undefined || (!isLast && term.operator !== '=')) throw unsupported();
    range = sortRange(prefix, form, term, values);
    prefix += form.encode(value);
  }
  return range;
}

function termFor(attribute: KeyAttribute, terms: readonly KeyTerm[]): KeyTerm {
  const term = terms.find((candidate) => candidate.attribute === attribute.name);
  if (term === undefined) throw validationError(`Query condition missed key schema element: ${attribute.name}`);
  return term;
}

function valuesOf(attribute: KeyAttribute, term: KeyTerm): readonly AttributeValue[] {
  if (term.operator === 'unindexable') {
    throw validationError('Attempted conditional constraint is not an indexable operation');
  }
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

/** How the values of sort key attributes stand in storage keys. */
export interface KeyForm {
  encode(value: AttributeValue): string;
  /** The beginning of the encoding of every value that begins with this one. */
  encodePrefix(value: AttributeValue): string;
  /** The first key behind all those of a value, whose keys begin with `encoded`. */
  after(encoded: string): string;
}

/** In a table the sort key ends the storage key. */
export const tableKeyForm: KeyForm = { encode: encodeKeyValue, encodePrefix: encodeKeyValue, after: keyAfter };

/** In an index other sort key attributes may follow, and the key of the item in its table. */
export const indexKeyForm: KeyForm = {
  encode: closedKeyValue,
  encodePrefix: openKeyValue,
  after: (encoded) => keysWithPrefix(encoded).to ?? keyAfter(encoded),
};

function sortRange(prefix: string, form: KeyForm, term: KeyTerm, values: readonly AttributeValue[]): KeyRange {
  const whole = keysWithPrefix(prefix);
  const [low = '', high = low] = values.map((value) => prefix + form.encode(value));
  switch (term.operator) {
    case '=':
      return { from: low, to: form.after(low) };
    case '<':
      return { ...whole, to: low };
    case '<=':
      return { ...whole, to: form.after(low) };
    case '>':
      return { ...whole, from: form.after(low) };
    case '>=':
      return { ...whole, from: low };
    case 'BETWEEN':
      return { from: low, to: form.after(high) };
    default:
      return keysWithPrefix(prefix + values.map((value) => form.encodePrefix(value)).join(''));
  }
}
