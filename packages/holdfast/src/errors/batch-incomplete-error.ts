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

  /** @param mayHaveHappened whether what was done, or may have been, changed something: of reads, nothing did */
  constructor(message: string, remains: BatchRemains, mayHaveHappened: boolean) {
    const { error: cause } = remains;
    const { retry = 'no', retryAfter } = cause instanceof HoldfastError ? cause : {};
    // there is nothing to decide anew: what remains is the same
    super(message, { cause, retry: retry === 'rerun' ? 'repeat' : retry, retryAfter, mayHaveHappened });
    this.remains = remains;
  }
}
