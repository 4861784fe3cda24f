import {
  type AttributeMap,
  type AttributeValue,
  type Condition,
  ExpressionError,
  type Projection,
  type Update,
} from '@holdfast/wire';
import { Placeholders, parseCondition, parseProjection, parseUpdate } from '@holdfast/wire/parser';
import { acceptValue } from '../validation/accept-value.js';
import { validationError } from '../validation/service-errors.js';

export type ExpressionParameter =
  | 'ConditionExpression'
  | 'FilterExpression'
  | 'KeyConditionExpression'
  | 'ProjectionExpression'
  | 'UpdateExpression';

/** The part of a request that makes up its expressions. */
export type RequestWithExpressions = {
  readonly [Parameter in ExpressionParameter]?: string;
} & {
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
  readonly ExpressionAttributeValues?: AttributeMap;
};

export interface Expressions {
  readonly condition: Condition | undefined;
  readonly filter: Condition | undefined;
  readonly keyCondition: Condition | undefined;
  readonly projection: Projection | undefined;
  readonly update: Update | undefined;
  /** The placeholders' values in the form in which the engine keeps values. */
  readonly values: AttributeMap | undefined;
}

/**
 * Parses the expressions of a request, in the order in which the service does. Where there are none, placeholders are allowed:
 * single operations refuse them before, transactions take them.
 *
 * @param parameters those that the operation has
 * @throws ServiceError ValidationException for syntax, undefined and unused placeholders, and placeholders without an expression
 */
export function parseExpressions(
  request: RequestWithExpressions,
  parameters: readonly ExpressionParameter[],
): Expressions {
  if (isWithoutExpressions(request, parameters)) return none;
  const names = acceptPlaceholderNames(request.ExpressionAttributeNames);
  const values = hasValues(parameters) ? acceptPlaceholderValues(request.ExpressionAttributeValues) : undefined;
  const placeholders = new Placeholders(names, values);
  const parse = <Tree>(parameter: ExpressionParameter, parser: (text: string, using: Placeholders) => Tree) => {
    const text = parameters.includes(parameter) ? request[parameter] : undefined;
    return text == null ? undefined : parseOne(parameter, text, placeholders, parser);
  };
  const expressions = {
    update: parse('UpdateExpression', parseUpdate),
    condition: parse('ConditionExpression', parseCondition),
    keyCondition: parse('KeyConditionExpression', parseCondition),
    filter: parse('FilterExpression', parseCondition),
    projection: parse('ProjectionExpression', parseProjection),
    values,
  };
  if (parameters.every((parameter) => request[parameter] == null)) return expressions;
  checkAllUsed('ExpressionAttributeNames', placeholders.unusedNames());
  checkAllUsed('ExpressionAttributeValues', placeholders.unusedValues());
  return expressions;
}

/** Most requests are, and are not to pay for them. */
function isWithoutExpressions(request: RequestWithExpressions, parameters: readonly ExpressionParameter[]): boolean {
  if (request.ExpressionAttributeNames != null || request.ExpressionAttributeValues != null) return false;
  return parameters.every((parameter) => request[parameter] == null);
}

/** A projection has no values, so where there is nothing else, ExpressionAttributeValues is a parameter that nobody knows. */
function hasValues(parameters: readonly ExpressionParameter[]): boolean {
  return parameters.some((parameter) => parameter !== 'ProjectionExpression');
}

const none: Expressions = {
  filter: undefined,
  projection: undefined,
  keyCondition: undefined,
  update: undefined,
  condition: undefined,
  values: undefined,
};

function parseOne<Tree>(
  parameter: ExpressionParameter,
  text: string,
  placeholders: Placeholders,
  parser: (text: string, using: Placeholders) => Tree,
): Tree {
  try {
    return parser(text, placeholders);
  } catch (error) {
    if (error instanceof ExpressionError) throw validationError(`Invalid ${parameter}: ${worded(error, parameter)}`);
    throw error;
  }
}

/** Of an expression that is too long, only conditions and filters are told how long it is. */
function worded({ message }: ExpressionError, parameter: ExpressionParameter): string {
  if (parameter === 'ConditionExpression' || parameter === 'FilterExpression') return message;
  return message.replace(/ expression size: \d+$/, '');
}

/**
 * Checks that placeholders come with an expression that may use them, which the service does before it looks at any values.
 *
 * @throws ServiceError ValidationException
 */
export function checkExpressionsPresent(
  request: RequestWithExpressions,
  parameters: readonly ExpressionParameter[],
): void {
  if (parameters.length === 0) return;
  const isAbsent = (parameter: ExpressionParameter) => request[parameter] == null;
  if (request.ExpressionAttributeNames != null && parameters.every(isAbsent)) {
    throw validationError('ExpressionAttributeNames can only be specified when using expressions');
  }
  const withValues = parameters.filter((parameter) => parameter !== 'ProjectionExpression');
  if (withValues.length === 0) return;
  if (request.ExpressionAttributeValues != null && withValues.every(isAbsent)) {
    const absent = `${withValues.join(' and ')} ${withValues.length > 1 ? 'are' : 'is'} null`;
    throw validationError(`ExpressionAttributeValues can only be specified when using expressions: ${absent}`);
  }
}

function acceptPlaceholderNames(
  names: Readonly<Record<string, string>> | undefined,
): Readonly<Record<string, string>> | undefined {
  if (names == null) return undefined;
  const accepted: Record<string, string> = Object.create(null);
  for (const placeholder of placeholdersOf('ExpressionAttributeNames', names, /^#[A-Za-z0-9_]+$/)) {
    const name = names[placeholder];
    if (name == null || name === '') {
      throw validationError(
        `ExpressionAttributeNames contains invalid value: Empty attribute name for key ${placeholder}`,
      );
    }
    accepted[placeholder] = name;
  }
  return accepted;
}

function acceptPlaceholderValues(values: AttributeMap | undefined): AttributeMap | undefined {
  if (values == null) return undefined;
  const accepted: Record<string, AttributeValue> = Object.create(null);
  for (const placeholder of placeholdersOf('ExpressionAttributeValues', values, /^:[A-Za-z0-9_]+$/)) {
    try {
      accepted[placeholder] = acceptValue(values[placeholder]);
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'ValidationException') throw error;
      throw validationError(
        `ExpressionAttributeValues contains invalid value: ${error.message} for key ${placeholder}`,
      );
    }
  }
  return accepted;
}

/** The most characters of a placeholder, its `#` or `:` included. */
const maximumPlaceholderLength = 255;

function placeholdersOf(parameter: string, map: object, pattern: RegExp): string[] {
  const placeholders = Object.keys(map);
  if (placeholders.length === 0) throw validationError(`${parameter} must not be empty`);
  for (const placeholder of placeholders) {
    if (placeholder.length > maximumPlaceholderLength) {
      // How long a name's placeholder is, the service tells; a value's it does not.
      const size = parameter === 'ExpressionAttributeNames' ? ` size of key: ${placeholder.length}` : '';
      throw validationError(
        `${parameter} contains invalid key: The expression attribute map contains a key that is too long;${size}`,
      );
    }
    if (!pattern.test(placeholder)) {
      throw validationError(`${parameter} contains invalid key: Syntax error; key: "${placeholder}"`);
    }
  }
  return placeholders;
}

function checkAllUsed(parameter: string, unused: readonly string[]): void {
  if (unused.length > 0) {
    throw validationError(`Value provided in ${parameter} unused in expressions: keys: {${unused.join(', ')}}`);
  }
}
