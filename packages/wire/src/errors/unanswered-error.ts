import { recognisedAcrossCopies } from '../copies/recognised-across-copies.js';
import type { Attempt } from '../ports/backend.js';

/**
 * No attempt brought the service's answer: dropped sockets, timeouts, or an abort while a request was out.
 * Whether the service acted is told by {@link attempts}: it may have wherever one of them is `open`.
 */
export class UnansweredError extends Error {
  override readonly name = 'UnansweredError';
  readonly attempts: readonly Attempt[];

  constructor(message: string, attempts: readonly Attempt[], cause: unknown) {
    super(message, { cause });
    this.attempts = attempts;
  }
}

recognisedAcrossCopies(UnansweredError, 'UnansweredError');
