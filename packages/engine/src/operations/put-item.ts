import { writeCapacity } from '../capacity/write-cost.js';
import { admittedWrite, takeWriteCapacity } from '../conditions/write-admission.js';
import { itemCollectionMetrics, requireRoomInCollection } from '../items/item-collection.js';
import { writeUnits } from '../items/write-units.js';
import { termsOfWrite } from '../late-indexes/terms-of-write.js';
import { expressionsOf } from '../legacy/expressions-of.js';
import { legacyExpectations } from '../legacy/legacy-shapes.js';
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
  tableReference,
} from '../validation/shape.js';
import { oldAttributes, refuseUpdatedReturnValues, requireCondition } from './conditional-write.js';
import type { OperationHandler } from './operation-handler.js';

export const putItem: OperationHandler<'PutItem'> = {
  shape: structure('PutItemInput', {
    TableName: required(tableReference),
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

  handle(context, input) {
    const item = acceptMap(input.Item);
    refuseUpdatedReturnValues(input.ReturnValues);
    const after = { item, size: checkedItemSize(item) };
    const { condition } = expressionsOf(input, putItem);
    const { tables, transactions } = context.state;
    const table = tables.forItems(input.TableName);
    const key = storageKeyOfItem(table.definition, item);
    refuseConflict(transactions, table, key);
    const before = table.get(key);
    const write = { table, key, before, after };
    admittedWrite(context, table, { kind: 'write', units: writeUnits(before, after, 'standard'), key }, () => {
      requireCondition(condition, before, input.ReturnValuesOnConditionCheckFailure);
      requireRoomInCollection(table, key, before, after);
      return write;
    });
    const terms = termsOfWrite(context, [write]);
    takeWriteCapacity(context, write);
    table.put(key, after, terms);
    return {
      ...oldAttributes(input.ReturnValues, before),
      ...writeCapacity(input.ReturnConsumedCapacity, write),
      ...itemCollectionMetrics(input.ReturnItemCollectionMetrics, table, item),
    };
  },
};
