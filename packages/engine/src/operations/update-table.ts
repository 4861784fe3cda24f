import type { IndexStatus, TableDescription, UpdateTableInput } from '@holdfast/wire';
import { changedTable, type TableChange } from '../schema/table-changes.js';
import {
  attributeDefinitions,
  billingMode,
  globalSecondaryIndex,
  indexName,
  provisionedThroughput,
  tableClass,
} from '../schema/table-shapes.js';
import type { Table } from '../tables/table.js';
import { invalidParameterValues, validationError } from '../validation/service-errors.js';
import { boolean, list, optional, required, structure, tableReference } from '../validation/shape.js';
import type { OperationHandler } from './operation-handler.js';
import { describeGlobalIndex, describeTable } from './table-description.js';
import { changeStream, checkStreamChange, streamSpecification } from './table-stream.js';

export const updateTable: OperationHandler<'UpdateTable'> = {
  shape: structure('UpdateTableInput', {
    TableName: required(tableReference),
    AttributeDefinitions: optional(attributeDefinitions),
    BillingMode: optional(billingMode),
    ProvisionedThroughput: optional(provisionedThroughput),
    GlobalSecondaryIndexUpdates: optional(
      list(
        structure('GlobalSecondaryIndexUpdate', {
          Create: optional(globalSecondaryIndex('CreateGlobalSecondaryIndexAction')),
          Update: optional(
            structure('UpdateGlobalSecondaryIndexAction', {
              IndexName: required(indexName),
              ProvisionedThroughput: optional(provisionedThroughput),
            }),
          ),
          Delete: optional(structure('DeleteGlobalSecondaryIndexAction', { IndexName: required(indexName) })),
        }),
      ),
    ),
    DeletionProtectionEnabled: optional(boolean),
    StreamSpecification: optional(streamSpecification),
    TableClass: optional(tableClass),
  }),
  expressions: [],
  legacy: {},
  unsupported: [
    'GlobalTableWitnessUpdates',
    'MultiRegionConsistency',
    'OnDemandThroughput',
    'ReplicaUpdates',
    'SSESpecification',
    'WarmThroughput',
  ],

  handle(context, input) {
    const { state, runtime } = context;
    requireAnyChange(input);
    refuseOtherChanges(input);
    const table = state.tables.named(input.TableName);
    const now = runtime.now();
    const change = changedTable(table.definition, input, now);
    checkStreamChange(table, input.StreamSpecification);
    const deleted = change.deleted && describeGlobalIndex(table, change.deleted, 'DELETING', now);
    table.redefine(change.definition);
    if (change.deleted !== undefined) state.indexUpdates.drop(input.TableName, change.deleted.name);
    changeStream(context, table, input.StreamSpecification);
    const description = describeUpdate(table, change, now);
    return {
      TableDescription:
        deleted === undefined
          ? description
          : { ...description, GlobalSecondaryIndexes: [...(description.GlobalSecondaryIndexes ?? []), deleted] },
    };
  },
};

/** The service works on after its answer: the answer says what it has begun. */
function describeUpdate(table: Table, { created, updated }: TableChange, now: number): TableDescription {
  const statusOf = (name: string): IndexStatus => {
    if (name === created?.name) return 'CREATING';
    return updated.has(name) ? 'UPDATING' : 'ACTIVE';
  };
  const description = describeTable(table, 'UPDATING', now, statusOf);
  if (created === undefined) return description;
  return {
    ...description,
    GlobalSecondaryIndexes: (description.GlobalSecondaryIndexes ?? []).map((index) =>
      index.IndexName === created.name ? { ...index, Backfilling: false, ItemCount: 0, IndexSizeBytes: 0 } : index,
    ),
  };
}

function requireAnyChange(input: UpdateTableInput): void {
  const { ProvisionedThroughput, BillingMode, DeletionProtectionEnabled, StreamSpecification, TableClass } = input;
  const changes = [ProvisionedThroughput, BillingMode, DeletionProtectionEnabled, StreamSpecification, TableClass];
  if (changes.some((change) => change != null)) return;
  if (input.GlobalSecondaryIndexUpdates != null && input.GlobalSecondaryIndexUpdates.length > 0) return;
  throw validationError(
    'At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, GlobalSecondaryIndexUpdates ' +
      'or SSESpecification or ReplicaUpdates is required',
  );
}

/** A stream is not enabled or disabled together with throughput, nor while an index comes or goes. */
function refuseOtherChanges({
  StreamSpecification,
  ProvisionedThroughput,
  GlobalSecondaryIndexUpdates,
}: UpdateTableInput): void {
  if (StreamSpecification == null) return;
  if (ProvisionedThroughput != null) {
    throw invalidParameterValues('You cannot modify stream status while updating table IOPS');
  }
  if (GlobalSecondaryIndexUpdates?.some((update) => update.Update == null)) {
    throw invalidParameterValues('You cannot create or delete index while changing stream status');
  }
}
