import type { CancellationReason, ServiceError } from '@holdfast/wire';
import { type CanceledWrite, TransactionCanceledError, TransactionConflictError } from './conflict-errors.js';
import type { HoldfastError } from './holdfast-error.js';
import { LimitExceededError, ThrottledError } from './service-errors.js';

/** What the service says of one action of a cancelled transaction. */
export interface LabelledReason {
  readonly label: string;
  readonly reason: CancellationReason;
}

export const notAtFault: CancellationReason = { Code: 'None' };

/** The code of an action whose condition did not hold. */
export const conditionFailed = 'ConditionalCheckFailed';

const throttles = new Set(['ProvisionedThroughputExceeded', 'ThrottlingError']);

/** The error for a cancellation, by the service's codes alone. */
export function cancellation(what: string, reasons: readonly LabelledReason[], cause: ServiceError): HoldfastError {
  const faults = reasons.filter(({ reason }) => reason.Code !== 'None');
  const codes = faults.map(
    ({ label, reason }) => `${label}: ${reason.Code}${reason.Message === undefined ? '' : ` (${reason.Message})`}`,
  );
  const message = `${what} was cancelled: ${codes.join('; ') || cause.message}`;
  const is = (fits: (code: string) => boolean) => faults.length > 0 && faults.every(({ reason }) => fits(reason.Code));
  if (is((code) => throttles.has(code))) return new ThrottledError(message, { cause });
  if (is((code) => code === 'ItemCollectionSizeLimitExceeded')) return new LimitExceededError(message, { cause });
  if (is((code) => code === 'TransactionConflict' || throttles.has(code))) {
    return new TransactionConflictError(message, { cause });
  }
  const writes = faults.map(({ label, reason }): CanceledWrite => {
    return {
      label,
      code: reason.Code,
      message: reason.Message,
      clauses: [],
      stored: undefined,
      isVersionConflict: false,
    };
  });
  const { length } = faults.filter(({ reason }) => reason.Code === conditionFailed);
  return new TransactionCanceledError(message, writes, { cause, ...(length > 0 && { retry: 'rerun' }) });
}
