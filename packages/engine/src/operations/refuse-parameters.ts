import type { OperationName } from '@holdfast/wire';
import { validationError } from '../validation/service-errors.js';
import type { OperationHandler } from './operation-handler.js';

/**
 * Refuses what a request asks for and the engine cannot do, rather than leave it out of what it does.
 *
 * @throws ServiceError ValidationException
 */
export function refuseParameters<Name extends OperationName>(handler: OperationHandler<Name>, input: object): void {
  const isPresent = (name: string) =>
    Object.hasOwn(input, name) && (input as Readonly<Record<string, unknown>>)[name] != null;
  const unsupported = handler.unsupported.find(isPresent);
  if (unsupported !== undefined) {
    throw validationError(`The parameter ${unsupported} is not supported by this engine: leave it out`);
  }
  const legacy = Object.keys(handler.legacy).filter(isPresent);
  const [first] = legacy;
  if (first === undefined) return;
  const expressions = handler.expressions.filter(isPresent);
  if (expressions.length > 0) {
    throw validationError(
      'Can not use both expression and non-expression parameters in the same request: ' +
        `Non-expression parameters: {${legacy.join(', ')}} Expression parameters: {${expressions.join(', ')}}`,
    );
  }
  throw validationError(
    `The legacy parameter ${first} is not supported by this engine: use ${handler.legacy[first]} in its place`,
  );
}
