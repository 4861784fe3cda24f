import { BatchIncompleteError } from '../errors/batch-incomplete-error.js';
import { ValidationError } from '../errors/usage-errors.js';
import { batchWriteRequests, writeBatch } from '../kernel/batch-write.js';
import { requirementsOf } from '../kernel/conditions-of.js';
import type { SendOptions } from '../kernel/deliver.js';
import { noId, type Planned, type PlannedRequest, plan } from '../kernel/plan.js';
import { describeItem } from '../kernel/stored-item.js';
import { describeWrite, type Target, type Write } from '../kernel/write.js';
import { explained } from '../operations/explained.js';
import type { Explanation } from '../operations/explanation.js';
import { type Labelled, labelled } from '../operations/labelled.js';
import { refuseAwait } from '../operations/refuse-await.js';
import { WriteOperation } from '../operations/write-operation.js';
import type { BatchWrite, BatchWrites } from './batch-types.js';
import { mayBeThrown } from './may-be-thrown.js';

/**
 * Makes puts and deletes in as few requests as they fit in, 25 in one. Each is made by itself: they do not hold together,
 * and others may see some of them without the rest.
 *
 * ```ts
 * await batchWrite([orders.put(order), drafts.delete({ id: order.id })]).send();
 * ```
 *
 * A batch has no conditions, so only puts and deletes without any join it, of entities without a version or an owner. A
 * request without an answer goes out again: the same put twice leaves the same item, but the second one overwrites what
 * another writer has put between the two.
 *
 * What the service leaves for later is sent again, after a while, until ten requests in a row brought nothing; then it is
 * part of the answer.
 *
 * @throws ValidationError where the writes cannot go together: none of them, one item twice, several backends, a write with
 * a condition
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchWriteItem.html
 */
export function batchWrite<const W extends BatchWrites>(writes: W): BatchWrite<W> {
  const labels = new Map<string, string>();
  const all = labelled({ name: 'a batch', each: 'write' }, writes, (each, label) => {
    const write = WriteOperation.writeOf(each, `the batch's ${label}`);
    checkUnconditional(label, write);
    const item = describeItem(write.target.table, write.key);
    const other = labels.get(item);
    if (other !== undefined)
      throw new ValidationError(`${other} and ${label} write the same item of ${item}; leave one`);
    labels.set(item, label);
    return { label, write, target: write.target };
  });
  return new BatchWriteOperation(all) as unknown as BatchWrite<W>;
}

function checkUnconditional(label: string, write: Write): void {
  const { model, verb, returning } = write;
  const refuse = (why: string) => {
    throw new ValidationError(
      `${label}: ${describeWrite(write)} cannot join a batch: ${why}; send it alone or in a transaction`,
    );
  };
  if (verb !== 'put' && verb !== 'delete') refuse('a batch takes puts and deletes only');
  if (model.version !== undefined) refuse(`${model.name} has a version, and a batch takes no conditions`);
  if (model.owner !== undefined) refuse(`${model.name} has an owner, and a batch takes no conditions`);
  if (requirementsOf(write).length > 0) refuse('a batch takes no conditions');
  if (returning.kind !== 'nothing') refuse('a batch returns no values');
}

type Writes = Labelled<{ readonly label: string; readonly write: Write; readonly target: Target }>;

class BatchWriteOperation implements Planned {
  readonly #writes: Writes;

  constructor(writes: Writes) {
    this.#writes = writes;
  }

  async send(options?: SendOptions): Promise<void> {
    const outcome = await this.trySend(options);
    if (outcome.complete) return;
    const { unprocessed, inDoubt, error } = outcome;
    const total = this.#writes.all.length;
    if (unprocessed.length === total) throw error;
    const parts = [
      ...(unprocessed.length > 0 ? [`not made: ${unprocessed.join(', ')}`] : []),
      ...(inDoubt.length > 0 ? [`in doubt: ${inDoubt.join(', ')}`] : []),
    ];
    const remains = { unprocessed, inDoubt, error };
    throw new BatchIncompleteError(`of the batch's ${total} writes, ${parts.join('; ')}`, remains, true);
  }
  async trySend(options?: SendOptions) {
    const { all, backend, given } = this.#writes;
    const { unprocessed, open, error } = await writeBatch(backend, all, options);
    if (unprocessed.length === 0) return { complete: true as const };
    if (unprocessed.length === all.length && open.size === 0 && mayBeThrown(error)) throw error;
    const left = new Set(unprocessed.map(({ label }) => label));
    return {
      complete: false as const,
      written: all.filter(({ label }) => !left.has(label)).map(({ label }) => given(label)),
      unprocessed: unprocessed.filter((entry) => !open.has(entry)).map(({ label }) => given(label)),
      inDoubt: unprocessed.filter((entry) => open.has(entry)).map(({ label }) => given(label)),
      error,
    };
  }
  [plan](id?: string): readonly PlannedRequest[] {
    return batchWriteRequests(this.#writes.backend, this.#writes.all, id);
  }
  explain(): Explanation {
    return explained(this[plan](noId));
  }
  // biome-ignore lint/suspicious/noThenProperty: being refused by await is its purpose
  then(_resolve: unknown, reject: (reason: unknown) => void): void {
    refuseAwait(`the batch of ${this.#writes.all.length} writes`, '.send() or .trySend()', reject);
  }
}
