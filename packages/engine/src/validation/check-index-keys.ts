import { type AttributeMap, type AttributeValue, type Path, sizeOfValue, typeOf, type Update } from '@holdfast/wire';
import type { IndexDefinition } from '../tables/index-definition.js';
import type { KeyAttribute } from '../tables/key-attribute.js';
import { maximumPartitionKeySize, maximumSortKeySize } from '../tables/secondary-index.js';
import type { TableDefinition } from '../tables/table-definition.js';
import { invalidParameterValues, validationError } from './service-errors.js';

/**
 * Holds an item that is to be stored whole to the keys of its table's indexes. An item without such a key stays out of the index;
 * one with a value that the key cannot have is refused.
 *
 * @throws ServiceError ValidationException
 */
export function checkIndexKeys(table: TableDefinition, item: AttributeMap): void {
  for (const index of table.indexes) {
    for (const attribute of keysOf(index)) {
      const value = Object.hasOwn(item, attribute.name) ? item[attribute.name] : undefined;
      if (value !== undefined) checkValue(index, attribute, value);
    }
  }
}

function checkValue(index: IndexDefinition, attribute: KeyAttribute, value: AttributeValue): void {
  const { name, type } = attribute;
  if (typeOf(value) !== type) throw typeMismatch(index, attribute, value);
  if (isEmpty(value)) {
    throw validationError(
      'One or more parameter values are not valid. A value specified for a secondary index key is not supported. ' +
        `The AttributeValue for a key attribute cannot contain an empty ${type === 'S' ? 'string' : 'binary'} value. ` +
        `IndexName: ${index.name}, IndexKey: ${name}`,
    );
  }
  checkSize(index, attribute, value);
}

/**
 * Refuses an update that, whatever the item, would give an index key a type that it cannot have.
 *
 * @throws ServiceError ValidationException
 */
export function refuseIndexKeyUpdate(table: TableDefinition, update: Update): void {
  for (const index of table.indexes) {
    for (const attribute of keysOf(index)) {
      for (const { path, value } of update.set) {
        if (isAttribute(path, attribute.name) && value.kind === 'value' && typeOf(value.value) !== attribute.type) {
          throw typeMismatch(index, attribute, value.value);
        }
      }
    }
  }
}

/**
 * Holds what an update has made of an item to the keys of its table's indexes.
 *
 * @throws ServiceError ValidationException
 */
export function checkUpdatedIndexKeys(
  table: TableDefinition,
  before: AttributeMap | undefined,
  after: AttributeMap,
): void {
  for (const index of table.indexes) {
    for (const attribute of keysOf(index)) {
      const value = Object.hasOwn(after, attribute.name) ? after[attribute.name] : undefined;
      // What was stored before the index was made stays, as long as nobody sets it.
      if (value === undefined || (before !== undefined && value === before[attribute.name])) continue;
      if (typeOf(value) !== attribute.type) {
        throw invalidParameterValues(
          'The update expression attempted to update the secondary index key to unsupported type',
        );
      }
      if (isEmpty(value)) {
        throw validationError(
          'One or more parameter values are not valid. The update expression attempted to update the secondary index key to a ' +
            `value that is not supported. The AttributeValue for a key attribute cannot contain an empty ` +
            `${attribute.type === 'S' ? 'string' : 'binary'} value.`,
        );
      }
      checkSize(index, attribute, value);
    }
  }
}

/**
 * Refuses paths into what can only be a scalar: the key attributes of a table and of its indexes.
 *
 * @throws ServiceError ValidationException
 */
export function refuseNestedKeys(table: TableDefinition, paths: readonly Path[]): void {
  const nested = new Set(paths.filter((path) => path.elements.length > 1).map((path) => path.elements[0]));
  if (nested.size === 0) return;
  const refuse = (kind: 'Key' | 'IndexKey', attribute: KeyAttribute | undefined) => {
    if (attribute === undefined || !nested.has(attribute.name)) return;
    throw validationError(
      `Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: ${kind}: ${attribute.name}`,
    );
  };
  refuse('Key', table.partitionKey);
  refuse('Key', table.sortKey);
  for (const index of table.indexes) for (const attribute of keysOf(index)) refuse('IndexKey', attribute);
}

function keysOf(index: IndexDefinition): readonly KeyAttribute[] {
  return [...index.partitionKeys, ...index.sortKeys];
}

function isAttribute(path: Path, name: string): boolean {
  return path.elements.length === 1 && path.elements[0] === name;
}

function isEmpty(value: AttributeValue): boolean {
  return ('S' in value && value.S === '') || ('B' in value && value.B.length === 0);
}

function typeMismatch(index: IndexDefinition, { name, type }: KeyAttribute, value: AttributeValue) {
  return invalidParameterValues(
    `Type mismatch for Index Key ${name} Expected: ${type} Actual: ${typeOf(value)} IndexName: ${index.name}`,
  );
}

function checkSize(index: IndexDefinition, attribute: KeyAttribute, value: AttributeValue): void {
  if (index.partitionKeys.includes(attribute)) {
    if (sizeOfValue(value) <= maximumPartitionKeySize) return;
    throw invalidParameterValues(
      `Size of hashkey has exceeded the maximum size limit of${maximumPartitionKeySize} bytes`,
    );
  }
  if (sizeOfValue(value) <= maximumSortKeySize) return;
  throw invalidParameterValues(
    `Aggregated size of all range keys has exceeded the size limit of ${maximumSortKeySize} bytes`,
  );
}
