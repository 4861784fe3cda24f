import type { Clause } from './clause.js';
import { type ErrorFacts, HoldfastError } from './holdfast-error.js';

export interface ConditionFacts extends ErrorFacts {
  readonly clauses: readonly Clause[];
  /** The item as stored, decoded; `undefined` where there is none. */
  readonly stored: unknown;
}

/** A write's condition did not hold: nothing was changed. */
export class ConditionFailedError extends HoldfastError {
  static override readonly kind: string = 'ConditionFailedError';
  /** The parts of the condition that did not hold, each with what it saw. */
  readonly clauses: readonly Clause[];
  /** The item as it was stored then, decoded by its entity; `undefined` where there was none. */
  readonly stored: unknown;

  constructor(message: string, facts: ConditionFacts) {
    super(message, { retry: 'rerun', ...facts });
    this.clauses = facts.clauses;
    this.stored = facts.stored;
  }
}

/** The stored version is not the expected one: another writer came first. */
export class VersionConflictError extends ConditionFailedError {
  static override readonly kind = 'VersionConflictError';
}

/** One write of a transaction that was at fault. */
export interface CanceledWrite {
  /** The label of the write, or its position in the list. */
  readonly label: string;
  /** The service's code, such as `ConditionalCheckFailed`. */
  readonly code: string;
  readonly message: string | undefined;
  readonly clauses: readonly Clause[];
  readonly stored: unknown;
  /** Whether the stored version is not the expected one. */
  readonly isVersionConflict: boolean;
}

/** A transaction was cancelled, and nothing of it applied, because of what {@link writes} says. */
export class TransactionCanceledError extends HoldfastError {
  static override readonly kind = 'TransactionCanceledError';
  readonly writes: readonly CanceledWrite[];

  constructor(message: string, writes: readonly CanceledWrite[], facts: ErrorFacts = {}) {
    super(message, facts);
    this.writes = writes;
  }
}

/** Another transaction is at work on the same item; nothing was changed. */
export class TransactionConflictError extends HoldfastError {
  static override readonly kind = 'TransactionConflictError';

  constructor(message: string, facts: ErrorFacts = {}) {
    // the other one needs the time of a few requests
    super(message, { retry: 'rerun', retryAfter: 25, ...facts });
  }
}

/**
 * A transaction with this token is still being carried out; the same token finds out how it ended. Where the service has to
 * recover it, that may take five seconds and more.
 */
export class TransactionInProgressError extends HoldfastError {
  static override readonly kind = 'TransactionInProgressError';

  constructor(message: string, facts: ErrorFacts = {}) {
    super(message, { mayHaveHappened: true, retry: 'repeat', retryAfter: 5_000, ...facts });
  }
}
