import type {
  GlobalSecondaryIndexDescription,
  IndexStatus,
  ProvisionedThroughputDescription,
  TableDescription,
  TableStatus,
} from '@holdfast/wire';
import type { IndexDefinition } from '../tables/index-definition.js';
import type { Table } from '../tables/table.js';
import { decreasesOn, type Throughput } from '../tables/throughput.js';

/**
 * The table as the control plane's answers describe it.
 *
 * @param now milliseconds since 1970
 * @param indexStatus the status of each global index; `ACTIVE`, or `CREATING` with its table, if not given
 */
export function describeTable(
  table: Table,
  status: TableStatus,
  now: number,
  indexStatus: (name: string) => IndexStatus = () => (status === 'CREATING' ? 'CREATING' : 'ACTIVE'),
): TableDescription {
  const { definition, streams } = table;
  const locals = definition.indexes.filter((index) => index.kind === 'local');
  const globals = definition.indexes.filter((index) => index.kind === 'global');
  return {
    TableName: definition.name,
    TableStatus: status,
    TableArn: definition.arn,
    TableId: definition.id,
    KeySchema: definition.keySchema.map((element) => ({ ...element })),
    AttributeDefinitions: definition.attributeDefinitions.map((attribute) => ({ ...attribute })),
    CreationDateTime: definition.createdAt / 1000,
    ItemCount: table.itemCount,
    TableSizeBytes: table.sizeInBytes,
    ProvisionedThroughput: describeThroughput(definition.provisionedThroughput, now),
    ...(definition.billingMode === 'PAY_PER_REQUEST' || definition.onDemandSince !== undefined
      ? {
          BillingModeSummary: {
            BillingMode: definition.billingMode,
            ...(definition.onDemandSince === undefined || status === 'CREATING'
              ? {}
              : { LastUpdateToPayPerRequestDateTime: definition.onDemandSince / 1000 }),
          },
        }
      : {}),
    ...(locals.length === 0 ? {} : { LocalSecondaryIndexes: locals.map((index) => describeIndex(table, index)) }),
    ...(globals.length === 0
      ? {}
      : {
          GlobalSecondaryIndexes: globals.map((index) =>
            describeGlobalIndex(table, index, indexStatus(index.name), now),
          ),
        }),
    ...(streams.enabled === undefined
      ? {}
      : { StreamSpecification: { StreamEnabled: true, StreamViewType: streams.enabled.settings.viewType } }),
    ...(streams.latest === undefined
      ? {}
      : { LatestStreamArn: streams.latest.arn, LatestStreamLabel: streams.latest.label }),
    DeletionProtectionEnabled: definition.deletionProtected,
    ...(definition.tableClass === undefined
      ? {}
      : {
          TableClassSummary: {
            TableClass: definition.tableClass.name,
            ...(definition.tableClass.changedAt === undefined
              ? {}
              : { LastUpdateDateTime: definition.tableClass.changedAt / 1000 }),
          },
        }),
  };
}

/** A global index as the control plane's answers describe it. */
export function describeGlobalIndex(
  table: Table,
  index: IndexDefinition,
  status: IndexStatus,
  now: number,
): GlobalSecondaryIndexDescription {
  return {
    ...describeIndex(table, index),
    IndexStatus: status,
    ProvisionedThroughput: describeThroughput(index.provisionedThroughput, now),
  };
}

function describeIndex(table: Table, { name, keySchema, projection }: IndexDefinition) {
  const { NonKeyAttributes } = projection;
  return {
    IndexName: name,
    IndexArn: `${table.definition.arn}/index/${name}`,
    KeySchema: keySchema.map((element) => ({ ...element })),
    Projection: {
      ...projection,
      ...(NonKeyAttributes === undefined ? {} : { NonKeyAttributes: [...NonKeyAttributes] }),
    },
    IndexSizeBytes: table.index(name)?.sizeInBytes ?? 0,
    ItemCount: table.index(name)?.itemCount ?? 0,
  };
}

function describeThroughput(throughput: Throughput, now: number): ProvisionedThroughputDescription {
  const { ReadCapacityUnits, WriteCapacityUnits, increasedAt, decreasedAt } = throughput;
  return {
    ReadCapacityUnits,
    WriteCapacityUnits,
    ...(increasedAt === undefined ? {} : { LastIncreaseDateTime: increasedAt / 1000 }),
    ...(decreasedAt === undefined ? {} : { LastDecreaseDateTime: decreasedAt / 1000 }),
    NumberOfDecreasesToday: decreasesOn(throughput, now),
  };
}
