import type { Verdict, WayName } from '../situations/situation.js';

/** The requests that a client sent, each attempt for itself. */
export interface Traffic {
  readonly reads: number;
  readonly writes: number;
  /** Requests that the SDK sent again. */
  readonly retries: number;
  /** Writes answered with an error: a condition that failed, a conflict, a throttle. */
  readonly refused: number;
}

export interface WayResult {
  readonly way: WayName;
  readonly verdict: Verdict;
  readonly traffic: Traffic;
}

export interface SituationResult {
  readonly name: string;
  readonly promise: string;
  readonly ways: readonly WayResult[];
}

export function held({ verdict }: WayResult): boolean {
  return verdict.wrong.length === 0;
}
