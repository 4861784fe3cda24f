import { setTimeout as pause } from 'node:timers/promises';
import { ConditionalCheckFailedException, type PutItemCommandInput } from '@aws-sdk/client-dynamodb';

/**
 * The loop found in many code bases: reads and writes again as long as the condition of the write fails, after a pause
 * with full jitter that grows from 5 to at most 200 milliseconds.
 */
export async function optimisticLoop<Result>(readAndWrite: () => Promise<Result>): Promise<Result> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await readAndWrite();
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      await pause(Math.random() * Math.min(200, 5 * 2 ** attempt));
    }
  }
}

/** The condition of a put: the item still has the version that was read; 0 where there was none. */
export function ifVersion(
  version: number,
): Pick<PutItemCommandInput, 'ConditionExpression' | 'ExpressionAttributeValues'> {
  if (version === 0) return { ConditionExpression: 'attribute_not_exists(pk)' };
  return {
    ConditionExpression: 'version = :version',
    ExpressionAttributeValues: { ':version': { N: String(version) } },
  };
}
