import { type AttributeMap, equalMaps, type TransactWriteItem } from '@holdfast/wire';
import {
  type ExpressionParameter,
  type Expressions,
  parseExpressions,
  type RequestWithExpressions,
} from '../expressions/request-expressions.js';
import { acceptMap } from '../validation/accept-value.js';
import { checkedItemSize } from '../validation/check-item.js';
import { validationError } from '../validation/service-errors.js';

export type ActionKind = keyof TransactWriteItem;

/** An action of a transaction whose own content is valid; what the tables say about it is still open. */
export interface TransactionAction {
  readonly kind: ActionKind;
  readonly tableName: string;
  /** The whole item of a Put, the key of any other action. */
  readonly attributes: AttributeMap;
  /** The bytes of a Put's item. */
  readonly size: number;
  readonly expressions: Expressions;
  readonly request: ActionRequest;
}

/** What all kinds of action have in common. */
export type ActionRequest = RequestWithExpressions & {
  readonly TableName: string;
  readonly Item?: AttributeMap;
  readonly Key?: AttributeMap;
  readonly ReturnValuesOnConditionCheckFailure?: 'ALL_OLD' | 'NONE';
};

const expressionsOf: Readonly<Record<ActionKind, readonly ExpressionParameter[]>> = {
  Put: ['ConditionExpression'],
  Update: ['UpdateExpression', 'ConditionExpression'],
  Delete: ['ConditionExpression'],
  ConditionCheck: ['ConditionExpression'],
};
const kinds = Object.keys(expressionsOf) as readonly ActionKind[];

/** @throws ServiceError ValidationException where the action's own content is at fault */
export function acceptAction(entry: TransactWriteItem): TransactionAction {
  const present = kinds.filter((kind) => entry[kind] != null);
  const [kind] = present;
  if (kind === undefined || present.length > 1) {
    throw validationError('TransactItems can only contain one of Check, Put, Update or Delete');
  }
  const request = entry[kind] as ActionRequest;
  const attributes = acceptMap((kind === 'Put' ? request.Item : request.Key) ?? {});
  const size = kind === 'Put' ? checkedItemSize(attributes) : 0;
  const expressions = parseExpressions(request, expressionsOf[kind]);
  return { kind, tableName: request.TableName, attributes, size, expressions, request: textsOf(request) };
}

/** The part of a request that may be kept: texts, which nobody can change. */
function textsOf(request: ActionRequest): ActionRequest {
  const { TableName, ConditionExpression, UpdateExpression, ReturnValuesOnConditionCheckFailure } = request;
  return {
    TableName,
    ...(ConditionExpression == null ? {} : { ConditionExpression }),
    ...(UpdateExpression == null ? {} : { UpdateExpression }),
    ...(ReturnValuesOnConditionCheckFailure == null ? {} : { ReturnValuesOnConditionCheckFailure }),
    ...(request.ExpressionAttributeNames == null
      ? {}
      : { ExpressionAttributeNames: Object.assign(Object.create(null), request.ExpressionAttributeNames) }),
  };
}

/** Whether two transactions ask for the same, in the same order; numbers count by their value. */
export function sameActions(left: readonly TransactionAction[], right: readonly TransactionAction[]): boolean {
  return left.length === right.length && left.every((action, index) => sameAction(action, right[index]));
}

function sameAction(left: TransactionAction, right: TransactionAction | undefined): boolean {
  return (
    right !== undefined &&
    left.kind === right.kind &&
    left.tableName === right.tableName &&
    left.request.ConditionExpression === right.request.ConditionExpression &&
    left.request.UpdateExpression === right.request.UpdateExpression &&
    left.request.ReturnValuesOnConditionCheckFailure === right.request.ReturnValuesOnConditionCheckFailure &&
    sameNames(left.request.ExpressionAttributeNames ?? {}, right.request.ExpressionAttributeNames ?? {}) &&
    equalMaps(left.expressions.values ?? {}, right.expressions.values ?? {}) &&
    equalMaps(left.attributes, right.attributes)
  );
}

function sameNames(left: Readonly<Record<string, string>>, right: Readonly<Record<string, string>>): boolean {
  const placeholders = Object.keys(left);
  return (
    placeholders.length === Object.keys(right).length &&
    placeholders.every((placeholder) => Object.hasOwn(right, placeholder) && left[placeholder] === right[placeholder])
  );
}
