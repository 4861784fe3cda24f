import type { Traffic } from '../database/meter.js';
import type { Verdict, WayName } from '../situation/situation.js';

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
