import type { OperationName } from '@holdfast/wire';
import { checkExpressionsPresent } from '../expressions/request-expressions.js';
import { validationError } from '../validation/service-errors.js';
import type { OperationHandler } from './operation-handler.js';

/** What of an operation, or of a part of its request, may come in parameters of before expressions or in expressions. */
type Parameters = Pick<OperationHandler<OperationName>, 'expressions' | 'legacy'>;

/**
 * Refuses what a request asks for and the engine cannot do, rather than leave it out of what it does, and what the service
 * does not let one request say in two ways.
 *
 * @throws ServiceError ValidationException
 */
export function refuseParameters<Name extends OperationName>(handler: OperationHandler<Name>, input: object): void {
  const unsupported = handler.unsupported.find((name) => isPresent(input, name));
  if (unsupported !== undefined) {
    throw validationError(`The parameter ${unsupported} is not supported by this engine: leave it out`);
  }
  refuseMixture(handler, input);
  checkExpressionsPresent(input, handler.expressions);
}

/** @throws ServiceError ValidationException where expressions and the parameters of before them come together */
export function refuseMixture({ expressions, legacy }: Parameters, input: object): void {
  const present = expressions.filter((name) => isPresent(input, name));
  if (present.length === 0) return;
  // Legacy key conditions go with a FilterExpression or ProjectionExpression.
  const isRefused = (name: string) =>
    isPresent(input, name) && (name !== 'KeyConditions' || isPresent(input, 'KeyConditionExpression'));
  const refused = Object.keys(legacy).filter(isRefused);
  if (refused.length === 0) return;
  throw validationError(
    'Can not use both expression and non-expression parameters in the same request: ' +
      `Non-expression parameters: {${refused.join(', ')}} Expression parameters: {${present.join(', ')}}`,
  );
}

function isPresent(input: object, name: string): boolean {
  return Object.hasOwn(input, name) && (input as Readonly<Record<string, unknown>>)[name] != null;
}
