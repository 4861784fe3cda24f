import type { Runtime } from '../ports/runtime.js';

/**
 * Begins to measure.
 *
 * @returns how many milliseconds have passed since, by whichever clock says more: the monotonic one may stand still while
 * the process is suspended, and the wall clock may be set back
 */
export function stopwatch(runtime: Pick<Runtime, 'now' | 'monotonic'>): () => number {
  const now = runtime.now();
  const monotonic = runtime.monotonic();
  return () => Math.max(runtime.now() - now, runtime.monotonic() - monotonic);
}
