import type { CreateTableInput } from '@holdfast/wire';
import { Table } from '../tables/table.js';
import { tableArn } from '../tables/table-arn.js';
import type { KeyAttribute } from '../tables/table-definition.js';
import { acceptTags, tagList } from '../tags/tags.js';
import { invalidParameterValues, validationError } from '../validation/service-errors.js';
import { integer, list, oneOf, optional, required, structure, tableName } from '../validation/shape.js';
import type { OperationHandler } from './operation-handler.js';
import { describeTable } from './table-description.js';

const keyName = { type: 'string', minLength: 1, maxLength: 255 } as const;
const capacityUnits = required(integer({ minimum: 1 }));

export const createTable: OperationHandler<'CreateTable'> = {
  shape: structure('CreateTableInput', {
    TableName: {
      shape: { ...tableName, minLength: 3 },
      required: "The parameter 'TableName' is required but was not present in the request",
    },
    AttributeDefinitions: required(
      list(
        structure('AttributeDefinition', {
          AttributeName: required(keyName),
          AttributeType: required(oneOf('B', 'N', 'S')),
        }),
      ),
    ),
    KeySchema: required(
      list(
        structure('KeySchemaElement', {
          AttributeName: required(keyName),
          KeyType: required(oneOf('HASH', 'RANGE')),
        }),
        { minLength: 1, maxLength: 2 },
      ),
    ),
    BillingMode: optional(oneOf('PROVISIONED', 'PAY_PER_REQUEST')),
    ProvisionedThroughput: optional(
      structure('ProvisionedThroughput', {
        ReadCapacityUnits: capacityUnits,
        WriteCapacityUnits: capacityUnits,
      }),
    ),
    Tags: optional(tagList),
  }),
  expressions: [],
  legacy: {},
  unsupported: [
    'DeletionProtectionEnabled',
    'GlobalSecondaryIndexes',
    'LocalSecondaryIndexes',
    'OnDemandThroughput',
    'ResourcePolicy',
    'SSESpecification',
    'StreamSpecification',
    'TableClass',
    'WarmThroughput',
  ],

  handle({ state, runtime, region }, input) {
    const billingMode = input.BillingMode ?? 'PROVISIONED';
    const provisionedThroughput = throughputOf(input);
    const [partitionKey, sortKey] = keyAttributesOf(input);
    const tags = acceptTags(input.Tags ?? []);
    const name = input.TableName;
    const table = Table.empty({
      name,
      arn: tableArn(region, name),
      id: runtime.uuid(),
      createdAt: runtime.now(),
      keySchema: input.KeySchema.map(({ AttributeName, KeyType }) => ({ AttributeName, KeyType })),
      attributeDefinitions: input.AttributeDefinitions.map(({ AttributeName, AttributeType }) => ({
        AttributeName,
        AttributeType,
      })),
      billingMode,
      provisionedThroughput,
      partitionKey,
      sortKey,
    });
    table.tags = tags;
    state.tables.add(table);
    return { TableDescription: describeTable(table, 'CREATING') };
  },
};

function throughputOf({ BillingMode, ProvisionedThroughput }: CreateTableInput) {
  if (BillingMode === 'PAY_PER_REQUEST') {
    if (ProvisionedThroughput == null) return { ReadCapacityUnits: 0, WriteCapacityUnits: 0 };
    throw invalidParameterValues(
      'Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST',
    );
  }
  if (ProvisionedThroughput == null) {
    throw invalidParameterValues(
      'ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is PROVISIONED',
    );
  }
  const { ReadCapacityUnits, WriteCapacityUnits } = ProvisionedThroughput;
  return { ReadCapacityUnits, WriteCapacityUnits };
}

function keyAttributesOf(input: CreateTableInput): [KeyAttribute, KeyAttribute | undefined] {
  const { KeySchema, AttributeDefinitions } = input;
  const types = new Map(AttributeDefinitions.map((attribute) => [attribute.AttributeName, attribute.AttributeType]));
  if (types.size < AttributeDefinitions.length) {
    throw invalidParameterValues('An attribute is defined more than once in AttributeDefinitions');
  }
  const keys = KeySchema.map(({ AttributeName }) => {
    const type = types.get(AttributeName);
    if (type === undefined || types.size < KeySchema.length) {
      throw validationError('Invalid KeySchema: Some index key attribute have no definition');
    }
    return { name: AttributeName, type };
  });
  const [first, second] = KeySchema;
  const [partitionKey, sortKey] = keys;
  if (first?.KeyType !== 'HASH' || partitionKey === undefined) {
    throw validationError('Invalid KeySchema: The first KeySchemaElement is not a HASH key type');
  }
  if (second !== undefined && second.KeyType !== 'RANGE') {
    throw validationError('Invalid KeySchema: The second KeySchemaElement is not a RANGE key type');
  }
  if (partitionKey.name === sortKey?.name) {
    throw validationError('Both the Hash Key and the Range Key element in the KeySchema have the same name');
  }
  if (types.size > KeySchema.length) {
    throw invalidParameterValues(
      'Number of attributes in KeySchema does not exactly match number of attributes defined in AttributeDefinitions',
    );
  }
  return [partitionKey, sortKey];
}
