import { ServiceError } from '@holdfast/wire';

/** The refusal of a table with provisioned capacity. */
export function provisionedThroughputExceeded(): ServiceError {
  return new ServiceError(
    'ProvisionedThroughputExceededException',
    'The level of configured provisioned throughput for the table was exceeded. ' +
      'Consider increasing your provisioning level with the UpdateTable API.',
  );
}

/** The refusal of a global index with provisioned capacity. */
export function indexThroughputExceeded(): ServiceError {
  return new ServiceError(
    'ProvisionedThroughputExceededException',
    'The level of configured provisioned throughput for one or more global secondary indexes of the table was exceeded. ' +
      'Consider increasing your provisioning level for the under-provisioned global secondary indexes with the UpdateTable API',
  );
}

/** The refusal of a table on demand. */
export function onDemandThroughputExceeded(): ServiceError {
  return new ServiceError(
    'ThrottlingException',
    'Throughput exceeds the current capacity of your table or index. ' +
      'DynamoDB is automatically scaling your table or index so please try again shortly. ' +
      'If exceptions persist, check if you have a hot key: ' +
      'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html',
  );
}
