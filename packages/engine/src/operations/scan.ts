import type { ScanInput } from '@holdfast/wire';
import { parseExpressions } from '../expressions/request-expressions.js';
import { segmentRange } from '../storage/item-key.js';
import { acceptMap } from '../validation/accept-value.js';
import { validationError } from '../validation/service-errors.js';
import { attributeMap, integer, optional, required, stringMap, structure, tableName } from '../validation/shape.js';
import type { OperationHandler } from './operation-handler.js';
import { checkSelect, isInRange, limit, pagedReadMembers, rangeAfter, readPage, refuseIndex } from './read-page.js';
import { startKeyOf } from './start-key.js';

export const scan: OperationHandler<'Scan'> = {
  shape: structure('ScanInput', {
    TableName: required(tableName),
    ...pagedReadMembers,
    ExclusiveStartKey: optional(attributeMap),
    ExpressionAttributeNames: optional(stringMap),
    ExpressionAttributeValues: optional(attributeMap),
    Limit: optional(limit),
    Segment: optional(integer({ minimum: 0, maximum: 999_999 })),
    TotalSegments: optional(integer({ minimum: 1, maximum: 1_000_000 })),
  }),
  expressions: ['FilterExpression', 'ProjectionExpression'],
  legacy: {
    ScanFilter: 'FilterExpression',
    AttributesToGet: 'ProjectionExpression',
    ConditionalOperator: 'FilterExpression',
  },
  unsupported: [],

  handle(context, input) {
    const startKeyAttributes = input.ExclusiveStartKey == null ? undefined : acceptMap(input.ExclusiveStartKey);
    const { filter, projection } = parseExpressions(input, scan.expressions);
    const segment = segmentOf(input);
    checkSelect(input);
    const table = context.state.tables.forItems(input.TableName);
    refuseIndex(input);
    const range = segment === undefined ? {} : segmentRange(segment.index, segment.total);
    const startKey = startKeyAttributes === undefined ? undefined : startKeyOf(table.definition, startKeyAttributes);
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
      table,
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
