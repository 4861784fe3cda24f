import { type DynamoDBClient, DynamoDBServiceException } from '@aws-sdk/client-dynamodb';

/** The requests that a client sent, each attempt for itself. */
export interface Traffic {
  readonly reads: number;
  readonly writes: number;
  /** Requests that the SDK sent again. */
  readonly retries: number;
  /** Writes answered with an error: a condition that failed, a conflict, a throttle. */
  readonly refused: number;
}

const writeCommands = new Set([
  'PutItemCommand',
  'UpdateItemCommand',
  'DeleteItemCommand',
  'TransactWriteItemsCommand',
]);

/** Counts what leaves a client, whichever library uses it. Returns how to read the counts. */
export function meter(client: DynamoDBClient): () => Traffic {
  let calls = 0;
  let reads = 0;
  let writes = 0;
  let refused = 0;

  client.middlewareStack.add(
    (next) => (args) => {
      calls++;
      return next(args);
    },
    { name: 'meterCalls', step: 'initialize' },
  );
  // behind the SDK's retries, so that it sees each attempt
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const isWrite = writeCommands.has(context.commandName ?? '');
      if (isWrite) writes++;
      else reads++;
      try {
        return await next(args);
      } catch (error) {
        if (isWrite && error instanceof DynamoDBServiceException) refused++;
        throw error;
      }
    },
    { name: 'meterAttempts', step: 'finalizeRequest', priority: 'low' },
  );
  return () => ({ reads, writes, retries: reads + writes - calls, refused });
}
