import { GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { ifVersion, optimisticLoop } from '../../delivery/optimistic-loop.js';
import type { Way } from '../../situation/situation.js';
import type { PageView } from './promise.js';

/** Reads the counter, adds one, and writes it back if its version is still the one read. */
export const withOptimisticLoop: Way<PageView, void> =
  ({ client, tableName }) =>
  ({ path }) =>
    optimisticLoop(async () => {
      const key = { pk: { S: `VIEWS#${path}` }, sk: { S: 'COUNT' } };
      const { Item } = await client.send(new GetItemCommand({ TableName: tableName, Key: key, ConsistentRead: true }));
      const views = Number(Item?.views?.N ?? 0) + 1;
      const version = Number(Item?.version?.N ?? 0);
      await client.send(
        new PutItemCommand({
          TableName: tableName,
          Item: { ...key, views: { N: String(views) }, version: { N: String(version + 1) } },
          ...ifVersion(version),
        }),
      );
    });
