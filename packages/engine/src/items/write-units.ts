import { writeCapacityUnits } from '@holdfast/wire';
import type { StoredItem } from '../tables/table.js';

/** A write bills the larger of the item before and after. */
export function writeUnits(
  before: StoredItem | undefined,
  after: StoredItem | undefined,
  kind: 'standard' | 'transactional',
): number {
  return writeCapacityUnits(Math.max(before?.size ?? 0, after?.size ?? 0), kind);
}
