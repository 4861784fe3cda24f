import { type AttributeMap, projectItem, type Update, type UpdateItemInput } from '@holdfast/wire';
import { writeCapacity } from '../capacity/write-cost.js';
import { admittedWrite, takeWriteCapacity } from '../conditions/write-admission.js';
import { itemCollectionMetrics, requireRoomInCollection } from '../items/item-collection.js';
import { pathsOf, refuseKeyUpdate, updatedItem } from '../items/updated-item.js';
import { writeUnits } from '../items/write-units.js';
import { termsOfWrite } from '../late-indexes/terms-of-write.js';
import { expressionsOf } from '../legacy/expressions-of.js';
import { attributeUpdates, legacyExpectations } from '../legacy/legacy-shapes.js';
import { updating } from '../legacy/legacy-update.js';
import type { StoredItem } from '../tables/table.js';
import { refuseConflict } from '../transactions/conflicts.js';
import { acceptMap } from '../validation/accept-value.js';
import { checkUpdatedIndexKeys } from '../validation/check-index-keys.js';
import { storageKeyOf } from '../validation/check-key.js';
import { copyMap } from '../validation/copy-value.js';
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
import { requireCondition } from './conditional-write.js';
import type { OperationHandler } from './operation-handler.js';

export const updateItem: OperationHandler<'UpdateItem'> = {
  shape: structure('UpdateItemInput', {
    TableName: required(tableReference),
    Key: required(attributeMap),
    AttributeUpdates: optional(attributeUpdates),
    ...legacyExpectations,
    UpdateExpression: optional(string),
    ConditionExpression: optional(string),
    ExpressionAttributeNames: optional(stringMap),
    ExpressionAttributeValues: optional(attributeMap),
    ReturnConsumedCapacity: optional(returnConsumedCapacity),
    ReturnItemCollectionMetrics: optional(returnItemCollectionMetrics),
    ReturnValues: optional(returnValues),
    ReturnValuesOnConditionCheckFailure: optional(returnValuesOnConditionCheckFailure),
  }),
  expressions: ['UpdateExpression', 'ConditionExpression'],
  legacy: {
    AttributeUpdates: 'UpdateExpression',
    Expected: 'ConditionExpression',
    ConditionalOperator: 'ConditionExpression',
  },
  unsupported: [],

  handle(context, input) {
    const keyAttributes = acceptMap(input.Key);
    const { condition, update } = expressionsOf(input, updateItem);
    const { tables, transactions } = context.state;
    const table = tables.forItems(input.TableName);
    const key = storageKeyOf(table.definition, keyAttributes);
    if (update !== undefined) refuseKeyUpdate(table.definition, update);
    refuseConflict(transactions, table, key);
    const before = table.get(key);
    const units = writeUnits(before, undefined, 'standard');
    const write = admittedWrite(context, table, { kind: 'write', units, key }, () => {
      requireCondition(condition, before, input.ReturnValuesOnConditionCheckFailure);
      const after = updating(input.AttributeUpdates != null, () => updatedItem(update, keyAttributes, before));
      if (after !== undefined) {
        checkUpdatedIndexKeys(table.definition, before?.item, after.item);
        requireRoomInCollection(table, key, before, after);
      }
      return { table, key, before, after };
    });
    const { after } = write;
    const terms = termsOfWrite(context, [write]);
    takeWriteCapacity(context, write);
    if (after !== undefined) table.put(key, after, terms);
    return {
      ...attributesAsked(input.ReturnValues, update, before, after),
      ...writeCapacity(input.ReturnConsumedCapacity, write),
      ...itemCollectionMetrics(input.ReturnItemCollectionMetrics, table, keyAttributes),
    };
  },
};

function attributesAsked(
  asked: UpdateItemInput['ReturnValues'],
  update: Update | undefined,
  before: StoredItem | undefined,
  after: StoredItem | undefined,
): { readonly Attributes?: AttributeMap } {
  const source = asked === 'ALL_OLD' || asked === 'UPDATED_OLD' ? before : after;
  if (asked == null || asked === 'NONE' || source === undefined) return {};
  if (asked === 'ALL_OLD' || asked === 'ALL_NEW') return { Attributes: copyMap(source.item) };
  const updated = update === undefined ? {} : projectItem(pathsOf(update), source.item);
  return Object.keys(updated).length === 0 ? {} : { Attributes: copyMap(updated) };
}
