import {
  attributeValue,
  boolean,
  list,
  mapOf,
  oneOf,
  optional,
  required,
  string,
  structure,
} from '../validation/shape.js';

const comparisonOperator = oneOf(
  'IN',
  'NULL',
  'BETWEEN',
  'LT',
  'NOT_CONTAINS',
  'EQ',
  'GT',
  'NOT_NULL',
  'NE',
  'LE',
  'BEGINS_WITH',
  'GE',
  'CONTAINS',
);
const attributeValueList = optional(list(attributeValue));

const condition = structure('Condition', {
  ComparisonOperator: required(comparisonOperator),
  AttributeValueList: attributeValueList,
});

/** By attribute name: a QueryFilter, ScanFilter or KeyConditions. */
export const legacyConditions = mapOf(condition);

export const conditionalOperator = oneOf('AND', 'OR');

/** The legacy conditions of a write. */
export const legacyExpectations = {
  Expected: optional(
    mapOf(
      structure('ExpectedAttributeValue', {
        Value: optional(attributeValue),
        Exists: optional(boolean),
        ComparisonOperator: optional(comparisonOperator),
        AttributeValueList: attributeValueList,
      }),
    ),
  ),
  ConditionalOperator: optional(conditionalOperator),
};

export const attributeUpdates = mapOf(
  structure('AttributeValueUpdate', {
    Value: optional(attributeValue),
    Action: optional(oneOf('ADD', 'PUT', 'DELETE')),
  }),
);

export const attributesToGet = list(string, { minLength: 1, maxLength: 255 });
