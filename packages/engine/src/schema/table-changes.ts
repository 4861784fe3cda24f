import {
  type AttributeDefinition,
  type BillingMode,
  type GlobalSecondaryIndex,
  type GlobalSecondaryIndexUpdate,
  type KeySchema,
  type ProvisionedThroughput,
  ServiceError,
  type UpdateTableInput,
} from '@holdfast/wire';
import type { IndexDefinition } from '../tables/index-definition.js';
import type { TableDefinition } from '../tables/table-definition.js';
import { changedThroughput, type Throughput } from '../tables/throughput.js';
import { invalidParameterValues, validationError } from '../validation/service-errors.js';
import { type AttributeTypes, attributeTypesOf } from './attribute-types.js';
import { checkIndexesTogether, globalIndexOf } from './index-definitions.js';
import { checkUnits, noThroughput, throughputOnDemand } from './table-throughput.js';

/** What UpdateTable makes of a table. */
export interface TableChange {
  readonly definition: TableDefinition;
  readonly created: IndexDefinition | undefined;
  readonly deleted: IndexDefinition | undefined;
  /** The indexes whose throughput changes. */
  readonly updated: ReadonlySet<string>;
}

/**
 * @param now milliseconds since 1970
 * @throws ServiceError ValidationException for a change that is none or not allowed; ResourceNotFoundException for an index that
 *   the table does not have; LimitExceededException for more than one index that is created or deleted
 */
export function changedTable(table: TableDefinition, input: UpdateTableInput, now: number): TableChange {
  const updates = input.GlobalSecondaryIndexUpdates ?? [];
  checkUpdates(updates);
  const billingMode = input.BillingMode ?? table.billingMode;
  const throughput = tableThroughput(table, input, billingMode, now);
  const updated = indexThroughputs(table, updates, billingMode, now);
  const deletedName = updates.find((update) => update.Delete != null)?.Delete?.IndexName;
  const deleted = deletedName === undefined ? undefined : existingIndex(table, deletedName);
  const kept = table.indexes.filter((index) => index !== deleted).map((index) => updated.get(index.name) ?? index);
  const creation = updates.find((update) => update.Create != null)?.Create;
  const created = creation && createdIndex(table, input, creation, billingMode);
  const indexes = created === undefined ? kept : [...kept, created];
  checkIndexesTogether(indexes);
  const definition: TableDefinition = {
    ...table,
    billingMode,
    onDemandSince:
      billingMode === 'PAY_PER_REQUEST' && table.billingMode !== 'PAY_PER_REQUEST' ? now : table.onDemandSince,
    provisionedThroughput: throughput,
    attributeDefinitions: definitionsInUse(table, input.AttributeDefinitions ?? [], indexes),
    indexes,
    deletionProtected: input.DeletionProtectionEnabled ?? table.deletionProtected,
    tableClass:
      input.TableClass == null || input.TableClass === table.tableClass?.name
        ? table.tableClass
        : { name: input.TableClass, changedAt: now },
  };
  return { definition, created, deleted, updated: new Set(updated.keys()) };
}

function checkUpdates(updates: readonly GlobalSecondaryIndexUpdate[]): void {
  const names = new Set<string>();
  for (const update of updates) {
    const actions = [update.Create, update.Update, update.Delete].filter((action) => action != null);
    const [action] = actions;
    if (action === undefined) {
      throw invalidParameterValues(
        'One of GlobalSecondaryIndexUpdate.Update, GlobalSecondaryIndexUpdate.Create, ' +
          'GlobalSecondaryIndexUpdate.Delete must not be null',
      );
    }
    if (actions.length > 1) {
      throw invalidParameterValues(
        'Only one of GlobalSecondaryIndexUpdate.Update, GlobalSecondaryIndexUpdate.Create, ' +
          'GlobalSecondaryIndexUpdate.Delete may be specified in one update',
      );
    }
    if (names.has(action.IndexName)) {
      throw invalidParameterValues(
        `Only one global secondary index update per index is allowed simultaneously. Index: ${action.IndexName}`,
      );
    }
    names.add(action.IndexName);
  }
  if (updates.filter((update) => update.Update == null).length > 1) {
    throw new ServiceError(
      'LimitExceededException',
      'Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per table',
    );
  }
}

function tableThroughput(
  table: TableDefinition,
  input: UpdateTableInput,
  billingMode: BillingMode,
  now: number,
): Throughput {
  const units = input.ProvisionedThroughput;
  if (billingMode === 'PAY_PER_REQUEST') {
    if (units != null) throw throughputOnDemand();
    return table.billingMode === billingMode
      ? table.provisionedThroughput
      : changedThroughput(table.provisionedThroughput, noThroughput, now);
  }
  if (units != null) {
    checkUnits(units);
    if (table.billingMode === billingMode) requireChange('table', table.provisionedThroughput, units);
    return changedThroughput(table.provisionedThroughput, units, now);
  }
  if (input.BillingMode == null) return table.provisionedThroughput;
  throw invalidParameterValues('ProvisionedThroughput must be specified when BillingMode is PROVISIONED');
}

function requireChange(subject: string, current: ProvisionedThroughput, asked: ProvisionedThroughput): void {
  const read = [current.ReadCapacityUnits, asked.ReadCapacityUnits] as const;
  const write = [current.WriteCapacityUnits, asked.WriteCapacityUnits] as const;
  if (read[0] !== read[1] || write[0] !== write[1]) return;
  throw validationError(
    `The provisioned throughput for the ${subject} will not change. The requested value equals the current value. ` +
      `Current ReadCapacityUnits provisioned for the ${subject}: ${read[0]}. Requested ReadCapacityUnits: ${read[1]}. ` +
      `Current WriteCapacityUnits provisioned for the ${subject}: ${write[0]}. Requested WriteCapacityUnits: ${write[1]}. ` +
      'Refer to the Amazon DynamoDB Developer Guide for current limits and how to request higher limits.',
  );
}

/** The global indexes whose units change, by name. */
function indexThroughputs(
  table: TableDefinition,
  updates: readonly GlobalSecondaryIndexUpdate[],
  billingMode: BillingMode,
  now: number,
): ReadonlyMap<string, IndexDefinition> {
  const changed = new Map<string, IndexDefinition>();
  const change = (index: IndexDefinition, units: ProvisionedThroughput) =>
    changed.set(index.name, {
      ...index,
      provisionedThroughput: changedThroughput(index.provisionedThroughput, units, now),
    });
  for (const { Update } of updates) {
    if (Update == null) continue;
    const index = existingIndex(table, Update.IndexName);
    const units = Update.ProvisionedThroughput;
    if (billingMode === 'PAY_PER_REQUEST') {
      throw invalidParameterValues(
        `ProvisionedThroughput should not be specified for index: ${index.name} when BillingMode is PAY_PER_REQUEST`,
      );
    }
    if (units == null) {
      throw invalidParameterValues(`ProvisionedThroughput must be specified for index: ${index.name}`);
    }
    checkUnits(units);
    if (table.billingMode === billingMode) requireChange(`index ${index.name}`, index.provisionedThroughput, units);
    change(index, units);
  }
  if (table.billingMode === billingMode) return changed;
  const others = table.indexes.filter((index) => index.kind === 'global' && !changed.has(index.name));
  if (billingMode === 'PAY_PER_REQUEST') {
    for (const index of others) change(index, noThroughput);
  } else if (others.length > 0) {
    const names = others.map((index) => index.name).join(',');
    throw invalidParameterValues(`ProvisionedThroughput must be specified for index: ${names}`);
  }
  return changed;
}

function existingIndex(table: TableDefinition, name: string): IndexDefinition {
  const index = table.indexes.find((candidate) => candidate.kind === 'global' && candidate.name === name);
  if (index !== undefined) return index;
  throw new ServiceError('ResourceNotFoundException', 'Requested resource not found');
}

function createdIndex(
  table: TableDefinition,
  input: UpdateTableInput,
  creation: GlobalSecondaryIndex,
  billingMode: BillingMode,
): IndexDefinition {
  if (table.indexes.some((index) => index.name === creation.IndexName)) {
    throw validationError('Attempting to create an index which already exists');
  }
  // Definitions that no key uses are let pass here, other than by CreateTable.
  const types = attributeTypesOf(input.AttributeDefinitions ?? []);
  const { partitionKey, sortKey } = table;
  const index = globalIndexOf({ partitionKey, sortKey, types, billingMode }, creation);
  refuseOtherTypes(table, index.keySchema, types);
  return index;
}

function refuseOtherTypes(table: TableDefinition, schema: KeySchema, types: AttributeTypes): void {
  const known = attributeTypesOf(table.attributeDefinitions);
  for (const { AttributeName: name } of schema) {
    const type = known.get(name);
    if (type === undefined || type === types.get(name)) continue;
    const schemas = [table.keySchema, ...table.indexes.map((existing) => existing.keySchema)];
    const existing = schemas.find((candidate) => candidate.some((key) => key.AttributeName === name)) ?? [];
    throw invalidParameterValues(
      'Attributes cannot be redefined. Please check that your attribute has the same type as previously defined. ' +
        `Existing schema: ${printSchema(existing, known)} New schema: ${printSchema(schema, types)}`,
    );
  }
}

function printSchema(schema: KeySchema, types: AttributeTypes): string {
  const keys = schema.map(
    (key) => `SchemaElement: key{${key.AttributeName}:${types.get(key.AttributeName)}:${key.KeyType}}`,
  );
  return `Schema:[${keys.join(', ')}]`;
}

/** An attribute is defined as long as a key has it, as it was defined first. */
function definitionsInUse(
  { keySchema, attributeDefinitions }: TableDefinition,
  added: readonly AttributeDefinition[],
  indexes: readonly IndexDefinition[],
): readonly AttributeDefinition[] {
  const used = new Set([keySchema, ...indexes.map((index) => index.keySchema)].flat().map((key) => key.AttributeName));
  const known = new Set(attributeDefinitions.map((definition) => definition.AttributeName));
  return [...attributeDefinitions, ...added.filter(({ AttributeName }) => !known.has(AttributeName))]
    .filter(({ AttributeName }) => used.has(AttributeName))
    .map(({ AttributeName, AttributeType }) => ({ AttributeName, AttributeType }));
}
