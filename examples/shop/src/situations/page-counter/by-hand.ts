import { UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import type { Way } from '../../situation/situation.js';
import type { PageView } from './promise.js';

/** Adds one in a single atomic update. */
export const byHand: Way<PageView, void> =
  ({ client, tableName }) =>
  async ({ path }) => {
    await client.send(
      new UpdateItemCommand({
        TableName: tableName,
        Key: { pk: { S: `VIEWS#${path}` }, sk: { S: 'COUNT' } },
        UpdateExpression: 'ADD #views :one',
        ExpressionAttributeNames: { '#views': 'views' },
        ExpressionAttributeValues: { ':one': { N: '1' } },
      }),
    );
  };
