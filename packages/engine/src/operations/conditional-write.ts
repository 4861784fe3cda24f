import {
  type AttributeMap,
  applyUpdate,
  type Condition,
  ExpressionError,
  evaluateCondition,
  type PutItemInput,
  type Update,
  writeCapacityUnits,
} from '@holdfast/wire';
import type { StoredItem } from '../state/table.js';
import type { TableDefinition } from '../state/table-definition.js';
import { checkedUpdatedItemSize } from '../validation/check-item.js';
import { copyMap } from '../validation/copy-value.js';
import { conditionalCheckFailed, invalidParameterValues, validationError } from '../validation/service-errors.js';

/** @throws ServiceError ConditionalCheckFailedException, with the stored item where the request asked for it */
export function requireCondition(
  condition: Condition | undefined,
  before: StoredItem | undefined,
  returnOnFailure: 'ALL_OLD' | 'NONE' | undefined,
): void {
  if (condition === undefined || evaluateCondition(condition, before?.item)) return;
  throw conditionalCheckFailed(
    returnOnFailure === 'ALL_OLD' && before !== undefined ? copyMap(before.item) : undefined,
  );
}

/** @throws ServiceError ValidationException for what only UpdateItem can return */
export function refuseUpdatedReturnValues(
  returnValues: string | null | undefined,
): asserts returnValues is PutItemInput['ReturnValues'] {
  if (returnValues == null || returnValues === 'NONE' || returnValues === 'ALL_OLD') return;
  throw validationError('Return values set to invalid value');
}

/** The item before the write, if it is to be returned and there was one. */
export function oldAttributes(
  returnValues: string | undefined,
  before: StoredItem | undefined,
): { readonly Attributes?: AttributeMap } {
  return returnValues === 'ALL_OLD' && before !== undefined ? { Attributes: copyMap(before.item) } : {};
}

/** A write bills the larger of the item before and after. */
export function writeUnits(
  before: StoredItem | undefined,
  after: StoredItem | undefined,
  kind: 'standard' | 'transactional',
): number {
  return writeCapacityUnits(Math.max(before?.size ?? 0, after?.size ?? 0), kind);
}

/** @throws ServiceError ValidationException where an update touches a key attribute, whose values never change */
export function refuseKeyUpdate(table: TableDefinition, update: Update): void {
  for (const path of pathsOf(update)) {
    const [name] = path.elements;
    if (name === table.partitionKey.name || name === table.sortKey?.name) {
      throw invalidParameterValues(`Cannot update attribute ${name}. This attribute is part of the key`);
    }
  }
}

export function pathsOf(update: Update) {
  return [
    ...update.set.map((action) => action.path),
    ...update.remove,
    ...update.add.map((action) => action.path),
    ...update.delete.map((action) => action.path),
  ];
}

/**
 * The item an update leaves behind, made from the key alone where there was none.
 *
 * @throws ServiceError ValidationException where the update does not fit the item
 */
export function updatedItem(update: Update | undefined, key: AttributeMap, before: StoredItem | undefined): StoredItem {
  const item = update === undefined ? (before?.item ?? key) : applyTo(before?.item ?? key, update);
  return { item, size: checkedUpdatedItemSize(item) };
}

function applyTo(item: AttributeMap, update: Update): AttributeMap {
  try {
    return applyUpdate(update, item);
  } catch (error) {
    if (error instanceof ExpressionError) throw validationError(error.message);
    throw error;
  }
}
