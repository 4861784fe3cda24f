import { type AttributeMap, type AttributeValue, sizeOfItem } from '@holdfast/wire';
import { maximumNesting } from './accept-value.js';
import { validationError } from './service-errors.js';

/** The most bytes an item may have, by DynamoDB's own count. */
export const maximumItemSize = 400 * 1024;

/**
 * The size of an item that is to be stored whole.
 *
 * @throws ServiceError ValidationException over 400 KB
 */
export function checkedItemSize(item: AttributeMap): number {
  const size = sizeOfItem(item);
  if (size > maximumItemSize) throw validationError('Item size has exceeded the maximum allowed size');
  return size;
}

/**
 * The size of an item that an update made, whose parts were each within bounds but which may not be.
 *
 * @throws ServiceError ValidationException over 400 KB, or where lists and maps are nested too deep
 */
export function checkedUpdatedItemSize(item: AttributeMap): number {
  const size = sizeOfItem(item);
  if (size > maximumItemSize) throw validationError('Item size to update has exceeded the maximum allowed size');
  for (const name of Object.keys(item)) checkNesting(item[name] as AttributeValue, 0);
  return size;
}

function checkNesting(value: AttributeValue, depth: number): void {
  if (depth > maximumNesting) throw validationError('Nesting Levels have exceeded supported limits');
  if ('L' in value) {
    for (const element of value.L) checkNesting(element, depth + 1);
  } else if ('M' in value) {
    for (const name of Object.keys(value.M)) checkNesting(value.M[name] as AttributeValue, depth + 1);
  }
}
