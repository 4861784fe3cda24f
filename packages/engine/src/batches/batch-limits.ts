import { validationError } from '../validation/service-errors.js';

/** The most items that one BatchGetItem reads. */
export const mostKeys = 100;
/** The most requests of one BatchWriteItem. */
export const mostWrites = 25;
/** The most bytes of items that one BatchGetItem returns. */
export const maximumBatchSize = 16 * 1024 * 1024;

/** @throws ServiceError ValidationException where a batch names no table */
export function requireTables(requestItems: object, operation: string): void {
  if (Object.keys(requestItems).length > 0) return;
  throw validationError(`The requestItems parameter is required for ${operation}`);
}

/** @throws ServiceError ValidationException where all tables together have too many */
export function checkCount(count: number, most: number, operation: string): void {
  if (count > most) throw validationError(`Too many items requested for the ${operation} call`);
}

/** @throws ServiceError ValidationException where two of the keys are the same */
export function refuseDuplicates(keys: readonly string[]): void {
  if (new Set(keys).size < keys.length) throw validationError('Provided list of item keys contains duplicates');
}
