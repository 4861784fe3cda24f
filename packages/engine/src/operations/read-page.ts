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
import { attributesToGet, conditionalOperator } from '../legacy/legacy-shapes.js';
import { indexName } from '../schema/table-shapes.js';
import { type Direction, type KeyRange, keyAfter } from '../storage/ordered-store.js';
import type { IndexEntry } from '../tables/secondary-index.js';
import type { StoredItem } from '../tables/table.js';
import { copyMap } from '../validation/copy-value.js';
import { validationError } from '../validation/service-errors.js';
import { boolean, integer, oneOf, optional, returnConsumedCapacity, string } from '../validation/shape.js';
import { evaluatedKeyOf, indexUnitsOf, needsFetch, type ReadSource } from './read-source.js';

/** The bytes of items after which a page looks at no further one. */
export const maximumPageSize = 1024 * 1024;

/** The members that Query and Scan share, apart from those in both that differ in their messages. */
export const pagedReadMembers = {
  IndexName: optional(indexName),
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

/** What is left of a range for a read that goes on after `startKey`. */
export function rangeAfter(startKey: string, range: KeyRange, direction: Direction): KeyRange {
  return direction === 'forward' ? { ...range, from: keyAfter(startKey) } : { ...range, to: startKey };
}

export interface PageRequest {
  readonly context: StaleReadContext & ThrottlingContext;
  readonly operation: 'Query' | 'Scan';
  readonly source: ReadSource;
  readonly range: KeyRange;
  readonly direction: Direction;
  readonly filter: Condition | undefined;
  readonly projection: Projection | undefined;
  readonly input: PagedInput;
}

/**
 * One page: items in order until the limit, a megabyte, or the end of the range. Filter and projection do not change what it
 * looks at, nor what it costs; what a local index fetches from its table costs besides.
 *
 * @throws ServiceError ValidationException where a global index does not project what is asked for
 */
export function readPage(request: PageRequest): QueryOutput {
  const { source, range, direction, filter, projection, input } = request;
  const fetched = needsFetch(source, input, projection);
  const consistency = input.ConsistentRead ? 'strong' : 'eventual';
  const { table, index } = replicaOf(request);
  const counted = input.Select === 'COUNT';
  const most = input.Limit ?? Number.POSITIVE_INFINITY;
  const items: AttributeMap[] = [];
  let count = 0;
  let scanned = 0;
  let bytes = 0;
  let fetchUnits = 0;
  let last: StoredItem | undefined;
  let more = false;
  for (const [, entry] of (index ?? table).range(range, direction)) {
    scanned += 1;
    bytes += entry.size;
    last = entry;
    const stored = fetched ? table.get((entry as IndexEntry).tableKey) : entry;
    // Each item that is fetched is read by itself, and so rounded up by itself.
    if (fetched) fetchUnits += readCapacityUnits(stored?.size ?? 0, consistency);
    if (stored !== undefined && (filter === undefined || evaluateCondition(filter, stored.item))) {
      count += 1;
      if (!counted) items.push(readItem(stored, projection));
    }
    // The service does not look whether anything follows: a page ends full, with the item that filled it, or at the end.
    if (scanned >= most || bytes >= maximumPageSize) {
      more = true;
      break;
    }
  }
  const units = readCapacityUnits(bytes, consistency);
  const tableUnits = index === undefined ? units : fetchUnits;
  admitPage(request, units, fetchUnits);
  return {
    ...(counted ? {} : { Items: items }),
    Count: count,
    ScannedCount: scanned,
    ...(more && last !== undefined ? { LastEvaluatedKey: copyMap(evaluatedKeyOf(source, last.item)) } : {}),
    ...consumedCapacity(input.ReturnConsumedCapacity, input.TableName, tableUnits, indexUnitsOf(source, units)),
  };
}

/** The source as the replica has it that answers; an index that the replica has not seen yet, as it is. */
function replicaOf({ context, operation, source, input }: PageRequest): ReadSource {
  const { table, index } = source;
  const indexName = index?.definition.name;
  const replica = replicaFor(context, table, {
    operation,
    consistent: input.ConsistentRead,
    ...(indexName === undefined ? {} : { indexName }),
  });
  if (indexName === undefined) return { table: replica, index: undefined };
  const replicated = replica.index(indexName);
  return replicated === undefined ? source : { table: replica, index: replicated };
}

/** What is read from a local index counts against the table, as what is fetched from the table does. */
function admitPage({ context, operation, source, range }: PageRequest, units: number, fetchUnits: number): void {
  const { table, index } = source;
  const key = operation === 'Query' ? range.from : undefined;
  admit(context, table, {
    kind: 'read',
    units: units + fetchUnits,
    key,
    index: index?.definition.kind === 'global' ? index.definition : undefined,
  });
}
