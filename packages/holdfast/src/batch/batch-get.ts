import { BatchIncompleteError } from '../errors/batch-incomplete-error.js';
import { batchGetRequests, readBatch } from '../kernel/batch-get.js';
import type { SendOptions } from '../kernel/deliver.js';
import { itemOfGet, type LabelledGet } from '../kernel/get.js';
import { type Planned, type PlannedRequest, plan } from '../kernel/plan.js';
import { explained } from '../operations/explained.js';
import type { Explanation } from '../operations/explanation.js';
import { GetOperation } from '../operations/get-operation.js';
import { type Labelled, labelled } from '../operations/labelled.js';
import type { Gets } from '../operations/reads.js';
import { refuseAwait } from '../operations/refuse-await.js';
import type { BatchGet } from './batch-types.js';
import { mayBeThrown } from './may-be-thrown.js';

/**
 * Reads single items in as few requests as they fit in: 100 in one, each item once, however often it is asked for.
 *
 * ```ts
 * const [order, customer] = await batchGet([orders.get({ id: 'o1' }), customers.get({ id: 'c1' })]).send();
 * ```
 *
 * Results come in the order of the reads, or under their labels. What the service leaves for later is asked for again, after
 * a while, until ten requests in a row brought nothing; then it is part of the answer. It is no snapshot: every item is
 * read by itself, consistently where its read says so.
 *
 * @throws ValidationError where the reads cannot go together: none of them, or several backends
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchGetItem.html
 */
export function batchGet<const G extends Gets>(gets: G): BatchGet<G> {
  const all = labelled({ name: 'a batch', each: 'read' }, gets, (each, label) =>
    GetOperation.labelled(each, label, `the batch's ${label}`),
  );
  return new BatchGetOperation(all) as unknown as BatchGet<G>;
}

class BatchGetOperation implements Planned {
  readonly #gets: Labelled<LabelledGet>;

  constructor(gets: Labelled<LabelledGet>) {
    this.#gets = gets;
  }

  async send(options?: SendOptions): Promise<unknown> {
    const outcome = await this.trySend(options);
    if (outcome.complete) return outcome.items;
    const { unprocessed, error } = outcome;
    const total = this.#gets.all.length;
    if (unprocessed.length === total) throw error;
    throw new BatchIncompleteError(
      `${unprocessed.length} of the batch's ${total} items were not read: ${unprocessed.join(', ')}`,
      { unprocessed, inDoubt: [], error },
      false,
    );
  }
  async trySend(options?: SendOptions) {
    const { all, backend, given, results } = this.#gets;
    const { found, unprocessed, error } = await readBatch(backend, all, options);
    if (unprocessed.size === all.length && mayBeThrown(error)) throw error;
    const items = results(all.map(({ label, get }) => itemOfGet(get, found.get(label))));
    if (unprocessed.size === 0) return { complete: true as const, items };
    return { complete: false as const, items, unprocessed: [...unprocessed].map(given), error };
  }
  [plan](): readonly PlannedRequest[] {
    return batchGetRequests(this.#gets.backend, this.#gets.all);
  }
  explain(): Explanation {
    return explained(this[plan]());
  }
  // biome-ignore lint/suspicious/noThenProperty: being refused by await is its purpose
  then(_resolve: unknown, reject: (reason: unknown) => void): void {
    refuseAwait(`the batch of ${this.#gets.all.length} reads`, '.send() or .trySend()', reject);
  }
}
