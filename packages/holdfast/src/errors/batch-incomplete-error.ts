import { HoldfastError } from './holdfast-error.js';

/** What became of the entries of a batch, by their labels or positions. */
export interface BatchRemains {
  /** Certainly not done, and not on their way either. */
  readonly unprocessed: readonly (string | number)[];
  /** Writes that may have been made, or may still be. */
  readonly inDoubt: readonly (string | number)[];
  /** What ended the batch: a `HoldfastError`, or the reason of an abort. */
  readonly error: unknown;
}

/** A batch ended with some of its entries done and others not; {@link remains} says which. */
export class BatchIncompleteError extends HoldfastError {
  static override readonly kind = 'BatchIncompleteError';
  readonly remains: BatchRemains;

  constructor(message: string, remains: BatchRemains) {
    const { error: cause, inDoubt } = remains;
    const { retry = 'no', retryAfter } = cause instanceof HoldfastError ? cause : {};
    super(message, { cause, retry, retryAfter, mayHaveHappened: inDoubt.length > 0 });
    this.remains = remains;
  }
}
