import {
  readCapacityUnits,
  ServiceError,
  type TransactWriteItemsInput,
  type TransactWriteItemsOutput,
} from '@holdfast/wire';
import { transactionCapacity } from '../capacity/consumed-capacity.js';
import { writeUnits } from '../items/write-units.js';
import { type PrepareContext, prepareActions } from './prepare-actions.js';
import type { PreparedAction } from './prepared-action.js';
import type { OngoingTransaction } from './running-transactions.js';
import type { TokenLedger } from './token-ledger.js';
import { acceptAction, sameActions, type TransactionAction } from './transaction-action.js';

/** What a transaction's steps read and change. */
export interface TransactionContext extends PrepareContext {
  readonly state: PrepareContext['state'] & { readonly tokens: TokenLedger };
}

/** A request that has begun, or that an earlier one with its token has answered already. */
export type Beginning =
  | { readonly kind: 'ongoing'; readonly transaction: OngoingTransaction }
  | { readonly kind: 'repeated'; readonly output: TransactWriteItemsOutput };

/**
 * Takes a request in. It holds nothing yet.
 *
 * @param input has the operation's shape
 * @throws ServiceError ValidationException for what is at fault in the request alone; IdempotentParameterMismatchException;
 *   TransactionInProgressException while a request with its token runs
 */
export function beginTransaction(context: TransactionContext, input: TransactWriteItemsInput): Beginning {
  const { state, runtime, conditions } = context;
  const actions = input.TransactItems.map(acceptAction);
  const token = input.ClientRequestToken ?? undefined;
  const returnConsumedCapacity = input.ReturnConsumedCapacity ?? undefined;
  if (token !== undefined) {
    const finished = state.tokens.find(token, runtime.now());
    if (finished !== undefined) {
      requireSame(token, finished.actions, actions);
      const output = transactionCapacity(returnConsumedCapacity, 'ReadCapacityUnits', finished.readCosts);
      return { kind: 'repeated', output };
    }
    const running = state.transactions.withToken(token);
    if (running !== undefined) requireSame(token, running.actions, actions);
    if (running !== undefined || conditions.transactionInProgress?.({ token })) throw inProgress();
  }
  return { kind: 'ongoing', transaction: state.transactions.add({ actions, token, returnConsumedCapacity }) };
}

/**
 * Holds every action against the state as it is and, if all can be taken, locks their items. Nothing is written. A
 * transaction that cannot be prepared has ended.
 *
 * @throws ServiceError ResourceNotFoundException, ValidationException, or TransactionCanceledException with a reason for each
 *   action
 */
export function prepareTransaction(context: TransactionContext, { id, actions }: OngoingTransaction): void {
  const { transactions } = context.state;
  try {
    transactions.hold(id, prepareActions(context, actions));
  } catch (error) {
    transactions.remove(id);
    throw error;
  }
}

/** Carries out one action that has been prepared. It cannot fail. */
export function commitAction(
  { state }: TransactionContext,
  { id, prepared }: OngoingTransaction,
  position: number,
): void {
  const action = prepared?.[position];
  state.transactions.committed(id, position);
  if (action === undefined || action.kind === 'ConditionCheck') return;
  const table = state.tables.withId(action.tableName, action.tableId);
  if (action.after === undefined) table?.delete(action.key);
  else table?.put(action.key, action.after);
}

/** Ends a transaction whose actions have all been committed. */
export function finishTransaction(
  { state, runtime }: TransactionContext,
  { id, actions, token, prepared = [], returnConsumedCapacity }: OngoingTransaction,
): TransactWriteItemsOutput {
  state.transactions.remove(id);
  if (token !== undefined) state.tokens.remember(token, { actions, readCosts: prepared.map(readCost) }, runtime.now());
  return transactionCapacity(returnConsumedCapacity, 'WriteCapacityUnits', prepared.map(writeCost));
}

function requireSame(token: string, known: readonly TransactionAction[], asked: readonly TransactionAction[]): void {
  if (sameActions(known, asked)) return;
  throw new ServiceError(
    'IdempotentParameterMismatchException',
    `The client request token ${token} was used for another request within the last ten minutes: use a new token for each request`,
  );
}

function inProgress(): ServiceError {
  return new ServiceError(
    'TransactionInProgressException',
    'The transaction with the given request token is already in progress.',
  );
}

function writeCost({ tableName, before, after }: PreparedAction) {
  return { tableName, units: writeUnits(before, after, 'transactional') };
}

function readCost({ tableName, after }: PreparedAction) {
  return { tableName, units: readCapacityUnits(after?.size ?? 0, 'transactional') };
}
