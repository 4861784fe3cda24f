import type { Backend } from '@holdfast/wire';
import { conditionFailed } from '../errors/cancellation.js';
import { TransactionCanceledError } from '../errors/conflict-errors.js';
import { ValidationError } from '../errors/usage-errors.js';
import type { SendOptions } from '../kernel/deliver.js';
import { noId, type Planned, type PlannedRequest, plan } from '../kernel/plan.js';
import {
  type LabelledWrite,
  type PreparedTransaction,
  prepareTransaction,
  type SettledTransaction,
  settleTransaction,
  transactionRequest,
} from '../kernel/settle-transaction.js';
import { explain } from '../kernel/settle-write.js';
import { describeItem } from '../kernel/stored-item.js';
import { checkToken } from '../kernel/token.js';
import { explained } from '../operations/explained.js';
import type { Explanation } from '../operations/explanation.js';
import { labelled } from '../operations/labelled.js';
import { applied, notApplied } from '../operations/outcome-of.js';
import { refuseAwait } from '../operations/refuse-await.js';
import type { Outcome } from '../operations/results.js';
import { WriteOperation } from '../operations/write-operation.js';
import { checkActions, mostActions } from './check-actions.js';
import type { Transaction, TransactionWrites } from './transaction-types.js';

/**
 * Joins writes that take place together or not at all.
 *
 * ```ts
 * const outcome = await transactWrite({
 *   emailTaken: mailClaims.claim({ address: user.email, owner: user.id }),
 *   user: registrants.create(user),
 * }).trySend();
 * if (!outcome.applied && outcome.failed('emailTaken')) return 'that address is taken';
 * ```
 *
 * Labels name the writes in the outcome; a list goes by position. Every send has a token of its own, kept over all its
 * attempts, so that a lost answer never makes the transaction take place twice. It costs twice what its writes cost
 * alone.
 *
 * @throws ValidationError where the writes cannot go together: none or over 100 of them, one item twice, several
 * backends, a backend without transactions
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html
 */
export function transactWrite<const W extends TransactionWrites>(writes: W): Transaction<W> {
  const { all, backend } = labelled(
    { name: 'a transaction', each: 'write', most: mostActions },
    writes,
    (operation, label) => {
      const write = WriteOperation.writeOf(operation, `the transaction's ${label}`);
      if (write.returning.kind !== 'nothing') {
        throw new ValidationError(
          `${label}: a transaction returns no values; leave out returning(), returnOld() and returnNew()`,
        );
      }
      return { label, write, target: write.target };
    },
  );
  const actions = all.map(({ label, write }) => ({ label, item: describeItem(write.target.table, write.key) }));
  checkActions(backend, 'write', actions);
  return new LabelledTransaction(all, backend, Array.isArray(writes), undefined) as unknown as Transaction<W>;
}

class LabelledTransaction implements Planned {
  readonly #writes: readonly LabelledWrite[];
  readonly #backend: Backend;
  readonly #isList: boolean;
  readonly #token: string | undefined;
  /** With a token of the caller's, every send is the same request. */
  #prepared: PreparedTransaction | undefined;

  constructor(writes: readonly LabelledWrite[], backend: Backend, isList: boolean, token: string | undefined) {
    this.#writes = writes;
    this.#backend = backend;
    this.#isList = isList;
    this.#token = token;
  }

  token(token: string): LabelledTransaction {
    checkToken(token);
    return new LabelledTransaction(this.#writes, this.#backend, this.#isList, token);
  }

  async send(options?: SendOptions): Promise<void> {
    const settled = await this.#settle(options);
    if (!settled.applied) throw canceled(settled);
  }

  async trySend(options?: SendOptions): Promise<Outcome> {
    const settled = await this.#settle(options);
    if (settled.applied) return applied(undefined);
    const returned = new Set(this.#writes.filter(({ write }) => write.returnStored).map(({ label }) => label));
    const failures = settled.refused.map(({ label, clauses, stored }) => {
      return [this.#isList ? Number(label) : label, { clauses, ...(returned.has(label) ? { stored } : {}) }] as const;
    });
    return notApplied(
      new Map(failures),
      () => canceled(settled),
      {},
      (label) => this.#absent(label),
    );
  }

  [plan](id?: string): readonly PlannedRequest[] {
    return [transactionRequest(this.#prepare(id))];
  }
  explain(): Explanation {
    return explained(this[plan](noId));
  }

  // biome-ignore lint/suspicious/noThenProperty: being refused by await is its purpose
  then(_resolve: unknown, reject: (reason: unknown) => void): void {
    refuseAwait(
      `the transaction of ${this.#writes.map(({ label }) => label).join(', ')}`,
      '.send() or .trySend()',
      reject,
    );
  }

  async #settle(options: SendOptions | undefined) {
    return settleTransaction(this.#backend, this.#prepare(), options);
  }
  #prepare(id = this.#backend.runtime.uuid()): PreparedTransaction {
    if (this.#token === undefined) return prepareTransaction(this.#writes, id);
    this.#prepared ??= prepareTransaction(this.#writes, this.#token);
    return this.#prepared;
  }
  #absent(label: string | number): undefined {
    if (this.#writes.some((each) => each.label === String(label))) return undefined;
    // a label may have been left out as undefined, which a list cannot do
    if (!this.#isList) return undefined;
    throw new ValidationError(`the transaction has no write at ${label}; it has ${this.#writes.length}`);
  }
}

function canceled({ refused, cause }: Extract<SettledTransaction, { applied: false }>): TransactionCanceledError {
  const reasons = refused.map(({ label, clauses }) => `${label}: ${clauses.map(explain).join('; ')}`);
  const writes = refused.map((each) => ({ ...each, code: conditionFailed, message: undefined }));
  return new TransactionCanceledError(`the transaction was cancelled; ${reasons.join('; ')}`, writes, {
    retry: 'rerun',
    cause,
  });
}
