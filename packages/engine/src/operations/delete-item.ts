import { writeCapacity } from '../capacity/write-cost.js';
import { itemCollectionMetrics } from '../items/item-collection.js';
import { expressionsOf } from '../legacy/expressions-of.js';
import { legacyExpectations } from '../legacy/legacy-shapes.js';
import { acceptMap } from '../validation/accept-value.js';
import { storageKeyOf } from '../validation/check-key.js';
import {
  attributeMap,
  optional,
  required,
  returnConsumedCapacity,
  returnItemCollectionMetrics,
  returnValues,
  returnValuesOnConditionCheckFailure,
  string,
  stringMap,
  structure,
  tableName,
} from '../validation/shape.js';
import { oldAttributes, refuseUpdatedReturnValues, requireCondition } from './conditional-write.js';
import type { OperationHandler } from './operation-handler.js';

export const deleteItem: OperationHandler<'DeleteItem'> = {
  shape: structure('DeleteItemInput', {
    TableName: required(tableName),
    Key: required(attributeMap),
    ...legacyExpectations,
    ConditionExpression: optional(string),
    ExpressionAttributeNames: optional(stringMap),
    ExpressionAttributeValues: optional(attributeMap),
    ReturnConsumedCapacity: optional(returnConsumedCapacity),
    ReturnItemCollectionMetrics: optional(returnItemCollectionMetrics),
    ReturnValues: optional(returnValues),
    ReturnValuesOnConditionCheckFailure: optional(returnValuesOnConditionCheckFailure),
  }),
  expressions: ['ConditionExpression'],
  legacy: { Expected: 'ConditionExpression', ConditionalOperator: 'ConditionExpression' },
  unsupported: [],

  handle({ state, runtime }, input) {
    const keyAttributes = acceptMap(input.Key);
    refuseUpdatedReturnValues(input.ReturnValues);
    const { condition } = expressionsOf(input, deleteItem.expressions);
    const table = state.tables.forItems(input.TableName);
    const key = storageKeyOf(table.definition, keyAttributes);
    const before = table.get(key);
    requireCondition(condition, before, input.ReturnValuesOnConditionCheckFailure);
    table.delete(key, runtime.now());
    return {
      ...oldAttributes(input.ReturnValues, before),
      ...writeCapacity(input.ReturnConsumedCapacity, { table, key, before, after: undefined }),
      ...itemCollectionMetrics(input.ReturnItemCollectionMetrics, table, keyAttributes),
    };
  },
};
