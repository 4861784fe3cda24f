import { type AttributeMap, type CancellationReason, ServiceError } from '@holdfast/wire';

export function validationError(message: string): ServiceError {
  return new ServiceError('ValidationException', message);
}

/** The commonest wording of the service for values that may not be stored. */
export function invalidParameterValues(detail: string): ServiceError {
  return validationError(`One or more parameter values were invalid: ${detail}`);
}

export function serializationError(message: string): ServiceError {
  return new ServiceError('SerializationException', message);
}

export const conditionalCheckFailedMessage = 'The conditional request failed';

export function conditionalCheckFailed(item: AttributeMap | undefined): ServiceError {
  return new ServiceError(
    'ConditionalCheckFailedException',
    conditionalCheckFailedMessage,
    item === undefined ? {} : { item },
  );
}

export function transactionCancelled(reasons: readonly CancellationReason[]): ServiceError {
  const codes = reasons.map((reason) => reason.Code).join(', ');
  return new ServiceError(
    'TransactionCanceledException',
    `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`,
    { cancellationReasons: reasons },
  );
}
