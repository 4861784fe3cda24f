import { GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import type { MatchEvent } from '../../events/match-event.js';
import type { Way } from '../../situation/situation.js';

/** Reads the match and writes the event over it if the event is newer. */
export const byHand: Way<MatchEvent, void> =
  ({ client, tableName }) =>
  async ({ matchId, home, away, at }) => {
    const key = { pk: { S: `MATCH#${matchId}` }, sk: { S: 'LIVE' } };
    const { Item } = await client.send(new GetItemCommand({ TableName: tableName, Key: key, ConsistentRead: true }));
    const storedAt = Item?.scoreAt?.S;
    if (storedAt !== undefined && storedAt >= at) return;
    await client.send(
      new PutItemCommand({
        TableName: tableName,
        Item: { ...key, home: { N: String(home) }, away: { N: String(away) }, scoreAt: { S: at } },
      }),
    );
  };
