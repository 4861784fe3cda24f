import type { TableDescription, TableStatus } from '@holdfast/wire';
import type { Table } from '../tables/table.js';

/** The table as the control plane's answers describe it. */
export function describeTable(table: Table, status: TableStatus): TableDescription {
  const { definition, streams } = table;
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
    ProvisionedThroughput: { ...definition.provisionedThroughput, NumberOfDecreasesToday: 0 },
    ...(definition.billingMode === 'PAY_PER_REQUEST'
      ? { BillingModeSummary: { BillingMode: definition.billingMode } }
      : {}),
    ...(streams.enabled === undefined
      ? {}
      : { StreamSpecification: { StreamEnabled: true, StreamViewType: streams.enabled.settings.viewType } }),
    ...(streams.latest === undefined
      ? {}
      : { LatestStreamArn: streams.latest.arn, LatestStreamLabel: streams.latest.label }),
  };
}
