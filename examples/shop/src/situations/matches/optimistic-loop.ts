import { GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { ifVersion, optimisticLoop } from '../../delivery/optimistic-loop.js';
import type { MatchEvent } from '../../events/match-event.js';
import type { Way } from '../../situation/situation.js';

/** As by hand, but writes only over the version that it has read, and compares again where another was faster. */
export const withOptimisticLoop: Way<MatchEvent, void> =
  ({ client, tableName }) =>
  ({ matchId, home, away, at }) =>
    optimisticLoop(async () => {
      const key = { pk: { S: `MATCH#${matchId}` }, sk: { S: 'LIVE' } };
      const { Item } = await client.send(new GetItemCommand({ TableName: tableName, Key: key, ConsistentRead: true }));
      const storedAt = Item?.scoreAt?.S;
      if (storedAt !== undefined && storedAt >= at) return;
      const version = Number(Item?.version?.N ?? 0);
      await client.send(
        new PutItemCommand({
          TableName: tableName,
          Item: {
            ...key,
            home: { N: String(home) },
            away: { N: String(away) },
            scoreAt: { S: at },
            version: { N: String(version + 1) },
          },
          ...ifVersion(version),
        }),
      );
    });
