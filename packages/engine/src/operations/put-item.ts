import { consumedCapacity } from '../capacity/consumed-capacity.js';
import { admit } from '../conditions/throttling.js';
import { parseExpressions } from '../expressions/request-expressions.js';
import { writeUnits } from '../items/write-units.js';
import { refuseConflict } from '../transactions/conflicts.js';
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

  handle(context, input) {
    const item = acceptMap(input.Item);
    const after = { item, size: checkedItemSize(item) };
    refuseUpdatedReturnValues(input.ReturnValues);
    const { condition } = parseExpressions(input, putItem.expressions);
    const { tables, transactions } = context.state;
    const table = tables.forItems(input.TableName);
    const key = storageKeyOfItem(table.definition, item);
    refuseConflict(transactions, table, key);
    const before = table.get(key);
    const units = writeUnits(before, after, 'standard');
    admit(context, table, { kind: 'write', units, key });
    requireCondition(condition, before, input.ReturnValuesOnConditionCheckFailure);
    table.put(key, after);
    return {
      ...oldAttributes(input.ReturnValues, before),
      ...consumedCapacity(input.ReturnConsumedCapacity, input.TableName, units),
    };
  },
};
