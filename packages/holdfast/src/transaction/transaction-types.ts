import type { Clause } from '../errors/clause.js';
import type { SendOptions } from '../kernel/deliver.js';
import type { Explainable } from '../operations/explanation.js';
import type { Gets, ItemsOf } from '../operations/reads.js';
import type { Applied, Failure, FailureWithStored, NotAppliedWithStored } from '../operations/results.js';
import type { Unsent } from '../operations/unsent.js';
import type { TransactionWrite } from '../operations/writes.js';

/** Writes by label. A label may be `undefined`, and its write is then left out. */
export interface LabelledWrites {
  readonly [label: string]: TransactionWrite | undefined;
}
export type TransactionWrites = LabelledWrites | readonly TransactionWrite[];

type FailureOf<T> = T extends { readonly '~refusal': NotAppliedWithStored<infer S> } ? FailureWithStored<S> : Failure;

/** The labels; of a list, the positions. */
export type LabelOf<W extends TransactionWrites> = W extends readonly unknown[] ? number : keyof W & string;
type WriteAt<W extends TransactionWrites, L> = L extends keyof W ? W[L] & {} : never;

/** No condition held by all writes: nothing of the transaction was applied. */
export interface TransactionNotApplied<W extends TransactionWrites> extends Failure {
  readonly applied: false;
  /** The labels whose condition did not hold. */
  readonly labels: readonly LabelOf<W>[];
  /** The parts of their conditions that did not hold, of all labels one after another. */
  readonly clauses: readonly Clause[];
  /** Why this label's write was refused, or `undefined` where it was not at fault. */
  failed<L extends LabelOf<W>>(label: L): FailureOf<WriteAt<W, L>> | undefined;
  /** Throws what `send` would have thrown. */
  orThrow(): never;
}

/** Writes that take place together or not at all. Made by `transactWrite`. */
export interface Transaction<W extends TransactionWrites> extends Unsent, Explainable<'TransactWriteItems'> {
  /**
   * Sends the transaction under this token in place of a fresh one: the same token again, within ten minutes and with the
   * same writes, succeeds without effect. At most 36 characters.
   */
  token(token: string): this;
  /**
   * @throws TransactionCanceledError where a condition did not hold
   * @throws TransactionConflictError where another transaction is at work on one of the items
   * @throws InDoubtError where the transaction may have taken place and nothing proves it
   */
  send(options?: SendOptions): Promise<void>;
  /** As {@link send}, but a condition that did not hold is an answer that says which labels failed, and why. */
  trySend(options?: SendOptions): Promise<Applied<undefined> | TransactionNotApplied<W>>;
}

/** Reads of single items as they were at one moment. Made by `transactGet`. */
export interface TransactGet<G extends Gets> extends Unsent, Explainable<'TransactGetItems'> {
  /**
   * A read that runs into a write is sent again, up to five times.
   *
   * @throws TransactionConflictError where writes of its items kept coming in between
   */
  send(options?: SendOptions): Promise<ItemsOf<G>>;
}
