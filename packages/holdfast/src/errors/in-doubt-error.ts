import type { Attempt } from '@holdfast/wire';
import { HoldfastError } from './holdfast-error.js';

/**
 * The write may have taken place or not, and may even take place later: its answer was lost, and nothing that is stored
 * proves either.
 *
 * Safe ways on: send the same command again where that is harmless (its condition or its claim tells a repetition), or
 * read and decide. A blind rerun of a read-modify-write is not one of them.
 */
export class InDoubtError extends HoldfastError {
  static override readonly kind = 'InDoubtError';
  /** How each attempt ended, the last one last. */
  readonly attempts: readonly Attempt[];

  constructor(message: string, attempts: readonly Attempt[], cause: unknown) {
    super(message, { mayHaveHappened: true, retry: 'no', cause });
    this.attempts = attempts;
  }
}
