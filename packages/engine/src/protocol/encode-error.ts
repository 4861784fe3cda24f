import type { ServiceError } from '@holdfast/wire';
import { encodeBase64 } from './base64.js';
import { convertBytes } from './convert-bytes.js';
import { contentType, type ServiceAnswer, serviceAnswer } from './service-answer.js';
import { errorPositions } from './value-positions.js';

const dynamodb = 'com.amazonaws.dynamodb.v20120810';
const frontEnd = 'com.amazon.coral.service';

/** The namespaces of the errors that come from in front of DynamoDB proper. */
const namespaces: Readonly<Record<string, string>> = {
  AccessDeniedException: frontEnd,
  ExpiredTokenException: frontEnd,
  IncompleteSignatureException: frontEnd,
  InvalidSignatureException: frontEnd,
  MissingAuthenticationTokenException: frontEnd,
  SerializationException: frontEnd,
  ServiceUnavailable: frontEnd,
  ThrottlingException: 'com.amazon.coral.availability',
  UnknownOperationException: frontEnd,
  UnrecognizedClientException: frontEnd,
  ValidationException: 'com.amazon.coral.validate',
};
const statuses: Readonly<Record<string, number>> = { InternalServerError: 500, ServiceUnavailable: 503 };
/** The errors whose message the service spells with a capital letter. */
const capitalised = new Set(['AccessDeniedException', 'SerializationException', 'TransactionCanceledException']);

/**
 * The answer by which the service tells `error`: status 400 (500 and 503 for its own failures) and a body with
 * `__type`, the message and, where the error has them, the stored item and the cancellation reasons.
 *
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html
 */
export function encodeError(error: ServiceError, requestId: string, type: string = contentType): ServiceAnswer {
  const body = convertBytes(
    {
      __type: `${own(namespaces, error.name) ?? dynamodb}#${error.name}`,
      ...(error.message && { [capitalised.has(error.name) ? 'Message' : 'message']: error.message }),
      ...(error.item && { Item: error.item }),
      ...(error.cancellationReasons && { CancellationReasons: error.cancellationReasons }),
    },
    errorPositions,
    encodeBase64,
  );
  return serviceAnswer(own(statuses, error.name) ?? 400, JSON.stringify(body), requestId, type);
}

function own<Value>(values: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}
