import { HoldfastError } from './holdfast-error.js';

/**
 * The deadline passed, and nothing was changed: the request was not sent, every attempt was refused, or it only reads. A
 * write that was out by then ends in an `InDoubtError` instead. Where it ends a batch or `createTable`, what was done before
 * stays.
 */
export class DeadlineExceededError extends HoldfastError {
  static override readonly kind = 'DeadlineExceededError';
}
