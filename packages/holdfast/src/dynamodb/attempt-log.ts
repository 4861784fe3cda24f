import type { GetItemCommand } from '@aws-sdk/client-dynamodb';
import type { Attempt, ExecuteOptions } from '@holdfast/wire';
import { detailsOf } from '../errors/sdk-error.js';

type MiddlewareStack = GetItemCommand['middlewareStack'];

/**
 * Sees how each of the SDK's attempts at one command ends, and keeps it from making one more than it may.
 */
export class AttemptLog {
  readonly attempts: Attempt[] = [];
  readonly #maxAttempts: number;
  readonly #stopAfterOpen: boolean;
  readonly #signal: AbortSignal | undefined;
  #isOut = false;

  constructor({ maxAttempts = Number.POSITIVE_INFINITY, stopAfterOpen = false, signal }: ExecuteOptions) {
    this.#signal = signal;
    this.#maxAttempts = maxAttempts;
    this.#stopAfterOpen = stopAfterOpen;
  }

  observe(stack: MiddlewareStack): void {
    const attempt =
      <Args, Output>(next: (args: Args) => Promise<Output>) =>
      (args: Args) =>
        this.#attempt(() => next(args));
    const out =
      <Args, Output>(next: (args: Args) => Promise<Output>) =>
      (args: Args) => {
        // nobody waits any more, and has been told what is out; whatever the request handler makes of its own signal
        this.#signal?.throwIfAborted();
        this.#isOut = true;
        return next(args);
      };
    const toMiddleware = 'retryMiddleware';
    stack.addRelativeTo(attempt, { name: 'holdfastAttempts', relation: 'after', toMiddleware, override: true });
    stack.add(out, { name: 'holdfastRequestOut', step: 'deserialize', priority: 'low', override: true });
  }

  /** How the attempts ended if all waiting ends here. */
  abandoned(): readonly Attempt[] {
    return this.#isOut ? [...this.attempts, { end: 'open', error: 'AbortError' }] : this.attempts;
  }

  async #attempt<Output>(run: () => Promise<Output>): Promise<Output> {
    this.#isOut = false;
    try {
      const result = await run();
      this.#isOut = false;
      this.attempts.push({ end: 'answered' });
      return result;
    } catch (error) {
      const ended = this.#ended(error);
      this.#isOut = false;
      this.attempts.push(ended);
      throw this.#mayGoOn(ended) ? error : new LastAttempt(error);
    }
  }

  #ended(error: unknown): Attempt {
    const { name, status, neverSent } = detailsOf(error);
    const isOpen = this.#isOut && !neverSent && (status === undefined || status >= 500);
    return { end: isOpen ? 'open' : 'refused', error: name };
  }
  #mayGoOn({ end }: Attempt): boolean {
    return this.attempts.length < this.#maxAttempts && !(this.#stopAfterOpen && end === 'open');
  }
}

/**
 * Hides an error from the SDK's retry policy, which would otherwise wait and try again. Not as its `cause`: the policy
 * looks there too.
 */
export class LastAttempt extends Error {
  override readonly name = 'LastAttempt';
  readonly failure: unknown;

  constructor(failure: unknown) {
    super('no further attempt may be made');
    this.failure = failure;
  }
}
