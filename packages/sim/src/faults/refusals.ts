import { type CancellationReason, ServiceError } from '@holdfast/wire';

const conflict = 'Transaction is ongoing for the item';

/** The service's refusal of a request for want of throughput. */
export function throttled(): ServiceError {
  return new ServiceError(
    'ProvisionedThroughputExceededException',
    'The level of configured provisioned throughput for the table was exceeded. ' +
      'Consider increasing your provisioning level with the UpdateTable API.',
  );
}

/** The service's refusal of a single write that met an ongoing transaction. */
export function conflicted(): ServiceError {
  return new ServiceError('TransactionConflictException', conflict);
}

/** The service's refusal of a transaction of so many actions, of which the one `at` met another transaction. */
export function cancelledByConflict(actions: number, at: number): ServiceError {
  const cancellationReasons = Array.from(
    { length: actions },
    (_, index): CancellationReason =>
      index === at ? { Code: 'TransactionConflict', Message: conflict } : { Code: 'None' },
  );
  const codes = cancellationReasons.map((reason) => reason.Code).join(', ');
  return new ServiceError(
    'TransactionCanceledException',
    `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`,
    { cancellationReasons },
  );
}

/** The service's refusal of a transaction whose token is that of one still under way. */
export function inProgress(): ServiceError {
  return new ServiceError(
    'TransactionInProgressException',
    'The transaction with the given request token is already in progress.',
  );
}

/** What a client sees of a connection that broke off, as Node.js and the SDK's own request handler name it. */
export function connectionReset(): Error {
  const error = Object.assign(new Error('socket hang up'), { code: 'ECONNRESET', errno: -104, syscall: 'read' });
  error.name = 'TimeoutError';
  return error;
}
