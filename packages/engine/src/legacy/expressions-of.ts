import type { LegacyParameters, Path, Projection } from '@holdfast/wire';
import {
  type ExpressionParameter,
  type Expressions,
  parseExpressions,
  type RequestWithExpressions,
} from '../expressions/request-expressions.js';
import { invalidParameterValues, validationError } from '../validation/service-errors.js';
import { acceptConditions, acceptExpectations, joined, keyConditionOf } from './legacy-conditions.js';
import { updateOf } from './legacy-update.js';

/**
 * What a request asks for, be it in expressions or in the parameters of before them; that the two are not mixed has been
 * checked before.
 *
 * @param parameters the expressions that the operation has
 * @throws ServiceError ValidationException as {@link parseExpressions}, or where legacy parameters are at fault
 */
export function expressionsOf(
  request: RequestWithExpressions & LegacyParameters,
  parameters: readonly ExpressionParameter[],
): Expressions {
  checkConditionalOperator(request);
  const expressions = parseExpressions(request, parameters);
  const { AttributesToGet, AttributeUpdates, Expected, KeyConditions, QueryFilter, ScanFilter } = request;
  const filter = QueryFilter ?? ScanFilter;
  return {
    ...expressions,
    ...(AttributesToGet != null && { projection: projectionOf(AttributesToGet) }),
    ...(AttributeUpdates != null && { update: updateOf(AttributeUpdates) }),
    ...(Expected != null && { condition: joined(acceptExpectations(Expected), request.ConditionalOperator) }),
    ...(filter != null && { filter: joined(acceptConditions(filter), request.ConditionalOperator) }),
    ...(KeyConditions != null && { keyCondition: keyConditionOf(KeyConditions) }),
  };
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
export function projectionOf(names: readonly string[]): Projection {
  const seen = new Set<string>();
  return names.map((name): Path => {
    if (seen.has(name)) throw invalidParameterValues(`Duplicate value in attribute name: ${name}`);
    seen.add(name);
    return { kind: 'path', elements: [name] };
  });
}
