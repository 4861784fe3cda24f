import type { Random } from '@holdfast/sim';
import type { StoredItems } from '../../database/stored-items.js';
import type { Delivery } from '../../delivery/deliver.js';
import type { MatchEvent } from '../../events/match-event.js';
import { damages, type Verdict } from '../../situation/situation.js';
import { number } from '../../wording.js';

/** An event arrives after up to this many that happened later. */
const disorder = 1_000;

/** The events out of order, as many sources and retries bring them, and one in ten of them a second time. */
export function deliveriesOf(random: Random, events: readonly MatchEvent[]): readonly MatchEvent[] {
  return events
    .flatMap((event, index) => {
      const arrivals = random.integer(10) === 0 ? 2 : 1;
      return Array.from({ length: arrivals }, () => ({ event, position: index + random.integer(disorder) }));
    })
    .sort((a, b) => a.position - b.position)
    .map(({ event }) => event);
}

/** Every match stands where its newest event left it. */
export function judge(deliveries: readonly Delivery<MatchEvent, void>[], stored: StoredItems): Verdict {
  const newest = new Map<string, MatchEvent>();
  for (const { command } of deliveries) {
    const known = newest.get(command.matchId);
    if (known === undefined || known.at < command.at) newest.set(command.matchId, command);
  }
  let stale = 0;
  let wrongScore = 0;
  for (const { matchId, home, away, at } of newest.values()) {
    const rightTime = stored.string(`MATCH#${matchId}`, 'LIVE', 'scoreAt') === at;
    const rightScore =
      stored.number(`MATCH#${matchId}`, 'LIVE', 'home') === home &&
      stored.number(`MATCH#${matchId}`, 'LIVE', 'away') === away;
    if (!rightTime || !rightScore) stale++;
    if (!rightScore) wrongScore++;
  }
  return {
    promised: `${number(newest.size)} newest`,
    stored: `${number(newest.size - stale)} newest`,
    wrong: damages({
      kind: 'stale',
      count: stale,
      text: `${number(stale)} stale, ${number(wrongScore)} wrong scores`,
    }),
  };
}
