import { ServiceError, UnansweredError } from '@holdfast/wire';
import { TransactionConflictError, TransactionInProgressError } from './conflict-errors.js';
import {
  AccessDeniedError,
  InternalError,
  LimitExceededError,
  ResourceNotFoundError,
  ThrottledError,
} from './service-errors.js';
import { ValidationError } from './usage-errors.js';

const throttles = new Set(['ProvisionedThroughputExceededException', 'RequestLimitExceeded', 'ThrottlingException']);
const limits = new Set(['ItemCollectionSizeLimitExceededException', 'LimitExceededException']);
const accesses = new Set([
  'AccessDeniedException',
  'ExpiredTokenException',
  'IncompleteSignatureException',
  'InvalidSignatureException',
  'MissingAuthenticationTokenException',
  'UnrecognizedClientException',
]);
const refusals = new Set(['SerializationException', 'UnknownOperationException', 'ValidationException']);

/** Whether the service answered that it is being asked for too much. */
export function isThrottle(error: ServiceError): boolean {
  return throttles.has(error.name);
}

/** The library's error for one of the backend's, where no condition and no doubt is at play. Others stay as they are. */
export function fromBackend(error: unknown, what: string): unknown {
  if (error instanceof UnansweredError) return new InternalError(`${what}: no answer came`, { cause: error });
  if (!(error instanceof ServiceError)) return error;
  const message = `${what}: ${error.message}`;
  const facts = { cause: error };
  if (isThrottle(error)) return new ThrottledError(message, facts);
  if (limits.has(error.name)) return new LimitExceededError(message, facts);
  if (accesses.has(error.name)) return new AccessDeniedError(message, facts);
  if (refusals.has(error.name)) return new ValidationError(message, facts);
  if (error.name === 'IdempotentParameterMismatchException') {
    // the token was used, so whatever it stood for then may have taken place
    return new ValidationError(
      `${what}: its token went out with another request in the last ten minutes; a token belongs to one request, with all its values`,
      { ...facts, mayHaveHappened: true },
    );
  }
  if (error.name === 'ResourceNotFoundException') return new ResourceNotFoundError(message, facts);
  if (error.name === 'TransactionConflictException' || error.name === 'ReplicatedWriteConflictException') {
    return new TransactionConflictError(message, facts);
  }
  if (error.name === 'TransactionInProgressException') return new TransactionInProgressError(message, facts);
  return new InternalError(message, facts);
}
