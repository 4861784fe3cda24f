import type { Runtime } from '@holdfast/wire';

export interface Backoff {
  /** The first wait is at most this long, each later one at most twice as long as the one before. Milliseconds. */
  readonly base: number;
  /** No wait is longer. Milliseconds. */
  readonly cap: number;
}

/** Between two sends of one request whose answer does not come. */
export const untilAnswered: Backoff = { base: 50, cap: 2_000 };

/**
 * Exponential backoff with full jitter: anything from nothing to the bound, so that clients which collided once do not
 * collide again in step.
 *
 * @param round counts from 0
 * @see https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
 */
export function fullJitter(runtime: Runtime, { base, cap }: Backoff, round: number): number {
  return runtime.random() * Math.min(cap, base * 2 ** Math.min(round, 30));
}

/**
 * The wait before a run that read and decided anew is tried again, in milliseconds: anything from nothing to a bound that
 * grows by the same step with each run. Under contention it takes fewer calls than exponential backoff and ends sooner,
 * since clients that have met seldom do not wait as if they had met often.
 *
 * @param run counts from 1
 */
export function linearJitter(runtime: Runtime, run: number): number {
  return runtime.random() * Math.min(2_000, 30 * run);
}
