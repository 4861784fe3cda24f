import type { ReturnConsumedCapacity, ReturnItemCollectionMetrics, TransactWriteItemsOutput } from '@holdfast/wire';
import type { Table } from '../tables/table.js';
import type { PreparedAction } from './prepared-action.js';
import type { TransactionAction } from './transaction-action.js';

/** Takes an answer, and gives it as the request wants it. */
export type AnswerWording = (output: TransactWriteItemsOutput) => TransactWriteItemsOutput;

/** A transaction between its request and its answer. Nobody changes it: a step replaces it. */
export interface OngoingTransaction {
  readonly id: number;
  readonly actions: readonly TransactionAction[];
  readonly token: string | undefined;
  readonly returnConsumedCapacity: ReturnConsumedCapacity | undefined;
  readonly returnItemCollectionMetrics: ReturnItemCollectionMetrics | undefined;
  /** Names the tables in the answer as the request named them. */
  readonly worded: AnswerWording;
  /** What each action will do; absent until the transaction is prepared. */
  readonly prepared: readonly PreparedAction[] | undefined;
  /** The positions of the actions that are still to be committed, in order. */
  readonly pending: readonly number[];
}

/** The transactions that have begun and not ended, and the items that they hold. */
export class RunningTransactions {
  readonly #ongoing: Map<number, OngoingTransaction>;
  readonly #holders: Map<string, number>;
  readonly #byToken: Map<string, number>;
  #lastId: number;

  private constructor(
    ongoing: Map<number, OngoingTransaction>,
    holders: Map<string, number>,
    byToken: Map<string, number>,
    lastId: number,
  ) {
    this.#ongoing = ongoing;
    this.#holders = holders;
    this.#byToken = byToken;
    this.#lastId = lastId;
  }

  static empty(): RunningTransactions {
    return new RunningTransactions(new Map(), new Map(), new Map(), 0);
  }

  add(transaction: Omit<OngoingTransaction, 'id' | 'prepared' | 'pending'>): OngoingTransaction {
    this.#lastId += 1;
    const ongoing = { ...transaction, id: this.#lastId, prepared: undefined, pending: [] };
    this.#ongoing.set(ongoing.id, ongoing);
    if (ongoing.token !== undefined) this.#byToken.set(ongoing.token, ongoing.id);
    return ongoing;
  }

  find(id: number): OngoingTransaction | undefined {
    return this.#ongoing.get(id);
  }

  withToken(token: string): OngoingTransaction | undefined {
    const id = this.#byToken.get(token);
    return id === undefined ? undefined : this.#ongoing.get(id);
  }

  /** In the order in which they began. */
  ids(): readonly number[] {
    return [...this.#ongoing.keys()];
  }

  /** The transaction has been prepared: from here on it holds its items, those that it only checks too. */
  hold(id: number, prepared: readonly PreparedAction[]): void {
    const pending = prepared.flatMap(({ kind }, position) => (kind === 'ConditionCheck' ? [] : [position]));
    this.#replace(id, { prepared, pending });
    for (const { tableId, key } of prepared) this.#holders.set(itemName(tableId, key), id);
  }

  committed(id: number, position: number): void {
    this.#replace(id, { pending: this.#ongoing.get(id)?.pending.filter((other) => other !== position) ?? [] });
  }

  /** The transaction has ended, and lets go of its items. */
  remove(id: number): void {
    const ongoing = this.#ongoing.get(id);
    if (ongoing === undefined) return;
    this.#ongoing.delete(id);
    if (ongoing.token !== undefined) this.#byToken.delete(ongoing.token);
    for (const { tableId, key } of ongoing.prepared ?? []) this.#holders.delete(itemName(tableId, key));
  }

  /** Whether a transaction is ongoing for an item. */
  holds(table: Table, key: string): boolean {
    return this.#holders.size > 0 && this.#holders.has(itemName(table.definition.id, key));
  }

  /** Numbers transactions on from where another state stands, so that no number ever means two of them. */
  numberAfter(other: RunningTransactions): void {
    this.#lastId = Math.max(this.#lastId, other.#lastId);
  }

  /** An independent copy that costs in proportion to what is under way. */
  clone(): RunningTransactions {
    return new RunningTransactions(
      new Map(this.#ongoing),
      new Map(this.#holders),
      new Map(this.#byToken),
      this.#lastId,
    );
  }

  #replace(id: number, change: Partial<OngoingTransaction>): void {
    const ongoing = this.#ongoing.get(id);
    if (ongoing !== undefined) this.#ongoing.set(id, { ...ongoing, ...change });
  }
}

function itemName(tableId: string, key: string): string {
  return `${tableId}/${key}`;
}
