import { consumedCapacity } from '../capacity/consumed-capacity.js';
import { admit } from '../conditions/throttling.js';
import { parseExpressions } from '../expressions/request-expressions.js';
import { writeUnits } from '../items/write-units.js';
import { refuseConflict } from '../transactions/conflicts.js';
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
    const keyAttributes = acceptMap(input.Key);
    refuseUpdatedReturnValues(input.ReturnValues);
    const { condition } = parseExpressions(input, deleteItem.expressions);
    const { tables, transactions } = context.state;
    const table = tables.forItems(input.TableName);
    const key = storageKeyOf(table.definition, keyAttributes);
    refuseConflict(transactions, table, key);
    const before = table.get(key);
    const units = writeUnits(before, undefined, 'standard');
    admit(context, table, { kind: 'write', units, key });
    requireCondition(condition, before, input.ReturnValuesOnConditionCheckFailure);
    table.delete(key);
    return {
      ...oldAttributes(input.ReturnValues, before),
      ...consumedCapacity(input.ReturnConsumedCapacity, input.TableName, units),
    };
  },
};
