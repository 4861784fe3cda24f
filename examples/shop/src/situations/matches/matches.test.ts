import { describe, expect, test } from 'vitest';
import { type StoredItem, StoredItems } from '../../database/stored-items.js';
import { makeMatchEvents } from '../../events/make-match-events.js';
import { rehearse } from '../../run/rehearse.js';
import { rates } from '../../weather.js';
import { matchesSituation } from './matches.js';
import { judge } from './promise.js';

describe('the judge', () => {
  const first = { matchId: 'm1', home: 0, away: 0, at: '2026-08-15T15:00:00.000Z' };
  const last = { matchId: 'm1', home: 1, away: 0, at: '2026-08-15T15:01:00.000Z' };
  const deliveries = [last, first].map((command) => ({ command, answer: undefined, times: 1 }));
  const live = ({ home, away, at }: typeof first): StoredItem => ({
    pk: { S: 'MATCH#m1' },
    sk: { S: 'LIVE' },
    home: { N: String(home) },
    away: { N: String(away) },
    scoreAt: { S: at },
  });

  test('is content with the newest event', () => {
    expect(judge(deliveries, new StoredItems([live(last)])).wrong).toEqual([]);
  });

  test.each([
    ['an older event', [live(first)]],
    ['nothing', []],
    ['the newest time with an older score', [live({ ...first, at: last.at })]],
  ])('sees %s', (_, items) => {
    expect(judge(deliveries, new StoredItems(items)).wrong).toMatchObject([{ kind: 'stale', count: 1 }]);
  });
});

describe('the matches', () => {
  const situation = matchesSituation(makeMatchEvents({ seed: 7, matches: 8, events: 400 }));

  test('go back by hand when events race, and not with the others', async () => {
    expect((await rehearse(situation, 'by hand')).verdict.wrong).toMatchObject([{ kind: 'stale' }]);
    expect((await rehearse(situation, 'optimistic loop')).verdict.wrong).toEqual([]);
    expect((await rehearse(situation, 'Holdfast')).verdict.wrong).toEqual([]);
  });

  test('cost Holdfast no read', async () => {
    expect((await rehearse(situation, 'Holdfast')).traffic.reads).toBe(0);
  });

  test.each([1, 2, 3])('with Holdfast are right in storm %i', async (seed) => {
    const { verdict } = await rehearse(situation, 'Holdfast', { seed, rates });
    expect(verdict.wrong).toEqual([]);
  });
});
