import type { AttributeMap } from '../attribute-value/attribute-value.js';
import type {
  ConsumedCapacity,
  ExpressionAttributes,
  ItemCollectionMetrics,
  ReturnConsumedCapacity,
  ReturnItemCollectionMetrics,
} from './expressions.js';

interface TransactAction extends ExpressionAttributes {
  readonly TableName: string;
  readonly ReturnValuesOnConditionCheckFailure?: 'ALL_OLD' | 'NONE';
}
export interface TransactPut extends TransactAction {
  readonly Item: AttributeMap;
  readonly ConditionExpression?: string;
}
export interface TransactUpdate extends TransactAction {
  readonly Key: AttributeMap;
  readonly UpdateExpression: string;
  readonly ConditionExpression?: string;
}
export interface TransactDelete extends TransactAction {
  readonly Key: AttributeMap;
  readonly ConditionExpression?: string;
}
export interface TransactConditionCheck extends TransactAction {
  readonly Key: AttributeMap;
  readonly ConditionExpression: string;
}
/** Exactly one member is present. */
export interface TransactWriteItem {
  readonly Put?: TransactPut;
  readonly Update?: TransactUpdate;
  readonly Delete?: TransactDelete;
  readonly ConditionCheck?: TransactConditionCheck;
}

/** @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html */
export interface TransactWriteItemsInput {
  /** At most 100 actions, 4 MB together, no item twice. */
  readonly TransactItems: readonly TransactWriteItem[];
  /** From 1 to 36 characters; makes a repeated request succeed without effect for ten minutes. */
  readonly ClientRequestToken?: string;
  readonly ReturnConsumedCapacity?: ReturnConsumedCapacity;
  readonly ReturnItemCollectionMetrics?: ReturnItemCollectionMetrics;
}
export interface TransactWriteItemsOutput {
  readonly ConsumedCapacity?: readonly ConsumedCapacity[];
  /** By table, for those that have local secondary indexes. */
  readonly ItemCollectionMetrics?: Readonly<Record<string, readonly ItemCollectionMetrics[]>>;
}
export interface TransactWriteItems {
  readonly input: TransactWriteItemsInput;
  readonly output: TransactWriteItemsOutput;
}

export interface TransactGetItem {
  readonly Get: {
    readonly TableName: string;
    readonly Key: AttributeMap;
    readonly ProjectionExpression?: string;
    readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
  };
}
/** @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactGetItems.html */
export interface TransactGetItemsInput {
  readonly TransactItems: readonly TransactGetItem[];
  readonly ReturnConsumedCapacity?: ReturnConsumedCapacity;
}
export interface TransactGetItemsOutput {
  readonly Responses: readonly { readonly Item?: AttributeMap }[];
  readonly ConsumedCapacity?: readonly ConsumedCapacity[];
}
export interface TransactGetItems {
  readonly input: TransactGetItemsInput;
  readonly output: TransactGetItemsOutput;
}
