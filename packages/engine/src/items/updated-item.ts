import { type AttributeMap, applyUpdate, ExpressionError, type Path, type Update } from '@holdfast/wire';
import type { StoredItem } from '../tables/table.js';
import type { TableDefinition } from '../tables/table-definition.js';
import { refuseIndexKeyUpdate, refuseNestedKeys } from '../validation/check-index-keys.js';
import { checkedUpdatedItemSize } from '../validation/check-item.js';
import { invalidParameterValues, validationError } from '../validation/service-errors.js';

/**
 * @throws ServiceError ValidationException where an update touches a key attribute, whose values never change, or would give an
 *   index key a type that it cannot have
 */
export function refuseKeyUpdate(table: TableDefinition, update: Update): void {
  for (const path of pathsOf(update)) {
    const [name] = path.elements;
    if (name === table.partitionKey.name || name === table.sortKey?.name) {
      throw invalidParameterValues(`Cannot update attribute ${name}. This attribute is part of the key`);
    }
  }
  refuseIndexKeyUpdate(table, update);
  refuseNestedKeys(table, pathsOf(update));
}

/** The paths that an update sets, removes, adds to or deletes from. */
export function pathsOf(update: Update): Path[] {
  return [
    ...update.set.map((action) => action.path),
    ...update.remove,
    ...update.add.map((action) => action.path),
    ...update.delete.map((action) => action.path),
  ];
}

/**
 * The item an update leaves behind, made from the key where there was none; `undefined` where there was none and the update
 * only takes away.
 *
 * @throws ServiceError ValidationException where the update does not fit the item
 */
export function updatedItem(
  update: Update | undefined,
  key: AttributeMap,
  before: StoredItem | undefined,
): StoredItem | undefined {
  const item = update === undefined ? (before?.item ?? key) : applyTo(before?.item ?? key, update);
  if (before === undefined && update !== undefined && onlyTakesAway(update)) return undefined;
  return { item, size: checkedUpdatedItemSize(item) };
}

function onlyTakesAway({ set, add }: Update): boolean {
  return set.length === 0 && add.length === 0;
}

function applyTo(item: AttributeMap, update: Update): AttributeMap {
  try {
    return applyUpdate(update, item);
  } catch (error) {
    if (error instanceof ExpressionError) throw validationError(error.message);
    throw error;
  }
}
