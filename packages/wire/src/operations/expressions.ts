import type { AttributeMap } from '../attribute-value/attribute-value.js';

/** The placeholders of a request's expressions: `#name` and `:value`. */
export interface ExpressionAttributes {
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
  readonly ExpressionAttributeValues?: AttributeMap;
}

export type ReturnConsumedCapacity = 'INDEXES' | 'TOTAL' | 'NONE';

/**
 * What a request was billed.
 *
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ConsumedCapacity.html
 */
export interface ConsumedCapacity {
  readonly TableName?: string;
  readonly CapacityUnits?: number;
  readonly ReadCapacityUnits?: number;
  readonly WriteCapacityUnits?: number;
  readonly Table?: Capacity;
  readonly LocalSecondaryIndexes?: Readonly<Record<string, Capacity>>;
  readonly GlobalSecondaryIndexes?: Readonly<Record<string, Capacity>>;
}
export interface Capacity {
  readonly CapacityUnits?: number;
  readonly ReadCapacityUnits?: number;
  readonly WriteCapacityUnits?: number;
}

export type ReturnItemCollectionMetrics = 'SIZE' | 'NONE';

/**
 * How large an item collection is: all items of one partition key value, in a table with local secondary indexes and in
 * these indexes. It may have at most 10 GB.
 *
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ItemCollectionMetrics.html
 */
export interface ItemCollectionMetrics {
  /** The partition key and its value. */
  readonly ItemCollectionKey: AttributeMap;
  /** A lower and an upper bound, in gigabytes. */
  readonly SizeEstimateRangeGB: readonly [number, number];
}
