import type { KeySchema } from '@holdfast/wire';
import type { KeyAttribute } from '../tables/key-attribute.js';
import { validationError } from '../validation/service-errors.js';
import { type AttributeTypes, typedKeys } from './attribute-types.js';

/**
 * The key of a table or a local index: a partition key and perhaps a sort key.
 *
 * @throws ServiceError ValidationException where the schema is not of that form or an attribute has no definition
 */
export function simpleKeyOf(schema: KeySchema, types: AttributeTypes): [KeyAttribute, KeyAttribute | undefined] {
  if (schema.length > types.size) {
    throw validationError('Invalid KeySchema: Some index key attribute have no definition');
  }
  const [partitionKey, sortKey] = typedKeys(schema, types);
  if (partitionKey?.name === sortKey?.name) throw sameName();
  const [first, second] = schema;
  if (first?.KeyType !== 'HASH' || partitionKey === undefined) throw firstIsNoHash();
  if (second !== undefined && second.KeyType !== 'RANGE') {
    throw validationError('Invalid KeySchema: The second KeySchemaElement is not a RANGE key type');
  }
  return [partitionKey, sortKey];
}

export function sameName() {
  return validationError('Both the Hash Key and the Range Key element in the KeySchema have the same name');
}

export function firstIsNoHash() {
  return validationError('Invalid KeySchema: The first KeySchemaElement is not a HASH key type');
}
