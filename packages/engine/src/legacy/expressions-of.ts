import type { LegacyConditions, LegacyParameters, Path, Projection } from '@holdfast/wire';
import {
  type ExpressionParameter,
  type Expressions,
  parseExpressions,
  type RequestWithExpressions,
} from '../expressions/request-expressions.js';
import { invalidParameterValues, validationError } from '../validation/service-errors.js';
import { acceptConditions, acceptExpectations, joined } from './legacy-conditions.js';
import { updateOf } from './legacy-update.js';

/** What legacy parameters say, apart from KeyConditions. */
export type LegacyParts = Partial<Pick<Expressions, 'condition' | 'filter' | 'projection' | 'update'>>;

/** What may make up a request's expressions: part of an operation's handler. */
export interface KnownParameters {
  readonly expressions: readonly ExpressionParameter[];
  readonly legacy: Readonly<Record<string, ExpressionParameter>>;
}

/** Most requests have no legacy parameters, and are not to pay for them. */
const none: LegacyParts = {};
const legacyNames = [
  'AttributesToGet',
  'AttributeUpdates',
  'ConditionalOperator',
  'Expected',
  'QueryFilter',
  'ScanFilter',
] as const satisfies readonly (keyof LegacyParameters)[];

/**
 * What the legacy parameters of a request say, apart from KeyConditions, which the service looks at after expressions.
 *
 * @param known those that the operation has
 * @throws ServiceError ValidationException where they are at fault
 */
export function legacyPartsOf(request: LegacyParameters, { legacy }: KnownParameters): LegacyParts {
  if (legacyNames.every((name) => request[name] == null)) return none;
  // What an operation does not know, nobody has checked.
  const isKnown = ([name]: [string, unknown]) => Object.hasOwn(legacy, name);
  const known: LegacyParameters = Object.fromEntries(Object.entries(request).filter(isKnown));
  checkConditionalOperator(known);
  const { AttributesToGet, AttributeUpdates, ConditionalOperator, Expected, QueryFilter, ScanFilter } = known;
  const filterOf = (conditions: LegacyConditions) => ({
    filter: joined(acceptConditions(conditions), ConditionalOperator),
  });
  return {
    ...(QueryFilter != null && filterOf(QueryFilter)),
    ...(AttributesToGet != null && { projection: projectionOf(AttributesToGet) }),
    ...(ScanFilter != null && filterOf(ScanFilter)),
    ...(AttributeUpdates != null && { update: updateOf(AttributeUpdates) }),
    ...(Expected != null && { condition: joined(acceptExpectations(Expected), ConditionalOperator) }),
  };
}

/**
 * What a request asks for, apart from KeyConditions, be it in expressions or in the parameters of before them; that the two
 * are not mixed has been checked before.
 *
 * @param known the parameters that the operation has
 * @param legacy those of the request, where something had to be checked between them and the expressions
 * @throws ServiceError ValidationException as {@link legacyPartsOf} and {@link parseExpressions}
 */
export function expressionsOf(
  request: RequestWithExpressions & LegacyParameters,
  known: KnownParameters,
  legacy: LegacyParts = legacyPartsOf(request, known),
): Expressions {
  const expressions = parseExpressions(request, known.expressions);
  return legacy === none ? expressions : { ...expressions, ...legacy };
}

/** @throws ServiceError ValidationException where there is nothing to join, or one condition only */
function checkConditionalOperator(request: LegacyParameters): void {
  if (request.ConditionalOperator == null) return;
  const conditions = request.Expected ?? request.QueryFilter ?? request.ScanFilter ?? {};
  const count = Object.keys(conditions).length;
  if (count === 0) throw validationError('ConditionalOperator cannot be used without Filter or Expected');
  if (count === 1) {
    throw validationError('ConditionalOperator can only be used when Filter or Expected has two or more elements');
  }
}

/**
 * The attributes of an AttributesToGet.
 *
 * @throws ServiceError ValidationException where it names one twice
 */
function projectionOf(names: readonly string[]): Projection {
  const seen = new Set<string>();
  return names.map((name): Path => {
    if (seen.has(name)) throw invalidParameterValues(`Duplicate value in attribute name: ${name}`);
    seen.add(name);
    return { kind: 'path', elements: [name] };
  });
}
