import type { AttributeMap } from '../attribute-value/attribute-value.js';
import type {
  ConsumedCapacity,
  ExpressionAttributes,
  ItemCollectionMetrics,
  ReturnConsumedCapacity,
  ReturnItemCollectionMetrics,
} from './expressions.js';
import type { AttributeValueUpdate, LegacyExpectations, LegacyProjection } from './legacy-parameters.js';

interface ConditionalWrite extends ExpressionAttributes, LegacyExpectations {
  readonly TableName: string;
  readonly ConditionExpression?: string;
  /** `ALL_OLD`: the stored item comes back inside the error of a failed condition, at no further cost. */
  readonly ReturnValuesOnConditionCheckFailure?: 'ALL_OLD' | 'NONE';
  readonly ReturnConsumedCapacity?: ReturnConsumedCapacity;
  readonly ReturnItemCollectionMetrics?: ReturnItemCollectionMetrics;
}
interface WriteOutput {
  readonly Attributes?: AttributeMap;
  readonly ConsumedCapacity?: ConsumedCapacity;
  /** Present where it was asked for and the table has local secondary indexes. */
  readonly ItemCollectionMetrics?: ItemCollectionMetrics;
}

/** @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_PutItem.html */
export interface PutItemInput extends ConditionalWrite {
  readonly Item: AttributeMap;
  readonly ReturnValues?: 'NONE' | 'ALL_OLD';
}
export interface PutItemOutput extends WriteOutput {}
export interface PutItem {
  readonly input: PutItemInput;
  readonly output: PutItemOutput;
}

/** @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateItem.html */
export interface UpdateItemInput extends ConditionalWrite {
  readonly Key: AttributeMap;
  readonly UpdateExpression?: string;
  readonly AttributeUpdates?: Readonly<Record<string, AttributeValueUpdate>>;
  readonly ReturnValues?: 'NONE' | 'ALL_OLD' | 'UPDATED_OLD' | 'ALL_NEW' | 'UPDATED_NEW';
}
export interface UpdateItemOutput extends WriteOutput {}
export interface UpdateItem {
  readonly input: UpdateItemInput;
  readonly output: UpdateItemOutput;
}

/** @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DeleteItem.html */
export interface DeleteItemInput extends ConditionalWrite {
  readonly Key: AttributeMap;
  readonly ReturnValues?: 'NONE' | 'ALL_OLD';
}
export interface DeleteItemOutput extends WriteOutput {}
export interface DeleteItem {
  readonly input: DeleteItemInput;
  readonly output: DeleteItemOutput;
}

/** @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_GetItem.html */
export interface GetItemInput extends LegacyProjection {
  readonly TableName: string;
  readonly Key: AttributeMap;
  readonly ConsistentRead?: boolean;
  readonly ProjectionExpression?: string;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
  readonly ReturnConsumedCapacity?: ReturnConsumedCapacity;
}
export interface GetItemOutput {
  readonly Item?: AttributeMap;
  readonly ConsumedCapacity?: ConsumedCapacity;
}
export interface GetItem {
  readonly input: GetItemInput;
  readonly output: GetItemOutput;
}
