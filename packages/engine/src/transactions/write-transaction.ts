import {
  readCapacityUnits,
  ServiceError,
  type TransactWriteItemsInput,
  type TransactWriteItemsOutput,
} from '@holdfast/wire';
import { type ItemCost, transactionCapacity } from '../capacity/consumed-capacity.js';
import { writeCost } from '../capacity/write-cost.js';
import { itemCollectionsMetrics } from '../items/item-collection.js';
import { termsOfWrite, type WriteContext } from '../late-indexes/terms-of-write.js';
import { resourceNotFound, type TableCatalog } from '../tables/table-catalog.js';
import { type PrepareContext, prepareActions } from './prepare-actions.js';
import type { PreparedAction } from './prepared-action.js';
import type { AnswerWording, OngoingTransaction } from './running-transactions.js';
import type { TokenLedger } from './token-ledger.js';
import { acceptAction, sameActions, type TransactionAction } from './transaction-action.js';

/** What a transaction's steps read and change. */
export interface TransactionContext extends PrepareContext, WriteContext {
  readonly state: PrepareContext['state'] & WriteContext['state'] & { readonly tokens: TokenLedger };
}

/** A request that has begun, or that an earlier one with its token has answered already. */
export type Beginning =
  | { readonly kind: 'ongoing'; readonly transaction: OngoingTransaction }
  | { readonly kind: 'repeated'; readonly output: TransactWriteItemsOutput };

/**
 * Takes a request in. It holds nothing yet.
 *
 * @param input has the operation's shape
 * @param worded what becomes of the answer
 * @throws ServiceError ValidationException for what is at fault in the request alone; IdempotentParameterMismatchException;
 *   TransactionInProgressException while a request with its token runs
 */
export function beginTransaction(
  context: TransactionContext,
  input: TransactWriteItemsInput,
  worded: AnswerWording = (output) => output,
): Beginning {
  const { state, runtime, conditions } = context;
  const actions = input.TransactItems.map(acceptAction);
  const token = input.ClientRequestToken ?? undefined;
  const returnConsumedCapacity = input.ReturnConsumedCapacity ?? undefined;
  const returnItemCollectionMetrics = input.ReturnItemCollectionMetrics ?? undefined;
  if (token !== undefined) {
    const finished = state.tokens.find(token, runtime.now());
    if (finished !== undefined) {
      requireSame(token, finished.actions, actions);
      const output = transactionCapacity(returnConsumedCapacity, 'ReadCapacityUnits', finished.readCosts);
      return { kind: 'repeated', output: worded(output) };
    }
    const running = state.transactions.withToken(token);
    if (running !== undefined) requireSame(token, running.actions, actions);
    if (running !== undefined || conditions.transactionInProgress?.({ token })) throw inProgress();
  }
  const request = { actions, token, returnConsumedCapacity, returnItemCollectionMetrics, worded };
  return { kind: 'ongoing', transaction: state.transactions.add(request) };
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

/**
 * Carries out actions that have been prepared, one after the other. Only what the conditions ask can fail, before the first.
 *
 * @param afterEach called after each of them
 */
export function commitActions(
  context: TransactionContext,
  { id, prepared = [] }: OngoingTransaction,
  positions: readonly number[],
  afterEach: () => void,
): void {
  const { tables, transactions } = context.state;
  const writes = positions.map((position) => {
    const action = prepared[position];
    // A table that has been deleted in between takes nothing any more.
    const table = action && tables.withId(action.tableName, action.tableId);
    return { position, write: table && { table, key: action.key, before: table.get(action.key), after: action.after } };
  });
  const terms = termsOfWrite(
    context,
    writes.flatMap(({ write }) => write ?? []),
  );
  for (const { position, write } of writes) {
    if (write?.after === undefined) write?.table.delete(write.key, terms);
    else write.table.put(write.key, write.after, terms);
    transactions.committed(id, position);
    afterEach();
  }
}

/**
 * Ends a transaction before its first item is committed, if one of its tables, or that it only checks, has been deleted or made
 * anew since it was prepared. Once an item has been committed the outcome is decided: what is lost with a table then is
 * what would have been lost had the transaction ended before.
 *
 * @throws ServiceError ResourceNotFoundException
 */
export function requireTables(
  { state: { tables, transactions } }: TransactionContext,
  { id, prepared = [] }: OngoingTransaction,
): void {
  if (prepared.every(({ tableName, tableId }) => tables.withId(tableName, tableId) !== undefined)) return;
  transactions.remove(id);
  throw resourceNotFound();
}

/** Ends a transaction whose actions have all been committed. */
export function finishTransaction(
  { state, runtime }: TransactionContext,
  ongoing: OngoingTransaction,
): TransactWriteItemsOutput {
  const { id, actions, token, prepared = [], returnConsumedCapacity, returnItemCollectionMetrics, worded } = ongoing;
  const { tables, tokens, transactions } = state;
  transactions.remove(id);
  if (token !== undefined) tokens.remember(token, { actions, readCosts: prepared.map(readCost) }, runtime.now());
  const written = prepared.flatMap(({ kind, tableName, tableId }, position) => {
    const table = tables.withId(tableName, tableId);
    const item = actions[position]?.attributes;
    return kind === 'ConditionCheck' || table === undefined || item === undefined ? [] : [{ table, item }];
  });
  return worded({
    ...transactionCapacity(returnConsumedCapacity, 'WriteCapacityUnits', writeCosts(prepared, tables)),
    ...itemCollectionsMetrics(returnItemCollectionMetrics, written),
  });
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

/** Only asked for where the request wants to know. Of a table that has been deleted in between nothing is billed. */
function* writeCosts(prepared: readonly PreparedAction[], tables: TableCatalog): Iterable<ItemCost> {
  for (const { tableName, tableId, key, before, after } of prepared) {
    const table = tables.withId(tableName, tableId);
    if (table !== undefined) yield writeCost({ table, key, before, after }, 'transactional');
  }
}

function readCost({ tableName, after }: PreparedAction): ItemCost {
  return { tableName, units: readCapacityUnits(after?.size ?? 0, 'transactional') };
}
