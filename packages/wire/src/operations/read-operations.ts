import type { AttributeMap } from '../attribute-value/attribute-value.js';
import type { ConsumedCapacity, ExpressionAttributes, ReturnConsumedCapacity } from './expressions.js';
import type { ConditionalOperator, LegacyConditions, LegacyProjection } from './legacy-parameters.js';

interface PagedRead extends ExpressionAttributes, LegacyProjection {
  readonly TableName: string;
  readonly IndexName?: string;
  readonly ConsistentRead?: boolean;
  readonly ExclusiveStartKey?: AttributeMap;
  readonly FilterExpression?: string;
  readonly ProjectionExpression?: string;
  /** The most items to look at, before the filter. */
  readonly Limit?: number;
  readonly Select?: 'ALL_ATTRIBUTES' | 'ALL_PROJECTED_ATTRIBUTES' | 'COUNT' | 'SPECIFIC_ATTRIBUTES';
  readonly ConditionalOperator?: ConditionalOperator;
  readonly ReturnConsumedCapacity?: ReturnConsumedCapacity;
}
interface PagedOutput {
  readonly Items?: readonly AttributeMap[];
  readonly Count: number;
  readonly ScannedCount: number;
  /** Where the next page starts; absent on the last page only. */
  readonly LastEvaluatedKey?: AttributeMap;
  readonly ConsumedCapacity?: ConsumedCapacity;
}

/** @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Query.html */
export interface QueryInput extends PagedRead {
  /** Required, unless there are KeyConditions. */
  readonly KeyConditionExpression?: string;
  readonly KeyConditions?: LegacyConditions;
  readonly QueryFilter?: LegacyConditions;
  readonly ScanIndexForward?: boolean;
}
export interface QueryOutput extends PagedOutput {}
export interface Query {
  readonly input: QueryInput;
  readonly output: QueryOutput;
}

/** @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Scan.html */
export interface ScanInput extends PagedRead {
  readonly ScanFilter?: LegacyConditions;
  readonly Segment?: number;
  readonly TotalSegments?: number;
}
export interface ScanOutput extends PagedOutput {}
export interface Scan {
  readonly input: ScanInput;
  readonly output: ScanOutput;
}
