import { ServiceError } from '@holdfast/wire';
import { decodeBase64, encodeBase64 } from './base64.js';
import { convertBytes } from './convert-bytes.js';
import { encodeError } from './encode-error.js';
import type { Executor } from './executor.js';
import { requestId } from './request-id.js';
import { contentType, type ServiceAnswer, serviceAnswer } from './service-answer.js';
import { positionsOf } from './value-positions.js';

export interface ServiceRequest {
  /** The header `x-amz-target`: `DynamoDB_20120810.` or `DynamoDBStreams_20120810.`, and the operation's name. */
  readonly target: string | undefined;
  readonly body: Uint8Array | string;
  /** The content type of the answer, which is that of the request. */
  readonly contentType?: string;
  /** Why the caller is refused; told only after what is wrong with body and target, as in the service. */
  readonly refusal?: ServiceError | undefined;
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Answers one request of the AWS JSON 1.0 protocol. Never throws: whatever is wrong with the request, or fails inside
 * the engine, becomes the answer that the service would give.
 *
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.LowLevelAPI.html
 */
export function answerRequest(engine: Executor, request: ServiceRequest): ServiceAnswer {
  const type = request.contentType ?? contentType;
  const id = requestId(engine.runtime);
  try {
    return serviceAnswer(200, carryOut(engine, request), id, type);
  } catch (error) {
    return encodeError(error instanceof ServiceError ? error : internalError(error), id, type);
  }
}

function carryOut(engine: Executor, request: ServiceRequest): string {
  const json = parseBody(request.body);
  const [service = '', operation = ''] = request.target?.split('.', 2) ?? [];
  const positions = request.target === `${service}.${operation}` ? positionsOf(service, operation) : undefined;
  if (!positions) throw new ServiceError('UnknownOperationException', '');
  if (request.refusal) throw request.refusal;
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw new ServiceError('SerializationException', '');
  }
  const output = engine.executeUntyped(operation, convertBytes(json, positions.input, decodeBase64));
  return JSON.stringify(convertBytes(output, positions.output, encodeBase64) ?? {});
}

/** @returns `undefined` for an empty body */
function parseBody(body: Uint8Array | string): unknown {
  if (body.length === 0) return undefined;
  try {
    return JSON.parse(typeof body === 'string' ? body : decoder.decode(body));
  } catch {
    throw new ServiceError('SerializationException', '');
  }
}

function internalError(cause: unknown): ServiceError {
  const reason = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
  return new ServiceError('InternalServerError', `Internal server error (the engine failed with ${reason})`, { cause });
}
