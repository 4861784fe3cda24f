import type { Condition } from '@holdfast/wire';
import { attributeNamesOf } from '../expressions/attribute-names.js';
import { keyTermsOf } from '../expressions/key-condition.js';
import { expressionsOf, legacyPartsOf } from '../legacy/expressions-of.js';
import { keyTermsOfConditions } from '../legacy/legacy-conditions.js';
import { legacyConditions } from '../legacy/legacy-shapes.js';
import { isInRange } from '../storage/ordered-store.js';
import type { KeyLayout } from '../tables/key-attribute.js';
import { validationError } from '../validation/service-errors.js';
import {
  attributeMap,
  boolean,
  optional,
  required,
  string,
  stringMap,
  structure,
  tableReference,
} from '../validation/shape.js';
import { acceptStartKey } from './accept-start-key.js';
import type { OperationHandler } from './operation-handler.js';
import { checkSelect, limit, pagedReadMembers, rangeAfter, readPage } from './read-page.js';
import {
  checkStartKey,
  layoutOf,
  outsideRange,
  rangeIn,
  readSourceOf,
  refuseUnprojected,
  startPositionOf,
} from './read-source.js';

export const query: OperationHandler<'Query'> = {
  shape: structure('QueryInput', {
    TableName: required(tableReference),
    ...pagedReadMembers,
    KeyConditionExpression: optional(string),
    KeyConditions: optional(legacyConditions),
    QueryFilter: optional(legacyConditions),
    ExclusiveStartKey: optional(attributeMap),
    ExpressionAttributeNames: optional(stringMap),
    ExpressionAttributeValues: optional(attributeMap),
    Limit: optional({ ...limit, describedAs: "Value at 'Limit'" }),
    ScanIndexForward: optional(boolean),
  }),
  expressions: ['ProjectionExpression', 'FilterExpression', 'KeyConditionExpression'],
  legacy: {
    AttributesToGet: 'ProjectionExpression',
    QueryFilter: 'FilterExpression',
    ConditionalOperator: 'FilterExpression',
    KeyConditions: 'KeyConditionExpression',
  },
  unsupported: [],

  handle(context, input) {
    const legacy = legacyPartsOf(input, query);
    const startKeyAttributes = acceptStartKey(input.ExclusiveStartKey);
    if (input.KeyConditions == null && input.KeyConditionExpression == null) {
      throw validationError(
        'Either the KeyConditions or KeyConditionExpression parameter must be specified in the request.',
      );
    }
    const { filter, projection, keyCondition } = expressionsOf(input, query, legacy);
    const terms =
      input.KeyConditions != null
        ? keyTermsOfConditions(input.KeyConditions)
        : keyCondition === undefined
          ? []
          : keyTermsOf(keyCondition);
    checkSelect(input, '1 validation error detected: ');
    const table = context.state.tables.forItems(input.TableName);
    const source = readSourceOf(table, input);
    if (startKeyAttributes !== undefined) checkStartKey(source, startKeyAttributes);
    const range = rangeIn(source, terms);
    const direction = input.ScanIndexForward === false ? 'backward' : 'forward';
    const startKey = startKeyAttributes === undefined ? undefined : startPositionOf(source, startKeyAttributes);
    if (startKeyAttributes !== undefined && startKey !== undefined && !isInRange(startKey, range)) {
      throw outsideRange(source, startKeyAttributes, range, terms);
    }
    if (filter !== undefined) {
      refuseKeysInFilter(layoutOf(source), filter, input.QueryFilter == null ? 'Filter Expression' : 'QueryFilter');
    }
    refuseUnprojected(source, input);
    const rest = startKey === undefined ? range : rangeAfter(startKey, range, direction);
    return readPage({ context, operation: 'Query', source, range: rest, direction, filter, projection, input });
  },
};

function refuseKeysInFilter({ partitionKeys, sortKeys }: KeyLayout, filter: Condition, parameter: string): void {
  const names = attributeNamesOf(filter);
  const key = [...partitionKeys, ...sortKeys].find((attribute) => names.has(attribute.name));
  if (key !== undefined) {
    throw validationError(
      `${parameter} can only contain non-primary key attributes: Primary key attribute: ${key.name}`,
    );
  }
}
