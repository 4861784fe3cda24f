import type { TransactWriteItemsOutput } from '@holdfast/wire';
import type { OngoingTransaction } from './running-transactions.js';
import {
  commitActions,
  finishTransaction,
  prepareTransaction,
  requireTables,
  type TransactionContext,
} from './write-transaction.js';

/**
 * A TransactWriteItems between its request and its answer, for a caller who puts other requests in between.
 *
 * From {@link prepare} until it has completed or been rolled back, a write of one of its items (of those that it only checks,
 * too) is refused with TransactionConflictException, and a transaction that reads or writes one is cancelled with the reason
 * TransactionConflict. GetItem, Query and Scan see of each item what has been committed of it. A request with the same client
 * token is refused with TransactionInProgressException from the beginning on.
 *
 * It lives in its engine's state: it is part of snapshots, and after a restore it stands where it stood when the snapshot was
 * taken.
 *
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html
 */
export interface RunningTransaction {
  /** One number a transaction within an engine. */
  readonly id: number;
  /** `ended` where it is no longer under way, however it ended. */
  readonly phase: TransactionPhase;
  /** The positions in the request of the actions that are prepared and still to be committed. Checks need no commit. */
  readonly pending: readonly number[];
  /**
   * Checks all conditions and locks all items, or ends the transaction.
   *
   * @throws ServiceError as TransactWriteItems answers
   * @throws Error unless the phase is `begun`
   */
  prepare(): void;
  /**
   * Writes one item, by default that of the first pending action.
   *
   * @param position one of {@link pending}
   * @throws ServiceError ResourceNotFoundException where it would be the first item to be committed, and a table of the
   *   transaction has been deleted since {@link prepare}: the transaction ends without effect
   * @throws Error unless it is
   */
  commit(position?: number): void;
  /**
   * Takes all steps that are left, and answers. A request whose token has already been answered has none.
   *
   * @throws ServiceError as TransactWriteItems answers
   * @throws Error where it has ended otherwise
   */
  complete(): TransactWriteItemsOutput;
  /**
   * Ends the transaction without effect and forgets its token.
   *
   * @throws Error once an item has been committed: then it can only be completed
   */
  rollBack(): void;
  /**
   * Its coordinator stops: this object takes no further step. The items stay locked until whoever recovers it, as the service
   * does by itself after some seconds, completes it or rolls it back by way of `engine.runningTransactions()`.
   */
  abandon(): void;
}

export type TransactionPhase = 'begun' | 'prepared' | 'committing' | 'ended';

/** Where a transaction runs. */
export interface TransactionHost {
  /** The engine's present state, which may be another after each step. */
  context(): TransactionContext;
  /** @throws Error where no step may be taken now */
  beforeStep(): void;
  /** Called after each action that is committed. */
  afterCommit(): void;
}

export function runningTransaction(id: number, host: TransactionHost): RunningTransaction {
  return new Steps(id, host);
}

/** A transaction that was answered when it began, because its token was known. */
export function answeredTransaction(output: TransactWriteItemsOutput): RunningTransaction {
  return new Answered(output);
}

class Steps implements RunningTransaction {
  readonly id: number;
  readonly #host: TransactionHost;
  #abandoned = false;

  constructor(id: number, host: TransactionHost) {
    this.id = id;
    this.#host = host;
  }

  get phase(): TransactionPhase {
    return phaseOf(this.#find());
  }

  get pending(): readonly number[] {
    return this.#find()?.pending ?? [];
  }

  prepare(): void {
    const ongoing = this.#under(`be prepared`);
    if (ongoing.prepared !== undefined) throw this.#cannot('be prepared: it is already');
    prepareTransaction(this.#host.context(), ongoing);
  }

  commit(position: number | undefined = this.pending[0]): void {
    const ongoing = this.#under('commit');
    if (position === undefined || !ongoing.pending.includes(position)) {
      const positions = ongoing.prepared === undefined ? 'nothing before it is prepared' : ongoing.pending.join(', ');
      throw this.#cannot(`commit action ${position}: it can commit ${positions || 'nothing more'}`);
    }
    this.#commit(ongoing, [position]);
  }

  complete(): TransactWriteItemsOutput {
    if (this.#under('be completed').prepared === undefined) this.prepare();
    const prepared = this.#under('be completed');
    this.#commit(prepared, prepared.pending);
    return finishTransaction(this.#host.context(), this.#under('be completed'));
  }

  rollBack(): void {
    const ongoing = this.#under('be rolled back');
    if (phaseOf(ongoing) === 'committing') throw this.#cannot('be rolled back once it commits: complete it');
    this.#host.context().state.transactions.remove(this.id);
  }

  abandon(): void {
    this.#under('be abandoned');
    this.#abandoned = true;
  }

  #commit(ongoing: OngoingTransaction, positions: readonly number[]): void {
    if (phaseOf(ongoing) === 'prepared') requireTables(this.#host.context(), ongoing);
    commitActions(this.#host.context(), ongoing, positions, () => this.#host.afterCommit());
  }

  #find(): OngoingTransaction | undefined {
    return this.#host.context().state.transactions.find(this.id);
  }

  #under(step: string): OngoingTransaction {
    this.#host.beforeStep();
    if (this.#abandoned) throw this.#cannot(`${step} here: it was abandoned; find it in engine.runningTransactions()`);
    const ongoing = this.#find();
    if (ongoing === undefined) throw this.#cannot(`${step}: it has ended`);
    return ongoing;
  }

  #cannot(step: string): Error {
    return new Error(`transaction ${this.id} cannot ${step}`);
  }
}

class Answered implements RunningTransaction {
  readonly id = 0;
  readonly phase = 'ended';
  readonly pending = [];
  readonly #output: TransactWriteItemsOutput;

  constructor(output: TransactWriteItemsOutput) {
    this.#output = output;
  }

  prepare(): never {
    throw hasBeenAnswered();
  }

  commit(): never {
    throw hasBeenAnswered();
  }

  complete(): TransactWriteItemsOutput {
    return this.#output;
  }

  rollBack(): never {
    throw hasBeenAnswered();
  }

  abandon(): void {}
}

function hasBeenAnswered(): Error {
  return new Error(
    'the request has been answered: an earlier one with its token had succeeded; complete() has the answer',
  );
}

function phaseOf(ongoing: OngoingTransaction | undefined): TransactionPhase {
  if (ongoing === undefined) return 'ended';
  if (ongoing.prepared === undefined) return 'begun';
  const writes = ongoing.prepared.filter(({ kind }) => kind !== 'ConditionCheck').length;
  return ongoing.pending.length === writes ? 'prepared' : 'committing';
}
