import { writeCapacity } from '../capacity/write-cost.js';
import { itemCollectionMetrics, requireRoomInCollection } from '../items/item-collection.js';
import { expressionsOf } from '../legacy/expressions-of.js';
import { legacyExpectations } from '../legacy/legacy-shapes.js';
import { acceptMap } from '../validation/accept-value.js';
import { checkedItemSize } from '../validation/check-item.js';
import { storageKeyOfItem } from '../validation/check-key.js';
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

export const putItem: OperationHandler<'PutItem'> = {
  shape: structure('PutItemInput', {
    TableName: required(tableName),
    Item: required(attributeMap),
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
    const item = acceptMap(input.Item);
    refuseUpdatedReturnValues(input.ReturnValues);
    const after = { item, size: checkedItemSize(item) };
    const { condition } = expressionsOf(input, putItem.expressions);
    const table = state.tables.forItems(input.TableName);
    const key = storageKeyOfItem(table.definition, item);
    const before = table.get(key);
    requireCondition(condition, before, input.ReturnValuesOnConditionCheckFailure);
    requireRoomInCollection(table, key, before, after);
    table.put(key, after, runtime.now());
    return {
      ...oldAttributes(input.ReturnValues, before),
      ...writeCapacity(input.ReturnConsumedCapacity, { table, key, before, after }),
      ...itemCollectionMetrics(input.ReturnItemCollectionMetrics, table, item),
    };
  },
};
