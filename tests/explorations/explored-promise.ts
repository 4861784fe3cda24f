import { type ClientEnd, type Exploration, type ExplorationReport, explore, type FaultBudget } from '@holdfast/sim';
import { classify } from 'holdfast';

type Run = () => Promise<ExplorationReport>;

/** What the library promises, with the exploration that holds it to that and the twins that break it. */
export interface ExploredPromise {
  /** A few words. */
  readonly name: string;
  /** What holds, in a sentence. */
  readonly promise: string;
  /** Every schedule of two clients and one fault, and few enough for every run of the tests. */
  readonly small: Run;
  /** More clients and more faults, as far as the budget goes. */
  readonly large: readonly Run[];
  /** The same, broken on purpose, by what is broken: each must be found out by the small exploration. */
  readonly twins: Readonly<Record<string, Run>>;
}

/** An exploration to run. */
export function run<Store, Names extends string>(exploration: Exploration<Store, Names>) {
  return () => explore(exploration);
}

/** The faults that every safe write has to bear, one of each in turn and together. */
export const lostAndLate: FaultBudget = { lostAnswer: 1, lateRequest: 1, duplicateRequest: 1 };

/**
 * Holds how often something took effect to what its client was told.
 *
 * @throws Error where the client was told otherwise
 */
export function checkTold(name: string, end: ClientEnd, times: number): void {
  const told = toldBy(end);
  const isTrue = { done: times === 1, 'not done': times === 0, unsure: times <= 1 }[told];
  if (isTrue) return;
  const error = end.error instanceof Error ? ` (${end.error.name}: ${end.error.message})` : '';
  throw new Error(`${name} was told "${told}"${error}, and it took effect ${times} times`);
}

/** Of what a client had sent before it crashed, the one that began again is told nothing. */
function toldBy({ status, error, value, starts }: ClientEnd): 'done' | 'not done' | 'unsure' {
  if (value === 'unsure') return 'unsure';
  if (status === 'done') return value === false ? 'not done' : 'done';
  return status === 'failed' && starts === 1 && !classify(error).mayHaveHappened ? 'not done' : 'unsure';
}
