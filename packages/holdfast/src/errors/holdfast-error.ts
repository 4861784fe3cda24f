const kinds = Symbol.for('holdfast.error.kinds');

/**
 * Whether running again can help.
 *
 * - `no`: the same request fails the same way.
 * - `rerun`: read anew, decide anew, write anew; what `retryOnConflict` does.
 * - `repeat`: the same request may succeed later.
 */
export type Retry = 'no' | 'rerun' | 'repeat';

export interface ErrorFacts {
  /** Whether the write may have taken place all the same. */
  readonly mayHaveHappened?: boolean;
  readonly retry?: Retry;
  /** Milliseconds to wait before running again; 0 for at once. */
  readonly retryAfter?: number | undefined;
  /** The service's error, or whatever lies beneath. */
  readonly cause?: unknown;
}

/**
 * The root of every error that the library throws on purpose.
 *
 * `instanceof` also recognises errors made by another copy of the package, as two versions in one process or an ESM and
 * a CommonJS copy side by side make them.
 */
export abstract class HoldfastError extends Error {
  /** Names the class, whatever a minifier made of it. */
  static readonly kind: string = 'HoldfastError';

  /** Whether the write may have taken place although the call failed. */
  readonly mayHaveHappened: boolean;
  /** Whether running again can help, and how. */
  readonly retry: Retry;
  /**
   * Milliseconds after which running again is likely to help, where it can: 0 where it may run at once, `undefined` where
   * waiting makes no difference. Without jitter: clients that failed together add their own.
   */
  readonly retryAfter: number | undefined;

  constructor(message: string, facts: ErrorFacts = {}) {
    super(message, 'cause' in facts ? { cause: facts.cause } : undefined);
    this.name = new.target.kind;
    this.mayHaveHappened = facts.mayHaveHappened ?? false;
    this.retry = facts.retry ?? 'no';
    this.retryAfter = this.retry === 'no' ? undefined : (facts.retryAfter ?? 0);
    Object.defineProperty(this, kinds, { value: kindsOf(new.target) });
  }
}

// defined from outside, since `this` must be the class that stands behind `instanceof`, here or in a subclass
Object.defineProperty(HoldfastError, Symbol.hasInstance, {
  value(this: { readonly kind: string }, value: unknown): boolean {
    // a subclass made elsewhere has no kind of its own and is told by its prototype, as usual
    if (!Object.hasOwn(this, 'kind')) return Function.prototype[Symbol.hasInstance].call(this, value);
    if (typeof value !== 'object' || value === null || !(kinds in value)) return false;
    const found: unknown = value[kinds];
    return Array.isArray(found) && found.includes(this.kind);
  },
});

function kindsOf(target: object): string[] {
  const found: string[] = [];
  for (let current: unknown = target; typeof current === 'function'; current = Object.getPrototypeOf(current)) {
    if ('kind' in current && typeof current.kind === 'string' && !found.includes(current.kind))
      found.push(current.kind);
  }
  return found;
}
