import { ServiceError, type TransactGetItem } from '@holdfast/wire';
import { cancellation, notAtFault } from '../errors/cancellation.js';
import { TransactionConflictError } from '../errors/conflict-errors.js';
import { ThrottledError } from '../errors/service-errors.js';
import { fullJitter, untilAnswered } from '../kernel/backoff.js';
import { itemOfGet, type LabelledGet, printedProjection, projectionOfGet } from '../kernel/get.js';
import { type Planned, type PlannedRequest, plan } from '../kernel/plan.js';
import { read } from '../kernel/read.js';
import { type SendOptions, untilDeadline } from '../kernel/send-options.js';
import { describeItem } from '../kernel/stored-item.js';
import { explained } from '../operations/explained.js';
import type { Explanation } from '../operations/explanation.js';
import { GetOperation } from '../operations/get-operation.js';
import { type Labelled, labelled } from '../operations/labelled.js';
import type { Gets } from '../operations/reads.js';
import { refuseAwait } from '../operations/refuse-await.js';
import { checkActions, mostActions } from './check-actions.js';
import type { TransactGet } from './transaction-types.js';

/**
 * Reads up to 100 items as they were at one moment, with no transaction half done. Costs twice what consistent reads cost.
 *
 * ```ts
 * const { from, to } = await transactGet({ from: accounts.get({ id: 'a' }), to: accounts.get({ id: 'b' }) }).send();
 * ```
 *
 * Results come under the labels of the reads, or in their order.
 *
 * @throws ValidationError where the reads cannot go together: none or over 100 of them, one item twice, several backends, a
 * backend without transactions
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactGetItems.html
 */
export function transactGet<const G extends Gets>(gets: G): TransactGet<G> {
  const whole = { name: 'a transaction', each: 'read', most: mostActions } as const;
  const all = labelled(whole, gets, (each, label) => GetOperation.labelled(each, label, `the transaction's ${label}`));
  checkActions(
    all.backend,
    'read',
    all.all.map(({ label, get, target }) => ({ label, item: describeItem(target.table, get.key) })),
  );
  return new TransactGetOperation(all) as unknown as TransactGet<G>;
}

/** How often it is sent while it runs into writes. */
const rounds = 5;

class TransactGetOperation implements Planned {
  readonly #gets: Labelled<LabelledGet>;

  constructor(gets: Labelled<LabelledGet>) {
    this.#gets = gets;
  }

  async send(options: SendOptions = {}): Promise<unknown> {
    const named = { what: this.#what };
    return untilDeadline(this.#gets.backend.runtime, named, options, (bounded) => this.#send(bounded));
  }
  async #send(options: SendOptions): Promise<unknown> {
    const { all, results, backend } = this.#gets;
    for (let round = 0; ; round += 1) {
      try {
        const { Responses } = await read({ backend }, this.#what, 'TransactGetItems', this.#input(), options);
        return results(all.map(({ get }, index) => itemOfGet(get, Responses[index]?.Item)));
      } catch (error) {
        const found = this.#meaningOf(error);
        const canPass = found instanceof TransactionConflictError || found instanceof ThrottledError;
        if (!canPass || round + 1 >= rounds || options.maxAttempts !== undefined) throw found;
        await backend.runtime.sleep(fullJitter(backend.runtime, untilAnswered, round), options.signal);
      }
    }
  }
  [plan](): readonly PlannedRequest[] {
    return [{ operation: 'TransactGetItems', input: this.#input() }];
  }
  explain(): Explanation {
    return explained(this[plan]());
  }
  // biome-ignore lint/suspicious/noThenProperty: being refused by await is its purpose
  then(_resolve: unknown, reject: (reason: unknown) => void): void {
    refuseAwait(this.#what, '.send()', reject);
  }

  get #what(): string {
    return `the transaction that reads ${this.#gets.all.map(({ label }) => label).join(', ')}`;
  }
  #input() {
    const TransactItems = this.#gets.all.map(({ get }): TransactGetItem => {
      return { Get: { TableName: get.target.table, Key: get.key, ...printedProjection(projectionOfGet(get)) } };
    });
    return { TransactItems };
  }
  #meaningOf(error: unknown): unknown {
    const cause = error instanceof Error ? error.cause : undefined;
    if (!(cause instanceof ServiceError) || cause.name !== 'TransactionCanceledException') return error;
    const reasons = this.#gets.all.map(({ label }, index) => {
      return { label, reason: cause.cancellationReasons?.[index] ?? notAtFault };
    });
    return cancellation(this.#what, reasons, cause);
  }
}
