import { readCapacityUnits, ServiceError } from '@holdfast/wire';
import { type ItemCost, transactionCapacity } from '../capacity/consumed-capacity.js';
import { writeCost } from '../capacity/write-cost.js';
import { itemCollectionsMetrics } from '../items/item-collection.js';
import { mostItems } from '../transactions/locate-items.js';
import { acceptAction, sameActions } from '../transactions/transaction-action.js';
import { commitTransaction, type PreparedAction, prepareTransaction } from '../transactions/write-transaction.js';
import {
  attributeMap,
  list,
  type Member,
  optional,
  required,
  returnConsumedCapacity,
  returnItemCollectionMetrics,
  returnValuesOnConditionCheckFailure,
  string,
  stringMap,
  structure,
  tableName,
} from '../validation/shape.js';
import type { OperationHandler } from './operation-handler.js';

const action = (name: string, members: Readonly<Record<string, Member>>) =>
  optional(
    structure(name, {
      TableName: required(tableName),
      ConditionExpression: optional(string),
      ExpressionAttributeNames: optional(stringMap),
      ExpressionAttributeValues: optional(attributeMap),
      ReturnValuesOnConditionCheckFailure: optional(returnValuesOnConditionCheckFailure),
      ...members,
    }),
  );

export const transactWriteItems: OperationHandler<'TransactWriteItems'> = {
  shape: structure('TransactWriteItemsInput', {
    TransactItems: required(
      list(
        structure('TransactWriteItem', {
          ConditionCheck: action('ConditionCheck', {
            Key: required(attributeMap),
            ConditionExpression: required(string),
          }),
          Put: action('Put', { Item: required(attributeMap) }),
          Delete: action('Delete', { Key: required(attributeMap) }),
          Update: action('Update', { Key: required(attributeMap), UpdateExpression: required(string) }),
        }),
        { minLength: 1, maxLength: mostItems },
      ),
    ),
    ClientRequestToken: optional({ type: 'string', minLength: 1, maxLength: 36 }),
    ReturnConsumedCapacity: optional(returnConsumedCapacity),
    ReturnItemCollectionMetrics: optional(returnItemCollectionMetrics),
  }),
  expressions: [],
  legacy: {},
  unsupported: [],

  handle({ state, runtime }, input) {
    const actions = input.TransactItems.map(acceptAction);
    const token = input.ClientRequestToken;
    const finished = token == null ? undefined : state.tokens.find(token, runtime.now());
    if (finished !== undefined) {
      if (!sameActions(finished.actions, actions)) throw mismatch(token);
      return transactionCapacity(input.ReturnConsumedCapacity, 'ReadCapacityUnits', finished.readCosts);
    }
    const prepared = prepareTransaction(state.tables, actions);
    commitTransaction(prepared);
    if (token != null) state.tokens.remember(token, { actions, readCosts: prepared.map(readCost) }, runtime.now());
    const written = prepared.flatMap(({ kind, table }, index) => {
      const attributes = actions[index]?.attributes;
      return kind === 'ConditionCheck' || attributes === undefined ? [] : [{ table, item: attributes }];
    });
    return {
      ...transactionCapacity(input.ReturnConsumedCapacity, 'WriteCapacityUnits', writeCosts(prepared)),
      ...itemCollectionsMetrics(input.ReturnItemCollectionMetrics, written),
    };
  },
};

function mismatch(token: string | undefined): ServiceError {
  return new ServiceError(
    'IdempotentParameterMismatchException',
    `The client request token ${token} was used for another request within the last ten minutes: use a new token for each request`,
  );
}

function readCost({ table, after }: PreparedAction) {
  return { tableName: table.definition.name, units: readCapacityUnits(after?.size ?? 0, 'transactional') };
}

function* writeCosts(prepared: readonly PreparedAction[]): Iterable<ItemCost> {
  for (const action of prepared) yield writeCost(action, 'transactional');
}
