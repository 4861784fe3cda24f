import { type CancellationReason, evaluateCondition } from '@holdfast/wire';
import { collectionLimitMessage } from '../items/item-collection.js';
import { refuseKeyUpdate, updatedItem } from '../items/updated-item.js';
import type { StoredItem, Table } from '../tables/table.js';
import type { TableCatalog } from '../tables/table-catalog.js';
import { checkUpdatedIndexKeys } from '../validation/check-index-keys.js';
import { checkedItemSize } from '../validation/check-item.js';
import { storageKeyOf, storageKeyOfItem } from '../validation/check-key.js';
import { copyMap } from '../validation/copy-value.js';
import { conditionalCheckFailedMessage } from '../validation/service-errors.js';
import { cancelUnlessFree, checkTransactionSize, type ItemLocation, locateItems, reasonOf } from './locate-items.js';
import type { TransactionAction } from './transaction-action.js';

/** What one action of a prepared transaction will do. */
export interface PreparedAction extends ItemLocation {
  readonly kind: TransactionAction['kind'];
  readonly before: StoredItem | undefined;
  /** The item once the transaction is committed. */
  readonly after: StoredItem | undefined;
}

/**
 * The first step of a transaction: holds every action against the state as it is, and changes nothing.
 *
 * @throws ServiceError ResourceNotFoundException, ValidationException, or TransactionCanceledException with a reason for each
 *   action
 */
export function prepareTransaction(
  tables: TableCatalog,
  actions: readonly TransactionAction[],
): readonly PreparedAction[] {
  const locations = locateItems(tables, actions, locate);
  const prepared: PreparedAction[] = [];
  const reasons = actions.map((action, index) => {
    const location = locations[index] as ItemLocation;
    const before = location.table.get(location.key);
    return (
      failedCondition(action, before) ??
      reasonOf(() =>
        prepared.push({ ...location, kind: action.kind, before, after: resultOf(action, location, before) }),
      )
    );
  });
  cancelUnlessFree(reasons);
  cancelUnlessFree(prepared.map(outgrownCollection));
  checkTransactionSize(prepared.reduce((bytes, { before, after }) => bytes + ((after ?? before)?.size ?? 0), 0));
  return prepared;
}

/** The second step: carries out what has been prepared. It cannot fail. `now` is milliseconds since 1970. */
export function commitTransaction(prepared: readonly PreparedAction[], now: number): void {
  for (const { kind, table, key, after } of prepared) {
    if (kind === 'ConditionCheck') continue;
    if (after === undefined) table.delete(key, now);
    else table.put(key, after, now);
  }
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

function outgrownCollection({ table, key, before, after }: PreparedAction): CancellationReason {
  return table.outgrowsCollection(key, before, after)
    ? { Code: 'ItemCollectionSizeLimitExceeded', Message: collectionLimitMessage }
    : { Code: 'None' };
}

function resultOf(
  action: TransactionAction,
  { table }: ItemLocation,
  before: StoredItem | undefined,
): StoredItem | undefined {
  switch (action.kind) {
    case 'Put':
      return { item: action.attributes, size: checkedItemSize(action.attributes) };
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
