import { mostItems } from '../transactions/locate-items.js';
import { runningTransaction } from '../transactions/running-transaction.js';
import { beginTransaction } from '../transactions/write-transaction.js';
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
  tableReference,
} from '../validation/shape.js';
import type { OperationHandler } from './operation-handler.js';

const action = (name: string, members: Readonly<Record<string, Member>>) =>
  optional(
    structure(name, {
      TableName: required(tableReference),
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

  handle(context, input) {
    const beginning = beginTransaction(context, input);
    if (beginning.kind === 'repeated') return beginning.output;
    const { id } = beginning.transaction;
    const host = { context: () => context, beforeStep: () => {}, afterCommit: context.recordVersions };
    try {
      return runningTransaction(id, host).complete();
    } catch (error) {
      // Nothing has been written where a condition threw, and nobody is left who could take the steps.
      context.state.transactions.remove(id);
      throw error;
    }
  },
};
