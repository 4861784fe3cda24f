import type { ScanInput } from '@holdfast/wire';
import { expressionsOf, legacyPartsOf } from '../legacy/expressions-of.js';
import { legacyConditions } from '../legacy/legacy-shapes.js';
import { segmentRange } from '../storage/item-key.js';
import { isInRange } from '../storage/ordered-store.js';
import { validationError } from '../validation/service-errors.js';
import {
  attributeMap,
  integer,
  optional,
  required,
  stringMap,
  structure,
  tableReference,
} from '../validation/shape.js';
import { acceptStartKey } from './accept-start-key.js';
import type { OperationHandler } from './operation-handler.js';
import { checkSelect, limit, pagedReadMembers, rangeAfter, readPage } from './read-page.js';
import { checkStartKey, readSourceOf, refuseUnprojected, startPositionOf } from './read-source.js';

export const scan: OperationHandler<'Scan'> = {
  shape: structure('ScanInput', {
    TableName: required(tableReference),
    ...pagedReadMembers,
    ExclusiveStartKey: optional(attributeMap),
    ExpressionAttributeNames: optional(stringMap),
    ExpressionAttributeValues: optional(attributeMap),
    Limit: optional(limit),
    ScanFilter: optional(legacyConditions),
    Segment: optional(integer({ minimum: 0, maximum: 999_999 })),
    TotalSegments: optional(integer({ minimum: 1, maximum: 1_000_000 })),
  }),
  expressions: ['ProjectionExpression', 'FilterExpression'],
  legacy: {
    AttributesToGet: 'ProjectionExpression',
    ScanFilter: 'FilterExpression',
    ConditionalOperator: 'FilterExpression',
  },
  unsupported: [],

  handle(context, input) {
    const legacy = legacyPartsOf(input, scan);
    const startKeyAttributes = acceptStartKey(input.ExclusiveStartKey);
    const segment = segmentOf(input);
    const { filter, projection } = expressionsOf(input, scan, legacy);
    checkSelect(input);
    const table = context.state.tables.forItems(input.TableName);
    const source = readSourceOf(table, input);
    // Of a table, the start key is held to the schema as a whole, below.
    if (startKeyAttributes !== undefined && source.index !== undefined) checkStartKey(source, startKeyAttributes);
    refuseUnprojected(source, input);
    const range = segment === undefined ? {} : segmentRange(segment.index, segment.total);
    const startKey = startKeyAttributes === undefined ? undefined : startPositionOf(source, startKeyAttributes);
    if (segment !== undefined && startKey !== undefined && !isInRange(startKey, range)) {
      throw validationError(
        'The provided starting key is invalid: Invalid ExclusiveStartKey. Please use ExclusiveStartKey with correct Segment. ' +
          `TotalSegments: ${segment.total} Segment: ${segment.index}`,
      );
    }
    const rest = startKey === undefined ? range : rangeAfter(startKey, range, 'forward');
    return readPage({
      context,
      operation: 'Scan',
      source,
      range: rest,
      direction: 'forward',
      filter,
      projection,
      input,
    });
  },
};

function segmentOf({ Segment, TotalSegments }: ScanInput): { index: number; total: number } | undefined {
  if (TotalSegments == null && Segment == null) return undefined;
  if (TotalSegments == null || Segment == null) {
    throw validationError(
      TotalSegments == null
        ? 'The TotalSegments parameter is required but was not present in the request when Segment parameter is present'
        : 'The Segment parameter is required but was not present in the request when parameter TotalSegments is present',
    );
  }
  if (Segment >= TotalSegments) {
    throw validationError(
      'The Segment parameter is zero-based and must be less than parameter TotalSegments: ' +
        `Segment: ${Segment} is not less than TotalSegments: ${TotalSegments}`,
    );
  }
  return { index: Segment, total: TotalSegments };
}
