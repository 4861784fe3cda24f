import { Readable } from 'node:stream';
import { encodeError, type SdkRequest, type SdkResponse } from '@holdfast/engine';
import type { ServiceError } from '@holdfast/wire';
import { cancelledByConflict, conflicted, connectionReset } from '../faults/refusals.js';
import type { Random } from '../random/random.js';

/** The service's refusal of a write that met an ongoing transaction; in a transaction, at one random action. */
export function conflictOf(operation: string, request: SdkRequest, random: Random): ServiceError {
  if (operation !== 'TransactWriteItems') return conflicted();
  const actions = countActions(request);
  return cancelledByConflict(actions, random.integer(Math.max(1, actions)));
}

/** `error` as an answer of the service. */
export function errorResponse(error: ServiceError, requestId: string): SdkResponse {
  const { status, headers, body } = encodeError(error, requestId);
  return { statusCode: status, headers, body };
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
