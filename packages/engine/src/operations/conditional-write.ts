import { type AttributeMap, type Condition, evaluateCondition } from '@holdfast/wire';
import type { StoredItem } from '../tables/table.js';
import { copyMap } from '../validation/copy-value.js';
import { conditionalCheckFailed, validationError } from '../validation/service-errors.js';

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
export function refuseUpdatedReturnValues(returnValues: string | undefined): void {
  if (returnValues == null || returnValues === 'NONE' || returnValues === 'ALL_OLD') return;
  throw validationError('ReturnValues can only be ALL_OLD or NONE');
}

/** The item before the write, if it is to be returned and there was one. */
export function oldAttributes(
  returnValues: string | undefined,
  before: StoredItem | undefined,
): { readonly Attributes?: AttributeMap } {
  return returnValues === 'ALL_OLD' && before !== undefined ? { Attributes: copyMap(before.item) } : {};
}
