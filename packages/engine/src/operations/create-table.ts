import { attributeTypesOf, requireAllUsed } from '../schema/attribute-types.js';
import { globalIndexesOf, localIndexesOf } from '../schema/index-definitions.js';
import { simpleKeyOf } from '../schema/table-key.js';
import {
  attributeDefinitions,
  billingMode,
  globalSecondaryIndex,
  keySchema,
  localSecondaryIndex,
  provisionedThroughput,
  tableClass,
} from '../schema/table-shapes.js';
import { tableThroughputOf } from '../schema/table-throughput.js';
import { Table } from '../tables/table.js';
import { tableArn } from '../tables/table-arn.js';
import { initialThroughput } from '../tables/throughput.js';
import { acceptTags, tagList } from '../tags/tags.js';
import { boolean, list, optional, required, structure, tableName } from '../validation/shape.js';
import type { OperationHandler } from './operation-handler.js';
import { describeTable } from './table-description.js';
import { checkNewStream, startStream, streamSpecification } from './table-stream.js';

export const createTable: OperationHandler<'CreateTable'> = {
  shape: structure('CreateTableInput', {
    TableName: {
      shape: { ...tableName, minLength: 3 },
      required: "The parameter 'TableName' is required but was not present in the request",
    },
    AttributeDefinitions: required(attributeDefinitions),
    KeySchema: required(keySchema(2)),
    BillingMode: optional(billingMode),
    ProvisionedThroughput: optional(provisionedThroughput),
    LocalSecondaryIndexes: optional(list(localSecondaryIndex)),
    GlobalSecondaryIndexes: optional(list(globalSecondaryIndex('GlobalSecondaryIndex'))),
    DeletionProtectionEnabled: optional(boolean),
    TableClass: optional(tableClass),
    StreamSpecification: optional(streamSpecification),
    Tags: optional(tagList),
  }),
  expressions: [],
  legacy: {},
  unsupported: ['OnDemandThroughput', 'ResourcePolicy', 'SSESpecification', 'WarmThroughput'],

  handle(context, input) {
    const { state, runtime, region } = context;
    const billingMode = input.BillingMode ?? 'PROVISIONED';
    const throughput = tableThroughputOf(billingMode, input.ProvisionedThroughput);
    const types = attributeTypesOf(input.AttributeDefinitions);
    const [partitionKey, sortKey] = simpleKeyOf(input.KeySchema, types);
    const indexed = { partitionKey, sortKey, types, billingMode };
    const localIndexes = localIndexesOf(indexed, input.LocalSecondaryIndexes);
    const indexes = [...localIndexes, ...globalIndexesOf(indexed, input.GlobalSecondaryIndexes, localIndexes)];
    requireAllUsed(types, input.KeySchema, indexes);
    checkNewStream(input.StreamSpecification);
    const now = runtime.now();
    const tags = acceptTags(input.Tags ?? []);
    const name = input.TableName;
    const table = Table.empty({
      name,
      arn: tableArn(region, name),
      id: runtime.uuid(),
      createdAt: now,
      keySchema: input.KeySchema.map(({ AttributeName, KeyType }) => ({ AttributeName, KeyType })),
      attributeDefinitions: input.AttributeDefinitions.map(({ AttributeName, AttributeType }) => ({
        AttributeName,
        AttributeType,
      })),
      billingMode,
      onDemandSince: billingMode === 'PAY_PER_REQUEST' ? now : undefined,
      provisionedThroughput: initialThroughput(throughput),
      partitionKey,
      sortKey,
      indexes,
      deletionProtected: input.DeletionProtectionEnabled ?? false,
      tableClass: input.TableClass == null ? undefined : { name: input.TableClass },
    });
    table.tags = tags;
    state.tables.add(table);
    startStream(context, table, input.StreamSpecification);
    return { TableDescription: describeTable(table, 'CREATING', now) };
  },
};
