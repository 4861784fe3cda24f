import { type AttributeMap, ServiceError } from '@holdfast/wire';
import type { TableDefinition } from '../tables/table-definition.js';
import { storageKeyOf } from '../validation/check-key.js';
import { validationError } from '../validation/service-errors.js';

/**
 * Where a request's `ExclusiveStartKey` lies.
 *
 * @throws ServiceError ValidationException where it is no key of the table
 */
export function startKeyOf(table: TableDefinition, key: AttributeMap): string {
  try {
    return storageKeyOf(table, key);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    throw validationError(`The provided starting key is invalid: ${error.message}`);
  }
}
