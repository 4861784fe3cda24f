import type { Clause } from '../errors/clause.js';

/** The write took place. */
export interface Applied<R> {
  readonly applied: true;
  /** What the write was asked to return; the item as stored for a put. */
  readonly returned: R;
  /** Gives what `send` would have given. */
  orThrow(): R;
}

/** Why a write was refused. */
export interface Failure {
  /** The parts of its condition that did not hold, each with what it saw. */
  readonly clauses: readonly Clause[];
}
export interface FailureWithStored<T> extends Failure {
  /** The item as it was stored then; `undefined` where there was none. */
  readonly stored: T | undefined;
}

/** A condition did not hold, and nothing was changed. */
export interface NotApplied extends Failure {
  readonly applied: false;
  /** The labels that failed, as a transaction has them; a write alone goes by `write`. */
  readonly labels: readonly 'write'[];
  failed(label: 'write'): Failure | undefined;
  /** Throws what `send` would have thrown: in `retryOnConflict`, this leads to another run. */
  orThrow(): never;
}
export interface NotAppliedWithStored<T> extends NotApplied, FailureWithStored<T> {
  failed(label: 'write'): FailureWithStored<T> | undefined;
}

/** What every refusal has, of a write alone as of a transaction. */
export interface Refused extends Failure {
  readonly applied: false;
  /** The labels whose condition did not hold. */
  readonly labels: readonly (string | number)[];
  /** Why this label's write was refused, or `undefined` where it was not at fault. */
  failed(label: string | number): Failure | undefined;
  orThrow(): never;
}
/** How any write or transaction ended, for code that takes them all. */
export type Outcome<R = unknown> = Applied<R> | Refused;
