import { HoldfastError } from './holdfast-error.js';

/**
 * The deadline passed. Of a single request, nothing was changed: it was not sent, every attempt was refused, or it only reads;
 * a write that was out by then ends in an `InDoubtError` instead. Of what takes several steps (a batch, `retryOnConflict`,
 * `createTable`, `resolve` with a barrier), what was done before stays, and `mayHaveHappened` is true where there may be such.
 */
export class DeadlineExceededError extends HoldfastError {
  static override readonly kind = 'DeadlineExceededError';
}
