import { stopwatch } from '@holdfast/wire';
import { needType } from '../attributes/mismatch.js';
import { ValidationError } from '../errors/usage-errors.js';
import type { SendOptions } from '../kernel/deliver.js';
import { needCapability } from '../kernel/need-capability.js';
import { noId, type Planned, type PlannedRequest, plan } from '../kernel/plan.js';
import {
  type PreparedTransaction,
  prepareTransaction,
  settleTransaction,
  transactionRequest,
} from '../kernel/settle-transaction.js';
import { type Settled, toError } from '../kernel/settle-write.js';
import { checkToken, remembered } from '../kernel/token.js';
import { describeWrite, type Write } from '../kernel/write.js';
import { explained } from './explained.js';
import type { Explanation } from './explanation.js';
import { toOutcome } from './outcome-of.js';
import { refuseAwait } from './refuse-await.js';
import type { Applied, NotApplied } from './results.js';
import type { OnceOptions } from './writes.js';

/** One write, sent as a transaction of its own, which the service carries out once per token: every send is one request. */
export class ExactlyOnceOperation implements Planned {
  readonly #write: Write;
  readonly #token: string | undefined;
  #prepared: PreparedTransaction | undefined;
  /** Milliseconds since a token was drawn. */
  #age: (() => number) | undefined;

  /** @throws ValidationError where the write returns values, or there are no transactions */
  constructor(write: Write, options: OnceOptions) {
    needType('exactlyOnce()', 'object', options);
    // a token that was meant and is missing must not become a fresh one
    if ('token' in options) checkToken(options.token);
    const instead = 'make the write one that may be repeated, such as a create with an id';
    needCapability(write.target.backend, 'transactions', `${describeWrite(write)}: exactlyOnce()`, instead);
    if (write.returning.kind !== 'nothing') {
      throw new ValidationError(
        `${describeWrite(write)}: a transaction returns no values; leave out returning(), returnOld() and returnNew()`,
      );
    }
    this.#write = write;
    this.#token = options.token;
  }

  async send(options?: SendOptions): Promise<undefined> {
    const settled = await this.#settle(options);
    if (!settled.applied) throw toError(this.#write, settled);
  }
  async trySend(options?: SendOptions): Promise<Applied<unknown> | NotApplied> {
    return toOutcome(this.#write, await this.#settle(options));
  }
  [plan](id?: string): readonly PlannedRequest[] {
    return [transactionRequest(this.#prepare(id))];
  }
  explain(): Explanation {
    return explained(this[plan](noId));
  }
  // biome-ignore lint/suspicious/noThenProperty: being refused by await is its purpose
  then(_resolve: unknown, reject: (reason: unknown) => void): void {
    refuseAwait(`exactly once: ${describeWrite(this.#write)}`, '.send() or .trySend()', reject);
  }

  async #settle(options: SendOptions | undefined): Promise<Settled> {
    const { backend } = this.#write.target;
    const settled = await settleTransaction(backend, this.#prepare(), options);
    if (settled.applied) return { applied: true, returned: undefined };
    const [refused] = settled.refused;
    return {
      clauses: [],
      stored: undefined,
      isVersionConflict: false,
      ...refused,
      applied: false,
      cause: settled.cause,
    };
  }
  /**
   * @param id stands for the token that a send would draw
   * @throws ValidationError where the one that was drawn may be forgotten, and the write would take effect once more
   */
  #prepare(id?: string): PreparedTransaction {
    const writes = [{ label: describeWrite(this.#write), write: this.#write }];
    if (this.#token === undefined && id !== undefined) return prepareTransaction(writes, id);
    const { runtime } = this.#write.target.backend;
    if (this.#token === undefined) this.#age ??= stopwatch(runtime);
    if (this.#age !== undefined && this.#age() > remembered) {
      throw new ValidationError(
        `exactly once: ${describeWrite(this.#write)}: it was first sent over nine minutes ago, and its token may be forgotten; make the write anew for each command`,
        { mayHaveHappened: true },
      );
    }
    this.#prepared ??= prepareTransaction(writes, this.#token ?? runtime.uuid());
    return this.#prepared;
  }
}
