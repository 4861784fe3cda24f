import type { AttributeMap } from '../attribute-value/attribute-value.js';
import type {
  ConsumedCapacity,
  ItemCollectionMetrics,
  ReturnConsumedCapacity,
  ReturnItemCollectionMetrics,
} from './expressions.js';
import type { LegacyProjection } from './legacy-parameters.js';

/** The items to read from one table, and how. */
export interface KeysAndAttributes extends LegacyProjection {
  readonly Keys: readonly AttributeMap[];
  readonly ConsistentRead?: boolean;
  readonly ProjectionExpression?: string;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
}

/** @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchGetItem.html */
export interface BatchGetItemInput {
  /** By table; at most 100 keys in all, none twice. */
  readonly RequestItems: Readonly<Record<string, KeysAndAttributes>>;
  readonly ReturnConsumedCapacity?: ReturnConsumedCapacity;
}
export interface BatchGetItemOutput {
  /** What was found, by table, in no order. */
  readonly Responses: Readonly<Record<string, readonly AttributeMap[]>>;
  /** What the next request has to ask for again; empty when all was read. */
  readonly UnprocessedKeys: Readonly<Record<string, KeysAndAttributes>>;
  readonly ConsumedCapacity?: readonly ConsumedCapacity[];
}
export interface BatchGetItem {
  readonly input: BatchGetItemInput;
  readonly output: BatchGetItemOutput;
}

/** Exactly one member is present. */
export interface WriteRequest {
  readonly PutRequest?: { readonly Item: AttributeMap };
  readonly DeleteRequest?: { readonly Key: AttributeMap };
}

/** @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchWriteItem.html */
export interface BatchWriteItemInput {
  /** By table; at most 25 requests in all, no item twice. */
  readonly RequestItems: Readonly<Record<string, readonly WriteRequest[]>>;
  readonly ReturnConsumedCapacity?: ReturnConsumedCapacity;
  readonly ReturnItemCollectionMetrics?: ReturnItemCollectionMetrics;
}
export interface BatchWriteItemOutput {
  /** What the next request has to write again; empty when all was written. */
  readonly UnprocessedItems: Readonly<Record<string, readonly WriteRequest[]>>;
  readonly ConsumedCapacity?: readonly ConsumedCapacity[];
  /** By table, for those that have local secondary indexes. */
  readonly ItemCollectionMetrics?: Readonly<Record<string, readonly ItemCollectionMetrics[]>>;
}
export interface BatchWriteItem {
  readonly input: BatchWriteItemInput;
  readonly output: BatchWriteItemOutput;
}
