import { integer, list, oneOf, optional, required, string, structure } from '../validation/shape.js';

const keyName = { type: 'string', minLength: 1, maxLength: 255 } as const;
const capacityUnits = required(integer({ minimum: 1 }));

export const attributeDefinitions = list(
  structure('AttributeDefinition', {
    AttributeName: required(keyName),
    AttributeType: required(oneOf('B', 'N', 'S')),
  }),
);

export const keySchema = (maxLength: number) =>
  list(
    structure('KeySchemaElement', {
      AttributeName: required(keyName),
      KeyType: required(oneOf('HASH', 'RANGE')),
    }),
    { minLength: 1, maxLength },
  );

export const provisionedThroughput = structure('ProvisionedThroughput', {
  ReadCapacityUnits: capacityUnits,
  WriteCapacityUnits: capacityUnits,
});

export const indexName = {
  type: 'string',
  minLength: 3,
  maxLength: 255,
  pattern: { text: '[a-zA-Z0-9_.-]+', expression: /^[a-zA-Z0-9_.-]+$/ },
} as const;

const projection = structure('Projection', {
  ProjectionType: optional(oneOf('ALL', 'INCLUDE', 'KEYS_ONLY')),
  NonKeyAttributes: optional(list(string, { minLength: 1 })),
});

export const localSecondaryIndex = structure('LocalSecondaryIndex', {
  IndexName: required(indexName),
  KeySchema: required(keySchema(2)),
  Projection: required(projection),
});

/** @param name of the structure in the service's messages */
export const globalSecondaryIndex = (name: string) =>
  structure(name, {
    IndexName: required(indexName),
    KeySchema: required(keySchema(8)),
    Projection: required(projection),
    ProvisionedThroughput: optional(provisionedThroughput),
  });

export const billingMode = oneOf('PROVISIONED', 'PAY_PER_REQUEST');
export const tableClass = oneOf('STANDARD', 'STANDARD_INFREQUENT_ACCESS');
