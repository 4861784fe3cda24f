import { readCapacityUnits, type TransactGetItem } from '@holdfast/wire';
import { transactionCapacity } from '../capacity/consumed-capacity.js';
import { parseExpressions } from '../expressions/request-expressions.js';
import { readItem } from '../items/read-item.js';
import { admitTransaction } from '../transactions/admit-transaction.js';
import { conflictOf } from '../transactions/conflicts.js';
import { cancelUnlessFree, checkTransactionSize, locateItems, mostItems } from '../transactions/locate-items.js';
import { acceptMap } from '../validation/accept-value.js';
import { storageKeyOf } from '../validation/check-key.js';
import {
  attributeMap,
  list,
  optional,
  required,
  returnConsumedCapacity,
  string,
  stringMap,
  structure,
  tableReference,
} from '../validation/shape.js';
import type { OperationHandler } from './operation-handler.js';

export const transactGetItems: OperationHandler<'TransactGetItems'> = {
  shape: structure('TransactGetItemsInput', {
    TransactItems: required(
      list(
        structure('TransactGetItem', {
          Get: required(
            structure('Get', {
              TableName: required(tableReference),
              Key: required(attributeMap),
              ProjectionExpression: optional(string),
              ExpressionAttributeNames: optional(stringMap),
            }),
          ),
        }),
        { minLength: 1, maxLength: mostItems },
      ),
    ),
    ReturnConsumedCapacity: optional(returnConsumedCapacity),
  }),
  expressions: [],
  legacy: {},
  unsupported: [],

  handle(context, input) {
    const gets = input.TransactItems.map(acceptGet);
    const locations = locateItems(context.state.tables, gets, (table, get) => storageKeyOf(table.definition, get.key));
    cancelUnlessFree(
      locations.map(({ table, key }) => conflictOf(context.state.transactions, table, key) ?? { Code: 'None' }),
    );
    const found = locations.map(({ table, key }) => table.get(key));
    checkTransactionSize(found.reduce((bytes, stored) => bytes + (stored?.size ?? 0), 0));
    const costs = found.map((stored, index) => ({
      tableName: gets[index]?.tableName ?? '',
      units: readCapacityUnits(stored?.size ?? 0, 'transactional'),
    }));
    admitTransaction(context, 'read', locations, (index) => costs[index]?.units ?? 0);
    return {
      Responses: found.map((stored, index) =>
        stored === undefined ? {} : { Item: readItem(stored, gets[index]?.projection) },
      ),
      ...transactionCapacity(input.ReturnConsumedCapacity, 'ReadCapacityUnits', costs),
    };
  },
};

function acceptGet({ Get }: TransactGetItem) {
  const key = acceptMap(Get.Key);
  const { projection } = parseExpressions(Get, ['ProjectionExpression']);
  return { tableName: Get.TableName, key, projection };
}
