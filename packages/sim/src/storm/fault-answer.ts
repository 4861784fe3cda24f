import { Readable } from 'node:stream';
import { encodeError, type SdkRequest, type SdkResponse } from '@holdfast/engine';
import { type CancellationReason, ServiceError } from '@holdfast/wire';
import type { Random } from '../random/random.js';

const conflict = 'Transaction is ongoing for the item';

/** The service's refusal of a request for want of throughput. */
export function throttled(): ServiceError {
  return new ServiceError(
    'ProvisionedThroughputExceededException',
    'The level of configured provisioned throughput for the table was exceeded. ' +
      'Consider increasing your provisioning level with the UpdateTable API.',
  );
}

/** The service's refusal of a write that met an ongoing transaction; in a transaction, at one random action. */
export function conflicted(operation: string, request: SdkRequest, random: Random): ServiceError {
  if (operation !== 'TransactWriteItems') return new ServiceError('TransactionConflictException', conflict);
  const actions = countActions(request);
  const at = random.integer(Math.max(1, actions));
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

/** `error` as an answer of the service. */
export function errorResponse(error: ServiceError, requestId: string): SdkResponse {
  const { status, headers, body } = encodeError(error, requestId);
  return { statusCode: status, headers, body };
}

/** What a client sees of a connection that broke off, as Node.js and the SDK's own request handler name it. */
export function connectionReset(): Error {
  const error = Object.assign(new Error('socket hang up'), { code: 'ECONNRESET', errno: -104, syscall: 'read' });
  error.name = 'TimeoutError';
  return error;
}

/** The first bytes of an answer, and then the end of the connection. */
export function brokenBody(): Readable {
  return new Readable({
    read() {
      this.push('{"Con');
      this.destroy(connectionReset());
    },
  });
}

function countActions(request: SdkRequest): number {
  try {
    const { TransactItems } = JSON.parse(textOf(request.body)) as { readonly TransactItems?: unknown };
    return Array.isArray(TransactItems) ? TransactItems.length : 0;
  } catch {
    return 0;
  }
}

function textOf(body: unknown): string {
  return body instanceof Uint8Array
    ? Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString()
    : String(body);
}
