import { type CancellationReason, evaluateCondition } from '@holdfast/wire';
import type { ThrottlingContext } from '../conditions/throttling.js';
import { refuseKeyUpdate, updatedItem } from '../items/updated-item.js';
import { writeUnits } from '../items/write-units.js';
import type { StoredItem, Table } from '../tables/table.js';
import type { TableCatalog } from '../tables/table-catalog.js';
import { storageKeyOf, storageKeyOfItem } from '../validation/check-key.js';
import { copyMap } from '../validation/copy-value.js';
import { conditionalCheckFailedMessage } from '../validation/service-errors.js';
import { settleTransaction, throttledReason } from './admit-transaction.js';
import { conflictOf } from './conflicts.js';
import { cancelUnlessFree, checkTransactionSize, type ItemLocation, locateItems, reasonOf } from './locate-items.js';
import type { PreparedAction } from './prepared-action.js';
import type { RunningTransactions } from './running-transactions.js';
import type { TransactionAction } from './transaction-action.js';

export interface PrepareContext extends ThrottlingContext {
  readonly state: ThrottlingContext['state'] & {
    readonly tables: TableCatalog;
    readonly transactions: RunningTransactions;
  };
}

/**
 * What each action will do, by the state as it is.
 *
 * @throws ServiceError ResourceNotFoundException, ValidationException, or TransactionCanceledException with a reason for each
 *   action: another transaction that is ongoing for its item, a throttle, a failed condition, or what does not fit the item
 */
export function prepareActions(
  context: PrepareContext,
  actions: readonly TransactionAction[],
): readonly PreparedAction[] {
  const { tables, transactions } = context.state;
  const locations = locateItems(tables, actions, locate);
  const prepared: PreparedAction[] = [];
  const reasons = actions.map((action, index): CancellationReason => {
    const { table, key } = locations[index] as ItemLocation;
    const conflict = conflictOf(transactions, table, key);
    if (conflict !== undefined) return conflict;
    const before = table.get(key);
    const units = writeUnits(before, undefined, 'transactional');
    const failed = throttledReason(context, 'write', { table, key }, units) ?? failedCondition(action, before);
    if (failed !== undefined) return failed;
    const { name: tableName, id: tableId } = table.definition;
    return reasonOf(() =>
      prepared.push({ kind: action.kind, tableName, tableId, key, before, after: resultOf(action, before) }),
    );
  });
  cancelUnlessFree(reasons);
  checkTransactionSize(prepared.reduce((bytes, { before, after }) => bytes + ((after ?? before)?.size ?? 0), 0));
  settleTransaction(context, 'write', locations, (index) => {
    return writeUnits(prepared[index]?.before, prepared[index]?.after, 'transactional');
  });
  return prepared;
}

function locate({ definition }: Table, { kind, attributes, expressions }: TransactionAction): string {
  if (kind === 'Put') return storageKeyOfItem(definition, attributes);
  const key = storageKeyOf(definition, attributes);
  if (expressions.update !== undefined) refuseKeyUpdate(definition, expressions.update);
  return key;
}

function failedCondition(action: TransactionAction, before: StoredItem | undefined): CancellationReason | undefined {
  const { condition } = action.expressions;
  if (condition === undefined || evaluateCondition(condition, before?.item)) return undefined;
  const returned = action.request.ReturnValuesOnConditionCheckFailure === 'ALL_OLD' ? before : undefined;
  return {
    Code: 'ConditionalCheckFailed',
    Message: conditionalCheckFailedMessage,
    ...(returned === undefined ? {} : { Item: copyMap(returned.item) }),
  };
}

function resultOf(action: TransactionAction, before: StoredItem | undefined): StoredItem | undefined {
  switch (action.kind) {
    case 'Put':
      return { item: action.attributes, size: action.size };
    case 'Update':
      return updatedItem(action.expressions.update, action.attributes, before);
    case 'Delete':
      return undefined;
    case 'ConditionCheck':
      return before;
  }
}
