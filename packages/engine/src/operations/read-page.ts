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
import { replicaFor, type StaleReadContext } from '../conditions/stale-reads.js';
import { admit, type ThrottlingContext } from '../conditions/throttling.js';
import { readItem } from '../items/read-item.js';
import { type Direction, type KeyRange, keyAfter } from '../storage/ordered-store.js';
import type { StoredItem, Table } from '../tables/table.js';
import { keyOfItem } from '../validation/check-key.js';
import { copyMap } from '../validation/copy-value.js';
import { validationError } from '../validation/service-errors.js';
import { boolean, integer, oneOf, optional, returnConsumedCapacity, string } from '../validation/shape.js';

/** The most bytes of items one page looks at. */
export const maximumPageSize = 1024 * 1024;

/** The members that Query and Scan share, apart from those in both that differ in their messages. */
export const pagedReadMembers = {
  IndexName: optional(string),
  ConsistentRead: optional(boolean),
  FilterExpression: optional(string),
  ProjectionExpression: optional(string),
  ReturnConsumedCapacity: optional(returnConsumedCapacity),
  Select: optional(oneOf('SPECIFIC_ATTRIBUTES', 'COUNT', 'ALL_ATTRIBUTES', 'ALL_PROJECTED_ATTRIBUTES')),
};
export const limit = integer({ minimum: 1 });

type PagedInput = QueryInput | ScanInput;

/** @throws ServiceError ValidationException where Select and ProjectionExpression contradict each other */
export function checkSelect({ Select, ProjectionExpression, IndexName }: PagedInput): void {
  if (Select === 'SPECIFIC_ATTRIBUTES' && ProjectionExpression == null) {
    throw validationError(
      'Must specify the AttributesToGet or ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES',
    );
  }
  if (Select === 'ALL_PROJECTED_ATTRIBUTES' && IndexName == null) {
    throw validationError(
      'One or more parameter values were invalid: ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName',
    );
  }
  if (Select != null && Select !== 'SPECIFIC_ATTRIBUTES' && ProjectionExpression != null) {
    throw validationError(`Cannot specify the ProjectionExpression when choosing to get ${Select}`);
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
  readonly context: StaleReadContext & ThrottlingContext;
  readonly operation: 'Query' | 'Scan';
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
export function readPage(request: PageRequest): QueryOutput {
  const { context, operation, table, range, direction, filter, projection, input } = request;
  const replica = replicaFor(context, table, { operation, consistent: input.ConsistentRead });
  const counted = input.Select === 'COUNT';
  const most = input.Limit ?? Number.POSITIVE_INFINITY;
  const items: AttributeMap[] = [];
  let count = 0;
  let scanned = 0;
  let bytes = 0;
  let last: StoredItem | undefined;
  let more = false;
  for (const [, stored] of replica.range(range, direction)) {
    if (scanned > 0 && bytes + stored.size > maximumPageSize) {
      more = true;
      break;
    }
    scanned += 1;
    bytes += stored.size;
    last = stored;
    if (filter === undefined || evaluateCondition(filter, stored.item)) {
      count += 1;
      if (!counted) items.push(readItem(stored, projection));
    }
    // The service does not look whether anything follows: a page ends full or at the end.
    if (scanned >= most) {
      more = true;
      break;
    }
  }
  const units = readCapacityUnits(bytes, input.ConsistentRead ? 'strong' : 'eventual');
  admit(context, table, { kind: 'read', units, key: operation === 'Query' ? range.from : undefined });
  return {
    ...(counted ? {} : { Items: items }),
    Count: count,
    ScannedCount: scanned,
    ...(more && last !== undefined ? { LastEvaluatedKey: copyMap(keyOfItem(table.definition, last.item)) } : {}),
    ...consumedCapacity(input.ReturnConsumedCapacity, input.TableName, units),
  };
}
