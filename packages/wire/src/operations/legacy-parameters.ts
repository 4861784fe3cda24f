import type { AttributeValue } from '../attribute-value/attribute-value.js';

/** How a legacy condition holds an attribute against its values. */
export type LegacyComparisonOperator =
  | 'EQ'
  | 'NE'
  | 'IN'
  | 'LE'
  | 'LT'
  | 'GE'
  | 'GT'
  | 'BETWEEN'
  | 'NOT_NULL'
  | 'NULL'
  | 'CONTAINS'
  | 'NOT_CONTAINS'
  | 'BEGINS_WITH';

/** Whether all conditions of a legacy parameter must hold, as they must unless it says `OR`, or one of them. */
export type ConditionalOperator = 'AND' | 'OR';

/** @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Condition.html */
export interface LegacyCondition {
  readonly ComparisonOperator: LegacyComparisonOperator;
  readonly AttributeValueList?: readonly AttributeValue[];
}

/**
 * Either a comparison, or an equality (`Value`), or absence (`Exists: false`).
 *
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ExpectedAttributeValue.html
 */
export interface ExpectedAttributeValue {
  readonly Value?: AttributeValue;
  readonly Exists?: boolean;
  readonly ComparisonOperator?: LegacyComparisonOperator;
  readonly AttributeValueList?: readonly AttributeValue[];
}

/** @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_AttributeValueUpdate.html */
export interface AttributeValueUpdate {
  readonly Value?: AttributeValue;
  /** `PUT` unless given. */
  readonly Action?: 'ADD' | 'PUT' | 'DELETE';
}

/** Conditions of a write, as they were before ConditionExpression. */
export interface LegacyExpectations {
  readonly Expected?: Readonly<Record<string, ExpectedAttributeValue>>;
  readonly ConditionalOperator?: ConditionalOperator;
}

/** Top-level attributes to return, as they were before ProjectionExpression. */
export interface LegacyProjection {
  readonly AttributesToGet?: readonly string[];
}

/** By attribute name. */
export type LegacyConditions = Readonly<Record<string, LegacyCondition>>;

/** What a request of before expressions may hold, over all operations. */
export interface LegacyParameters extends LegacyExpectations, LegacyProjection {
  readonly AttributeUpdates?: Readonly<Record<string, AttributeValueUpdate>>;
  readonly KeyConditions?: LegacyConditions;
  readonly QueryFilter?: LegacyConditions;
  readonly ScanFilter?: LegacyConditions;
}
