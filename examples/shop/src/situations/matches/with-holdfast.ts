import { a, entity, table } from 'holdfast';
import { dynamodb } from 'holdfast/dynamodb';
import type { MatchEvent } from '../../events/match-event.js';
import type { Way } from '../../situation/situation.js';

const LiveMatch = entity('MATCH', {
  key: { pk: 'MATCH#{id}', sk: 'LIVE' },
  attributes: { id: a.string(), home: a.number(), away: a.number(), scoreAt: a.timestamp() },
});

/** One write without a read: it holds only if nothing newer is stored. */
export const withHoldfast: Way<MatchEvent, void> = ({ client, tableName }) => {
  const matches = table({ name: tableName, backend: dynamodb(client), entities: [LiveMatch] }).of(LiveMatch);

  return async ({ matchId, home, away, at }) => {
    const scoreAt = new Date(at);
    await matches
      .upsert({ id: matchId })
      .set({ home, away, scoreAt })
      .if((match) => match.scoreAt.notExistsOrLt(scoreAt))
      .trySend();
  };
};
