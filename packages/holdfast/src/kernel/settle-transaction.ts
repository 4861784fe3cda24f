import type { Backend, CancellationReason, ServiceError } from '@holdfast/wire';
import { cancellation, conditionFailed, notAtFault } from '../errors/cancellation.js';
import { deliver, type SendOptions } from './deliver.js';
import { checkTransactionBytes } from './limits.js';
import type { PlannedRequest } from './plan.js';
import { type PreparedWrite, prepare, toAction } from './prepare.js';
import { isOvertaken, isOwnEffect, versionsAhead } from './proof.js';
import { resolveDoubt } from './resolve-doubt.js';
import { failure, type WriteFailure } from './settle-write.js';
import { remembered } from './token.js';
import type { Write } from './write.js';

export interface LabelledWrite {
  readonly label: string;
  readonly write: Write;
}
export interface RefusedLabel extends WriteFailure {
  readonly label: string;
}
/** How a transaction ended. */
export type SettledTransaction =
  | { readonly applied: true }
  | { readonly applied: false; readonly refused: readonly RefusedLabel[]; readonly cause: ServiceError };

/** A transaction as it goes out, each time the same. */
export interface PreparedTransaction {
  readonly token: string;
  readonly all: readonly Prepared[];
}
interface Prepared {
  readonly label: string;
  readonly prepared: PreparedWrite;
}

/**
 * Makes the writes ready to go out under a token. The ids that they leave come from the token, so that the same token
 * makes the same request again.
 *
 * @throws ValidationError where a write has not said what it does about the version, or the items are over 4 MB together
 */
export function prepareTransaction(writes: readonly LabelledWrite[], token: string): PreparedTransaction {
  const all = writes.map(({ label, write }, index) => ({ label, prepared: prepare(write, `${token}/${index}`) }));
  checkTransactionBytes(all.map(({ label, prepared }) => [label, prepared.bytes]));
  return { token, all };
}

/** The request that sends the writes together. */
export function transactionRequest({ token, all }: PreparedTransaction) {
  const writes = all.map(({ prepared }) => prepared);
  const input = { TransactItems: writes.map(toAction), ClientRequestToken: token };
  return { operation: 'TransactWriteItems', input, writes } as const satisfies PlannedRequest;
}

/** Sends writes as one transaction. They are known to be valid together. */
export function settleTransaction(
  backend: Backend,
  transaction: PreparedTransaction,
  options?: SendOptions,
): Promise<SettledTransaction> {
  const { token, all } = transaction;
  const what = `the transaction of ${all.map(({ label }) => label).join(', ')}`;
  const { operation, input, writes } = transactionRequest(transaction);
  return deliver<'TransactWriteItems', SettledTransaction>(
    {
      backend,
      what,
      doubt: { token, resolve: (asked) => resolveDoubt(backend, writes, what, asked, token) },
      operation,
      input,
      writes,
      // the service carries a token out once, whatever is in it
      repeatable: true,
      repeatWithin: remembered,
      applied: () => ({ applied: true }),
      refused: (error, open, isLate) => refusedTransaction(all, error, open, isLate, what),
    },
    options,
  );
}

function refusedTransaction(
  all: readonly Prepared[],
  error: ServiceError,
  open: boolean,
  isLate: boolean,
  what: string,
): SettledTransaction | 'repeat' | 'doubt' | undefined {
  if (error.name === 'TransactionInProgressException') return 'repeat';
  if (error.name !== 'TransactionCanceledException') return undefined;
  const reasons = all.map((each, index) => ({ ...each, reason: error.cancellationReasons?.[index] ?? notAtFault }));
  const refused = reasons.filter(({ reason }) => reason.Code === conditionFailed);
  // a token is remembered for ten minutes only; the writes' own ids tell for longer
  if (refused.some(({ prepared, reason }) => isOwnEffect(prepared, reason.Item))) return { applied: true };
  if (refused.length > 0) {
    // applied before, the token would have answered so while it is known; applied later, it would meet a version that has
    // moved on
    const isFinal = refused.some(({ prepared, reason }) =>
      isLate ? isOvertaken(prepared, reason.Item) : versionsAhead(prepared.write, reason.Item) > 0,
    );
    return open && !isFinal ? 'doubt' : { applied: false, refused: refused.map(refusedLabel), cause: error };
  }
  // an earlier attempt without an answer may be the very transaction that this one ran into
  if (open) return 'repeat';
  throw cancellation(what, reasons, error);
}

function refusedLabel({ label, prepared, reason }: Prepared & { readonly reason: CancellationReason }): RefusedLabel {
  return { label, ...failure(prepared, reason.Item) };
}
