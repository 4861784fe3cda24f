import type { Clause } from '../errors/clause.js';

/** The write took place. */
export interface Applied<R> {
  readonly applied: true;
  /** What the write was asked to return; the item as stored for a put. */
  readonly returned: R;
  /** Gives what `send` would have given. */
  orThrow(): R;
}
/** A condition did not hold, and nothing was changed. */
export interface NotApplied {
  readonly applied: false;
  /** The parts of the condition that did not hold, each with what it saw. */
  readonly clauses: readonly Clause[];
  /** Throws what `send` would have thrown: in `retryOnConflict`, this leads to another run. */
  orThrow(): never;
}
export interface NotAppliedWithStored<T> extends NotApplied {
  /** The item as it was stored then; `undefined` where there was none. */
  readonly stored: T | undefined;
}
