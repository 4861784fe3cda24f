import { type AttributeMap, type AttributeValue, sizeOfValue, typeOf } from '@holdfast/wire';
import { itemKey } from '../storage/item-key.js';
import type { KeyAttribute, TableDefinition } from '../tables/table-definition.js';
import { checkIndexKeys } from './check-index-keys.js';
import { invalidParameterValues, validationError } from './service-errors.js';

const keyMismatch = 'The provided key element does not match the schema';

/**
 * Where the item with a request's `Key` lies.
 *
 * @throws ServiceError ValidationException where the key has other attributes or types than the table's, or is too long or empty
 */
export function storageKeyOf(table: TableDefinition, key: AttributeMap): string {
  const { partitionKey, sortKey } = table;
  if (Object.keys(key).length !== (sortKey === undefined ? 1 : 2)) throw validationError(keyMismatch);
  const partitionValue = keyValueOf(partitionKey, key);
  const sortValue = sortKey === undefined ? undefined : keyValueOf(sortKey, key);
  checkLengths(table, partitionValue, sortValue);
  return itemKey(partitionValue, sortValue);
}

function keyValueOf(attribute: KeyAttribute, key: AttributeMap): AttributeValue {
  const value = Object.hasOwn(key, attribute.name) ? key[attribute.name] : undefined;
  if (value === undefined || typeOf(value) !== attribute.type) throw validationError(keyMismatch);
  return value;
}

/**
 * Where an item that is to be stored belongs.
 *
 * @throws ServiceError ValidationException where a key attribute is missing, of another type, too long or empty, or an index key
 *   has a value that it cannot have
 */
export function storageKeyOfItem(table: TableDefinition, item: AttributeMap): string {
  const { partitionKey, sortKey } = table;
  const partitionValue = itemValueOf(partitionKey, item);
  const sortValue = sortKey === undefined ? undefined : itemValueOf(sortKey, item);
  checkLengths(table, partitionValue, sortValue);
  checkIndexKeys(table, item);
  return itemKey(partitionValue, sortValue);
}

function itemValueOf(attribute: KeyAttribute, item: AttributeMap): AttributeValue {
  const value = Object.hasOwn(item, attribute.name) ? item[attribute.name] : undefined;
  if (value === undefined) throw invalidParameterValues(`Missing the key ${attribute.name} in the item`);
  if (typeOf(value) !== attribute.type) {
    throw invalidParameterValues(
      `Type mismatch for key ${attribute.name} expected: ${attribute.type} actual: ${typeOf(value)}`,
    );
  }
  return value;
}

function checkLengths(table: TableDefinition, partition: AttributeValue, sort: AttributeValue | undefined): void {
  checkKeyNotEmpty(table.partitionKey, partition);
  checkPartitionKeyLength(partition);
  if (table.sortKey === undefined || sort === undefined) return;
  checkKeyNotEmpty(table.sortKey, sort);
  if (sizeOfValue(sort) > 1024) {
    throw invalidParameterValues('Aggregated size of all range keys has exceeded the size limit of 1024 bytes');
  }
}

/** @throws ServiceError ValidationException for a value that is too long for the partition key of a table */
export function checkPartitionKeyLength(value: AttributeValue): void {
  if (sizeOfValue(value) <= 2048) return;
  throw invalidParameterValues('Size of hashkey has exceeded the maximum size limit of2048 bytes');
}

const emptyKey =
  'One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty';

/** Whether an error says that a key attribute has zero length, for which a transaction is refused, not cancelled. */
export function isEmptyKey(error: Error): boolean {
  return error.message.startsWith(emptyKey);
}

/** @throws ServiceError ValidationException for a key attribute of zero length */
export function checkKeyNotEmpty(attribute: KeyAttribute, value: AttributeValue): void {
  const kind = 'S' in value && value.S === '' ? 'string' : 'B' in value && value.B.length === 0 ? 'binary' : undefined;
  if (kind === undefined) return;
  throw validationError(`${emptyKey} ${kind} value. Key: ${attribute.name}`);
}

/** The key attributes of a stored item. */
export function keyOfItem(table: TableDefinition, item: AttributeMap): AttributeMap {
  const key: Record<string, AttributeValue> = Object.create(null);
  for (const attribute of [table.partitionKey, table.sortKey]) {
    if (attribute !== undefined) key[attribute.name] = item[attribute.name] as AttributeValue;
  }
  return key;
}
