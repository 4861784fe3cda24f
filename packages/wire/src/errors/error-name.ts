/**
 * The names by which DynamoDB tells its errors apart (the part of `__type` behind `#`).
 *
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html
 */
export type ErrorName =
  | 'AccessDeniedException'
  | 'BackupInUseException'
  | 'ConditionalCheckFailedException'
  | 'ExpiredIteratorException'
  | 'ExpiredTokenException'
  | 'IdempotentParameterMismatchException'
  | 'IncompleteSignatureException'
  | 'InternalServerError'
  | 'InvalidSignatureException'
  | 'ItemCollectionSizeLimitExceededException'
  | 'LimitExceededException'
  | 'MissingAuthenticationTokenException'
  | 'ProvisionedThroughputExceededException'
  | 'ReplicatedWriteConflictException'
  | 'RequestLimitExceeded'
  | 'ResourceInUseException'
  | 'ResourceNotFoundException'
  | 'SerializationException'
  | 'ServiceUnavailable'
  | 'ThrottlingException'
  | 'TransactionCanceledException'
  | 'TransactionConflictException'
  | 'TransactionInProgressException'
  | 'TrimmedDataAccessException'
  | 'UnknownOperationException'
  | 'UnrecognizedClientException'
  | 'ValidationException';

/** Why one action of a cancelled transaction was not taken; positional, `None` where the action was not at fault. */
export type CancellationCode =
  | 'None'
  | 'ConditionalCheckFailed'
  | 'DuplicateItem'
  | 'ItemCollectionSizeLimitExceeded'
  | 'ProvisionedThroughputExceeded'
  | 'ThrottlingError'
  | 'TransactionConflict'
  | 'ValidationError';
