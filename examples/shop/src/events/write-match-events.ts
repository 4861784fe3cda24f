// Writes data/match-events.jsonl anew: `node examples/shop/dist/events/write-match-events.js`.
import { writeFile } from 'node:fs/promises';
import { makeMatchEvents, toLines } from './make-match-events.js';
import { matchEventsFile } from './match-event.js';

await writeFile(matchEventsFile, toLines(makeMatchEvents({ seed: 2026, matches: 150, events: 10_000 })));
