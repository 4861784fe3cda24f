import {
  type AttributeValue,
  type ComparisonOperator,
  type Condition,
  compareValues,
  type ExpectedAttributeValue,
  type LegacyComparisonOperator,
  type LegacyConditions,
  type Path,
  type TypeDescriptor,
  typeOf,
  type ValueOperand,
} from '@holdfast/wire';
import type { KeyTerm } from '../expressions/key-condition.js';
import { acceptValue } from '../validation/accept-value.js';
import { invalidParameterValues, validationError } from '../validation/service-errors.js';

/** One legacy condition whose arguments are known to fit its operator. */
interface AcceptedCondition {
  readonly attribute: string;
  readonly operator: LegacyComparisonOperator;
  readonly values: readonly AttributeValue[];
}

/**
 * The conditions of a QueryFilter, ScanFilter or KeyConditions, in the order given.
 *
 * @throws ServiceError ValidationException where arguments do not fit their operator in number or type
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Condition.html
 */
export function acceptConditions(conditions: LegacyConditions): readonly AcceptedCondition[] {
  return Object.entries(conditions).map(([attribute, { ComparisonOperator, AttributeValueList }]) => {
    const values = (AttributeValueList ?? []).map(acceptValue);
    checkArguments(ComparisonOperator, values);
    return { attribute, operator: ComparisonOperator, values };
  });
}

/**
 * The conditions of an Expected, in the order given.
 *
 * @throws ServiceError ValidationException where members contradict each other, or arguments do not fit their operator
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ExpectedAttributeValue.html
 */
export function acceptExpectations(
  expected: Readonly<Record<string, ExpectedAttributeValue>>,
): readonly AcceptedCondition[] {
  return Object.entries(expected).map(([attribute, expectation]) => {
    const value = expectation.Value == null ? undefined : acceptValue(expectation.Value);
    const list = expectation.AttributeValueList?.map(acceptValue);
    if (value !== undefined && list !== undefined) {
      throw invalidParameterValues(`Value and AttributeValueList cannot be used together for Attribute: ${attribute}`);
    }
    const operator = expectation.ComparisonOperator;
    if (operator == null) return withoutOperator(attribute, expectation.Exists, value, list);
    if (expectation.Exists != null) {
      throw invalidParameterValues(`Exists and ComparisonOperator cannot be used together for Attribute: ${attribute}`);
    }
    const values = list ?? (value === undefined ? undefined : [value]);
    if (values === undefined && operator !== 'NULL' && operator !== 'NOT_NULL') {
      throw invalidParameterValues(
        `Value or AttributeValueList must be used with ComparisonOperator: ${operator} for Attribute: ${attribute}`,
      );
    }
    checkArguments(operator, values ?? []);
    return { attribute, operator, values: values ?? [] };
  });
}

function withoutOperator(
  attribute: string,
  exists: boolean | undefined,
  value: AttributeValue | undefined,
  list: readonly AttributeValue[] | undefined,
): AcceptedCondition {
  if (list !== undefined) {
    throw invalidParameterValues(
      `AttributeValueList can only be used with a ComparisonOperator for Attribute: ${attribute}`,
    );
  }
  if (exists === false) {
    if (value === undefined) return { attribute, operator: 'NULL', values: [] };
    throw invalidParameterValues(`Value cannot be used when Exists is false for Attribute: ${attribute}`);
  }
  if (value === undefined) {
    throw invalidParameterValues(`Value must be provided when Exists is ${exists ?? null} for Attribute: ${attribute}`);
  }
  return { attribute, operator: 'EQ', values: [value] };
}

const ordered: readonly TypeDescriptor[] = ['S', 'N', 'B'];
const elements: readonly TypeDescriptor[] = ['S', 'N', 'B', 'BOOL', 'NULL'];

/** The types that an operator's arguments may have, where it does not take all. */
const argumentTypes: { readonly [Operator in LegacyComparisonOperator]?: readonly TypeDescriptor[] } = {
  LE: ordered,
  LT: ordered,
  GE: ordered,
  GT: ordered,
  BETWEEN: ordered,
  IN: ordered,
  CONTAINS: elements,
  NOT_CONTAINS: elements,
  BEGINS_WITH: ['S', 'B'],
};

function checkArguments(operator: LegacyComparisonOperator, values: readonly AttributeValue[]): void {
  if (!takes(operator, values.length)) {
    throw invalidParameterValues(`Invalid number of argument(s) for the ${operator} ComparisonOperator`);
  }
  const [first, second] = values;
  if (first !== undefined && values.some((value) => typeOf(value) !== typeOf(first))) {
    throw invalidParameterValues('AttributeValues inside AttributeValueList must be of same type');
  }
  const refused = values.find((value) => argumentTypes[operator]?.includes(typeOf(value)) === false);
  if (refused !== undefined) {
    throw invalidParameterValues(
      `ComparisonOperator ${operator} is not valid for ${typeOf(refused)} AttributeValue type`,
    );
  }
  if (
    operator === 'BETWEEN' &&
    first !== undefined &&
    second !== undefined &&
    (compareValues(first, second) ?? 0) > 0
  ) {
    throw validationError(
      'The BETWEEN condition was provided a range where the lower bound is greater than the upper bound',
    );
  }
}

function takes(operator: LegacyComparisonOperator, count: number): boolean {
  switch (operator) {
    case 'NULL':
    case 'NOT_NULL':
      return count === 0;
    case 'IN':
      return count > 0;
    case 'BETWEEN':
      return count === 2;
    default:
      return count === 1;
  }
}

const comparisons: { readonly [Operator in LegacyComparisonOperator]?: ComparisonOperator } = {
  EQ: '=',
  NE: '<>',
  LE: '<=',
  LT: '<',
  GE: '>=',
  GT: '>',
};

/** What a legacy condition says, in the terms of expressions. A name is the whole name of an attribute, dots and all. */
export function conditionOf({ attribute, operator, values }: AcceptedCondition): Condition {
  const path: Path = { kind: 'path', elements: [attribute] };
  const [first, second] = values.map((value): ValueOperand => ({ kind: 'value', value }));
  const comparison = comparisons[operator];
  if (operator === 'NULL') return { kind: 'attribute_not_exists', path };
  if (operator === 'NOT_NULL' || first === undefined) return { kind: 'attribute_exists', path };
  if (comparison !== undefined) return { kind: 'comparison', operator: comparison, left: path, right: first };
  switch (operator) {
    case 'BETWEEN':
      return { kind: 'between', operand: path, low: first, high: second ?? first };
    case 'IN':
      return { kind: 'in', operand: path, candidates: values.map((value) => ({ kind: 'value', value })) };
    case 'BEGINS_WITH':
      return { kind: 'begins_with', operand: path, argument: first };
    case 'NOT_CONTAINS':
      // Unlike NE, and unlike `NOT contains(…)`, it does not hold for what is missing.
      return {
        kind: 'and',
        conditions: [
          { kind: 'attribute_exists', path },
          { kind: 'not', condition: { kind: 'contains', operand: path, argument: first } },
        ],
      };
    default:
      return { kind: 'contains', operand: path, argument: first };
  }
}

/** All of them or, with `OR`, any; `undefined` where there are none. */
export function joined(
  conditions: readonly AcceptedCondition[],
  operator: 'AND' | 'OR' | undefined,
): Condition | undefined {
  const [first, second] = conditions;
  if (first === undefined) return undefined;
  if (second === undefined) return conditionOf(first);
  return { kind: operator === 'OR' ? 'or' : 'and', conditions: conditions.map(conditionOf) };
}

const keyOperators: { readonly [Operator in LegacyComparisonOperator]?: KeyTerm['operator'] } = {
  EQ: '=',
  LE: '<=',
  LT: '<',
  GE: '>=',
  GT: '>',
  BEGINS_WITH: 'begins_with',
  BETWEEN: 'BETWEEN',
};

/**
 * The terms of KeyConditions.
 *
 * @throws ServiceError ValidationException as {@link acceptConditions}, or where there are none or too many
 */
export function keyTermsOfConditions(conditions: LegacyConditions): readonly KeyTerm[] {
  const accepted = acceptConditions(conditions);
  if (accepted.length < 1 || accepted.length > 2) throw validationError('Conditions can be of length 1 or 2 only');
  return accepted.map(({ attribute, operator, values }) => ({
    attribute,
    operator: keyOperators[operator] ?? 'unindexable',
    values,
  }));
}
