import { createRandom, type Random } from '@holdfast/sim';
import type { MatchEvent } from './match-event.js';

export interface FixtureList {
  readonly seed: number;
  readonly matches: number;
  readonly events: number;
}

const kickOffs = ['2026-08-15T12:30:00.000Z', '2026-08-15T15:00:00.000Z', '2026-08-15T17:30:00.000Z'];
const matchMilliseconds = 110 * 60_000;
const goalChance = 1 / 45;

/** The live feed of a day with many matches: the score now and then and after every goal, in the order of time. */
export function makeMatchEvents({ seed, matches, events }: FixtureList): readonly MatchEvent[] {
  const random = createRandom(seed);
  const feed = Array.from({ length: matches }, (_, index) => {
    const share = Math.floor(events / matches) + (index < events % matches ? 1 : 0);
    return feedOf(random, `match-${String(index + 1).padStart(3, '0')}`, share);
  });
  return feed.flat().sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.matchId < b.matchId ? -1 : 1));
}

function feedOf(random: Random, matchId: string, events: number): MatchEvent[] {
  const kickOff = Date.parse(random.pick(kickOffs));
  const gap = Math.floor(matchMilliseconds / events);
  let home = 0;
  let away = 0;
  return Array.from({ length: events }, (_, index) => {
    if (random.next() < goalChance) home++;
    if (random.next() < goalChance) away++;
    return { matchId, home, away, at: new Date(kickOff + index * gap + random.integer(gap)).toISOString() };
  });
}

export function toLines(events: readonly MatchEvent[]): string {
  return events.map((event) => `${JSON.stringify(event)}\n`).join('');
}
