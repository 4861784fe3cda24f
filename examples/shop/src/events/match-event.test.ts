import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { makeMatchEvents, toLines } from './make-match-events.js';
import { matchEventsFile, readMatchEvents } from './match-event.js';

describe('the match events', () => {
  test('in the file are what the generator makes', async () => {
    const text = await readFile(matchEventsFile, 'utf8');
    expect(text).toBe(toLines(makeMatchEvents({ seed: 2026, matches: 150, events: 10_000 })));
  });

  test('number 10,000, each later than the one before it in its match, with scores that never fall', async () => {
    const events = await readMatchEvents();
    expect(events).toHaveLength(10_000);
    const latest = new Map<string, (typeof events)[number]>();
    for (const event of events) {
      expect(event.at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      const before = latest.get(event.matchId);
      if (before !== undefined) {
        expect(before.at < event.at).toBe(true);
        expect(before.home <= event.home && before.away <= event.away).toBe(true);
      }
      latest.set(event.matchId, event);
    }
    expect(latest.size).toBe(150);
  });
});
