import type { Attempt } from '@holdfast/wire';
import { HoldfastError } from './holdfast-error.js';
import type { Doubt, Resolution, ResolveOptions } from './resolution.js';

/**
 * The write may have taken place or not, and may even take place later: its answer was lost, and nothing that is stored
 * proves either.
 *
 * Safe ways on: {@link resolve}; or send the same command again where that is harmless (its condition, its claim or its
 * token tells a repetition). A blind rerun of a read-modify-write is not one of them.
 */
export class InDoubtError extends HoldfastError {
  static override readonly kind = 'InDoubtError';
  /** How each attempt ended, the last one last. */
  readonly attempts: readonly Attempt[];
  /**
   * The token under which the transaction went out. Within ten minutes, the same writes with this token (`.token(…)`,
   * `exactlyOnce({ token })`) are the same request, from any process.
   */
  readonly token: string | undefined;
  readonly #doubt: Doubt | undefined;
  #resolution: Resolution | undefined;

  constructor(message: string, attempts: readonly Attempt[], cause: unknown, doubt?: Doubt) {
    super(message, { mayHaveHappened: true, retry: 'no', cause });
    this.attempts = attempts;
    this.token = doubt?.token;
    this.#doubt = doubt;
  }

  /** What the last {@link resolve} found out. */
  get resolution(): Resolution | undefined {
    return this.#resolution;
  }

  /**
   * Finds out what became of the write: reads its items, consistently, and looks for proof. Equal content is none.
   *
   * ```ts
   * const found = await error.resolve({ barrier: true });
   * if (found.outcome === 'not applied') … // and it will not be: safe to decide anew
   * ```
   *
   * With `{ barrier: true }`, *not applied* is made final where the write is bound to a version that was read
   * (`put` of an item that was read, `ifVersion`; in a transaction, one such write is enough). What else a write
   * may ask for, such as that no item is there, can come true again, and the answer stays `unknown` until it is found.
   *
   * @throws HoldfastError where an item cannot be read or the barrier is refused
   */
  async resolve(options: ResolveOptions = {}): Promise<Resolution> {
    this.#resolution = (await this.#doubt?.resolve(options)) ?? {
      outcome: 'unknown',
      mayStillHappen: true,
      reason: 'this error was made without its write',
    };
    return this.#resolution;
  }
}
