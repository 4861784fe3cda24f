import type { Condition } from '@holdfast/wire';
import { attributeNamesOf } from '../expressions/attribute-names.js';
import { keyTermsOf, rangeOf } from '../expressions/key-condition.js';
import { parseExpressions } from '../expressions/request-expressions.js';
import type { TableDefinition } from '../tables/table-definition.js';
import { acceptMap } from '../validation/accept-value.js';
import { validationError } from '../validation/service-errors.js';
import {
  attributeMap,
  boolean,
  optional,
  required,
  string,
  stringMap,
  structure,
  tableName,
} from '../validation/shape.js';
import type { OperationHandler } from './operation-handler.js';
import { checkSelect, isInRange, limit, pagedReadMembers, rangeAfter, readPage, refuseIndex } from './read-page.js';
import { startKeyOf } from './start-key.js';

export const query: OperationHandler<'Query'> = {
  shape: structure('QueryInput', {
    TableName: required(tableName),
    ...pagedReadMembers,
    KeyConditionExpression: optional(string),
    ExclusiveStartKey: optional(attributeMap),
    ExpressionAttributeNames: optional(stringMap),
    ExpressionAttributeValues: optional(attributeMap),
    Limit: optional({ ...limit, describedAs: "Value at 'Limit'" }),
    ScanIndexForward: optional(boolean),
  }),
  expressions: ['FilterExpression', 'ProjectionExpression', 'KeyConditionExpression'],
  legacy: {
    KeyConditions: 'KeyConditionExpression',
    QueryFilter: 'FilterExpression',
    AttributesToGet: 'ProjectionExpression',
    ConditionalOperator: 'FilterExpression',
  },
  unsupported: [],

  handle(context, input) {
    const startKeyAttributes = input.ExclusiveStartKey == null ? undefined : acceptMap(input.ExclusiveStartKey);
    const { filter, projection, keyCondition } = parseExpressions(input, query.expressions);
    if (keyCondition === undefined) {
      throw validationError(
        'Either the KeyConditions or KeyConditionExpression parameter must be specified in the request.',
      );
    }
    const terms = keyTermsOf(keyCondition);
    checkSelect(input);
    const table = context.state.tables.forItems(input.TableName);
    refuseIndex(input);
    const range = rangeOf(table.definition, terms);
    if (filter !== undefined) refuseKeysInFilter(table.definition, filter);
    const direction = input.ScanIndexForward === false ? 'backward' : 'forward';
    const startKey = startKeyAttributes === undefined ? undefined : startKeyOf(table.definition, startKeyAttributes);
    if (startKey !== undefined && !isInRange(startKey, range)) {
      throw validationError('The provided starting key is outside query boundaries based on provided conditions');
    }
    const rest = startKey === undefined ? range : rangeAfter(startKey, range, direction);
    return readPage({ context, operation: 'Query', table, range: rest, direction, filter, projection, input });
  },
};

function refuseKeysInFilter(table: TableDefinition, filter: Condition): void {
  const names = attributeNamesOf(filter);
  const key = [table.partitionKey, table.sortKey].find((attribute) => attribute && names.has(attribute.name));
  if (key !== undefined) {
    throw validationError(
      `Filter Expression can only contain non-primary key attributes: Primary key attribute: ${key.name}`,
    );
  }
}
