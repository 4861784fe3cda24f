import { HoldfastError } from '../errors/holdfast-error.js';

/**
 * Whether the error that ended a batch of which nothing was done is thrown as any call's is. What may pass by itself is
 * not: it is the answer that everything is unprocessed.
 */
export function mayBeThrown(error: unknown): boolean {
  return !(error instanceof HoldfastError) || error.retry === 'no';
}
