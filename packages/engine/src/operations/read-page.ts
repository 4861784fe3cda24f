import {
  type AttributeMap,
  type Condition,
  evaluateCondition,
  type Projection,
  type QueryInput,
  type QueryOutput,
  readCapacityUnits,
  type ScanInput,
} from '@holdfast/wire';
import { consumedCapacity } from '../capacity/consumed-capacity.js';
import { readItem } from '../items/read-item.js';
import { attributesToGet, conditionalOperator } from '../legacy/legacy-shapes.js';
import { type Direction, type KeyRange, keyAfter } from '../storage/ordered-store.js';
import type { StoredItem, Table } from '../tables/table.js';
import { keyOfItem } from '../validation/check-key.js';
import { copyMap } from '../validation/copy-value.js';
import { validationError } from '../validation/service-errors.js';
import { boolean, integer, oneOf, optional, returnConsumedCapacity, string } from '../validation/shape.js';

/** The bytes of items after which a page looks at no further one. */
export const maximumPageSize = 1024 * 1024;

/** The members that Query and Scan share, apart from those in both that differ in their messages. */
export const pagedReadMembers = {
  IndexName: optional(string),
  AttributesToGet: optional(attributesToGet),
  ConditionalOperator: optional(conditionalOperator),
  ConsistentRead: optional(boolean),
  FilterExpression: optional(string),
  ProjectionExpression: optional(string),
  ReturnConsumedCapacity: optional(returnConsumedCapacity),
  Select: optional(oneOf('SPECIFIC_ATTRIBUTES', 'COUNT', 'ALL_ATTRIBUTES', 'ALL_PROJECTED_ATTRIBUTES')),
};
export const limit = integer({ minimum: 1 });

type PagedInput = QueryInput | ScanInput;

/**
 * @param prefix what Query says before a contradiction, and Scan does not
 * @throws ServiceError ValidationException where Select and the projection contradict each other
 */
export function checkSelect(
  { Select, ProjectionExpression, AttributesToGet, IndexName }: PagedInput,
  prefix = '',
): void {
  if (Select === 'SPECIFIC_ATTRIBUTES' && ProjectionExpression == null && AttributesToGet == null) {
    throw validationError(
      'Must specify the AttributesToGet or ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES',
    );
  }
  if (Select === 'ALL_PROJECTED_ATTRIBUTES' && IndexName == null) {
    throw validationError(
      'One or more parameter values were invalid: ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName',
    );
  }
  if (Select == null || Select === 'SPECIFIC_ATTRIBUTES') return;
  const projection = ProjectionExpression != null ? 'ProjectionExpression' : 'AttributesToGet';
  if (ProjectionExpression != null || AttributesToGet != null) {
    const asked = Select === 'COUNT' ? 'only the Count' : Select;
    throw validationError(`${prefix}Cannot specify the ${projection} when choosing to get ${asked}`);
  }
}

/** @throws ServiceError ValidationException, as for any index that a table does not have */
export function refuseIndex({ IndexName }: PagedInput): void {
  if (IndexName != null) throw validationError(`The table does not have the specified index: ${IndexName}`);
}

/** What is left of a range for a read that goes on after `startKey`. */
export function rangeAfter(startKey: string, range: KeyRange, direction: Direction): KeyRange {
  return direction === 'forward' ? { ...range, from: keyAfter(startKey) } : { ...range, to: startKey };
}

/** Whether a range covers a key. */
export function isInRange(key: string, { from, to }: KeyRange): boolean {
  return (from === undefined || key >= from) && (to === undefined || key < to);
}

export interface PageRequest {
  readonly table: Table;
  readonly range: KeyRange;
  readonly direction: Direction;
  readonly filter: Condition | undefined;
  readonly projection: Projection | undefined;
  readonly input: PagedInput;
}

/**
 * One page: items in order until the limit, a megabyte, or the end of the range. Filter and projection do not change what it
 * looks at, nor what it costs.
 */
export function readPage({ table, range, direction, filter, projection, input }: PageRequest): QueryOutput {
  const counted = input.Select === 'COUNT';
  const most = input.Limit ?? Number.POSITIVE_INFINITY;
  const items: AttributeMap[] = [];
  let count = 0;
  let scanned = 0;
  let bytes = 0;
  let last: StoredItem | undefined;
  let more = false;
  for (const [, stored] of table.range(range, direction)) {
    scanned += 1;
    bytes += stored.size;
    last = stored;
    if (filter === undefined || evaluateCondition(filter, stored.item)) {
      count += 1;
      if (!counted) items.push(readItem(stored, projection));
    }
    // The service does not look whether anything follows: a page ends full, with the item that filled it, or at the end.
    if (scanned >= most || bytes >= maximumPageSize) {
      more = true;
      break;
    }
  }
  const units = readCapacityUnits(bytes, input.ConsistentRead ? 'strong' : 'eventual');
  return {
    ...(counted ? {} : { Items: items }),
    Count: count,
    ScannedCount: scanned,
    ...(more && last !== undefined ? { LastEvaluatedKey: copyMap(keyOfItem(table.definition, last.item)) } : {}),
    ...consumedCapacity(input.ReturnConsumedCapacity, input.TableName, units),
  };
}
