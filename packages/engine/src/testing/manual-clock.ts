import { type Runtime, systemRuntime } from '@holdfast/wire';

/** A runtime whose time passes only when told to. */
export interface ManualClock {
  readonly runtime: Runtime;
  /** Lets milliseconds pass. */
  advance(milliseconds: number): void;
}

/** @param start milliseconds since 1970 */
export function manualClock(start: number): ManualClock {
  let time = start;
  return {
    runtime: { ...systemRuntime, now: () => time, monotonic: () => time - start },
    advance: (milliseconds) => {
      time += milliseconds;
    },
  };
}
