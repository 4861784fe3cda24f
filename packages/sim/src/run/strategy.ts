import type { Process } from '../world/process.js';
import type { Variant } from '../world/variant.js';
import type { World } from '../world/world.js';

/** A process that takes its next step, and how. */
export interface Choice {
  readonly process: Process;
  readonly variant: Variant;
}

/** Chooses the steps of one schedule after the other. */
export interface Strategy {
  /** Whether it asks what each step touched, which is not told otherwise. */
  readonly usesFootprints: boolean;
  /**
   * The next step of a schedule.
   *
   * @param enabled the processes whose next step could be taken; one at least
   * @returns `undefined` where the rest would only repeat what has been tried
   */
  choose(world: World, enabled: readonly Process[]): Choice | undefined;
  /** The chosen step has been taken, and all clients have come to rest; the world has its footprint. */
  took(world: World): void;
  /**
   * A schedule has ended.
   *
   * @param enabled what could still be done where it ended before its end
   * @returns whether there is another one to try
   */
  ended(enabled: readonly Process[]): boolean;
}
