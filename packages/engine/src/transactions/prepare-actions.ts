import { type CancellationReason, evaluateCondition } from '@holdfast/wire';
import type { ItemWrite } from '../capacity/write-cost.js';
import { settleIndexWrites } from '../conditions/index-writes.js';
import { RequestThrottle, type ThrottlingContext } from '../conditions/throttling.js';
import { collectionLimitMessage } from '../items/item-collection.js';
import { refuseKeyUpdate, updatedItem } from '../items/updated-item.js';
import { writeUnits } from '../items/write-units.js';
import type { StoredItem, Table } from '../tables/table.js';
import type { TableCatalog } from '../tables/table-catalog.js';
import { checkUpdatedIndexKeys } from '../validation/check-index-keys.js';
import { storageKeyOf, storageKeyOfItem } from '../validation/check-key.js';
import { copyMap } from '../validation/copy-value.js';
import { conditionalCheckFailedMessage } from '../validation/service-errors.js';
import { settleTransaction, throttledIndexReason, throttledReason } from './admit-transaction.js';
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
  const throttle = new RequestThrottle(context);
  const prepared: PreparedAction[] = [];
  const writes: ItemWrite[] = [];
  const reasons = actions.map((action, index): CancellationReason => {
    const { table, key } = locations[index] as ItemLocation;
    const conflict = conflictOf(transactions, table, key);
    if (conflict !== undefined) return conflict;
    const before = table.get(key);
    const units = writeUnits(before, undefined, 'transactional');
    const failed = throttledReason(throttle, 'write', { table, key }, units) ?? failedCondition(action, before);
    if (failed !== undefined) return failed;
    const { name: tableName, id: tableId } = table.definition;
    return reasonOf(() => {
      const after = resultOf(action, table, before);
      prepared.push({ kind: action.kind, tableName, tableId, key, before, after });
      writes.push({ table, key, before, after });
    });
  });
  cancelUnlessFree(reasons);
  cancelUnlessFree(writes.map(outgrownCollection));
  cancelUnlessFree(writes.map((write) => throttledIndexReason(context, throttle, write) ?? { Code: 'None' }));
  checkTransactionSize(prepared.reduce((bytes, { before, after }) => bytes + ((after ?? before)?.size ?? 0), 0));
  settleTransaction(context, 'write', locations, (index) => {
    return writeUnits(prepared[index]?.before, prepared[index]?.after, 'transactional');
  });
  for (const write of writes) settleIndexWrites(context, write, 'transactional');
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

function outgrownCollection({ table, key, before, after }: ItemWrite): CancellationReason {
  return table.outgrowsCollection(key, before, after)
    ? { Code: 'ItemCollectionSizeLimitExceeded', Message: collectionLimitMessage }
    : { Code: 'None' };
}

function resultOf(action: TransactionAction, table: Table, before: StoredItem | undefined): StoredItem | undefined {
  switch (action.kind) {
    case 'Put':
      return { item: action.attributes, size: action.size };
    case 'Update':
      return updateOf(action, table, before);
    case 'Delete':
      return undefined;
    case 'ConditionCheck':
      return before;
  }
}

function updateOf(action: TransactionAction, table: Table, before: StoredItem | undefined): StoredItem | undefined {
  const after = updatedItem(action.expressions.update, action.attributes, before);
  if (after !== undefined) checkUpdatedIndexKeys(table.definition, before?.item, after.item);
  return after;
}
