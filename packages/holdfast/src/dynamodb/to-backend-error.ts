import { type Attempt, ServiceError, UnansweredError } from '@holdfast/wire';
import { detailsOf } from '../errors/sdk-error.js';
import { LastAttempt } from './attempt-log.js';

/** The port's error for one of the SDK's. What went wrong before any attempt stays as it is. */
export function toBackendError(error: unknown, attempts: readonly Attempt[]): unknown {
  const cause = error instanceof LastAttempt ? error.failure : error;
  if (attempts.length === 0) return cause;
  const { name, message, status, item, cancellationReasons } = detailsOf(cause);
  if (status === undefined) return new UnansweredError(`no answer from DynamoDB: ${message}`, attempts, cause);
  return new ServiceError(name, message, {
    attempts,
    cause,
    ...(item === undefined ? {} : { item }),
    ...(cancellationReasons === undefined ? {} : { cancellationReasons }),
  });
}
