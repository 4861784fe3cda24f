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
