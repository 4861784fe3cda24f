import type { FaultName } from '../world/fault-budget.js';

/** What was tried. */
export interface ExplorationReport {
  readonly name: string;
  readonly clients: readonly string[];
  readonly faults: Readonly<Partial<Record<FaultName, number>>>;
  /** The schedules tried to their end. */
  readonly schedules: number;
  readonly steps: number;
  /** The steps of the longest schedule. */
  readonly longest: number;
  /** Whether every schedule was tried that can differ from the others. */
  readonly exhaustive: boolean;
  /** All schedules with at most so many interruptions of clients were tried, where not all were. */
  readonly preemptions: number | undefined;
  /** The schedules that were drawn at random. */
  readonly random: number;
  /** Begun and left, because the rest would only have repeated others. */
  readonly redundant: number;
  /** Left because they grew too long. */
  readonly cut: number;
  /** How often each fault struck, over all schedules. */
  readonly struck: Readonly<Partial<Record<FaultName, number>>>;
  /** In seconds. */
  readonly elapsed: number;
}
