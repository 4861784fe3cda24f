import type { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { type Attempt, type ExecuteOptions, type Runtime, stopwatch } from '@holdfast/wire';
import { detailsOf } from '../errors/sdk-error.js';

type MiddlewareStack = GetItemCommand['middlewareStack'];

/**
 * Sees how each of the SDK's attempts at one command ends, and keeps it from making one more than it may.
 */
export class AttemptLog {
  readonly attempts: Attempt[] = [];
  readonly #maxAttempts: number;
  readonly #stopAfterOpen: boolean;
  readonly #isTooLate: () => boolean;
  readonly #signal: AbortSignal | undefined;
  #isOut = false;
  #isEnded = false;
  #end: (reason: LastAttempt) => void = () => {};
  /**
   * Rejects once no further attempt may be made, whatever the client's retry strategy makes of it: one of the program's own
   * may go on for ever.
   */
  readonly ended: Promise<never> = new Promise((_resolve, reject) => {
    this.#end = reject;
  });

  constructor(
    { maxAttempts = Number.POSITIVE_INFINITY, stopAfterOpen = false, repeatWithin, signal }: ExecuteOptions,
    runtime: Runtime,
  ) {
    const age = stopwatch(runtime);
    this.#isTooLate = () => repeatWithin !== undefined && age() > repeatWithin;
    this.#signal = signal;
    this.#maxAttempts = maxAttempts;
    this.#stopAfterOpen = stopAfterOpen;
    // whoever waits for it hears of it all the same
    this.ended.catch(() => {});
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
        // the wait before it, or for credentials, may have been long
        if (this.#isTooLate()) throw new Error('it is too late to send the request');
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
    if (this.#isEnded) return new Promise(() => {});
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
      if (this.#mayGoOn(ended)) throw error;
      this.#isEnded = true;
      const last = new LastAttempt(error);
      this.#end(last);
      throw last;
    }
  }

  #ended(error: unknown): Attempt {
    const { name, status, neverSent } = detailsOf(error);
    const isOpen = this.#isOut && !neverSent && (status === undefined || status >= 500);
    return { end: isOpen ? 'open' : 'refused', error: name };
  }
  #mayGoOn({ end }: Attempt): boolean {
    return this.attempts.length < this.#maxAttempts && !(this.#stopAfterOpen && end === 'open') && !this.#isTooLate();
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
