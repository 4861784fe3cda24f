import { readFile } from 'node:fs/promises';

/** The score of a match as it stood at one moment. */
export interface MatchEvent {
  readonly matchId: string;
  readonly home: number;
  readonly away: number;
  /** UTC with milliseconds, always of the same width: sorts as text as it sorts in time. */
  readonly at: string;
}

/** 10,000 events of 150 matches, one a line, in the order in which they happened. */
export const matchEventsFile = new URL('../../data/match-events.jsonl', import.meta.url);

/** @throws Error where the file cannot be read or a line is not JSON */
export async function readMatchEvents(): Promise<readonly MatchEvent[]> {
  const text = await readFile(matchEventsFile, 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line): MatchEvent => JSON.parse(line));
}
