import type {
  BillingMode,
  GlobalSecondaryIndex,
  IndexProjection,
  KeySchema,
  LocalSecondaryIndex,
  ProvisionedThroughput,
} from '@holdfast/wire';
import type { IndexDefinition } from '../tables/index-definition.js';
import type { KeyAttribute, KeyLayout } from '../tables/key-attribute.js';
import { initialThroughput } from '../tables/throughput.js';
import { invalidParameterValues, validationError } from '../validation/service-errors.js';
import { type AttributeTypes, typedKeys } from './attribute-types.js';
import { firstIsNoHash, sameName, simpleKeyOf } from './table-key.js';
import { noThroughput } from './table-throughput.js';

const mostLocalIndexes = 5;
const mostGlobalIndexes = 20;
/** Of the partition key, and again of the sort key, of a global index. */
const mostKeyAttributes = 4;
const mostNonKeyAttributes = 100;

/** What indexes depend on of their table. */
export interface IndexedTable {
  readonly partitionKey: KeyAttribute;
  readonly sortKey: KeyAttribute | undefined;
  readonly types: AttributeTypes;
  readonly billingMode: BillingMode;
}

/** @throws ServiceError ValidationException where an index does not fit its table or its form is not allowed */
export function localIndexesOf(
  table: IndexedTable,
  indexes: readonly LocalSecondaryIndex[] | undefined,
): readonly IndexDefinition[] {
  if (indexes == null) return [];
  if (indexes.length === 0) throw invalidParameterValues('List of LocalSecondaryIndexes is empty');
  if (table.sortKey === undefined) {
    throw invalidParameterValues(
      'Table KeySchema does not have a range key, which is required when specifying a LocalSecondaryIndex',
    );
  }
  const definitions = indexes.map((index) => localIndexOf(table, index));
  requireUniqueNames(definitions);
  if (indexes.length > mostLocalIndexes) {
    throw invalidParameterValues(`Number of LocalSecondaryIndexes exceeds per-table limit of ${mostLocalIndexes}`);
  }
  return definitions;
}

/** @throws ServiceError ValidationException where the form of an index is not allowed */
export function globalIndexesOf(
  table: IndexedTable,
  indexes: readonly GlobalSecondaryIndex[] | undefined,
  others: readonly IndexDefinition[],
): readonly IndexDefinition[] {
  if (indexes == null) return [];
  if (indexes.length === 0) throw invalidParameterValues('List of GlobalSecondaryIndexes is empty');
  const definitions = indexes.map((index) => globalIndexOf(table, index));
  checkIndexesTogether([...others, ...definitions]);
  return definitions;
}

/** @throws ServiceError ValidationException where the indexes of one table have one name twice or are too many */
export function checkIndexesTogether(indexes: readonly IndexDefinition[]): void {
  requireUniqueNames(indexes);
  if (indexes.filter((index) => index.kind === 'global').length > mostGlobalIndexes) {
    throw invalidParameterValues(`GlobalSecondaryIndex count exceeds the per-table limit of ${mostGlobalIndexes}`);
  }
  const nonKeyAttributes = indexes.reduce((sum, index) => sum + (index.projection.NonKeyAttributes?.length ?? 0), 0);
  if (nonKeyAttributes > mostNonKeyAttributes) {
    throw invalidParameterValues(
      `The indexes of a table may name at most ${mostNonKeyAttributes} NonKeyAttributes together: these name ${nonKeyAttributes}`,
    );
  }
}

/** @throws ServiceError ValidationException where the form of the index is not allowed */
export function globalIndexOf(table: IndexedTable, index: GlobalSecondaryIndex): IndexDefinition {
  const layout = globalKeyOf(index.KeySchema, table.types);
  const projection = projectionOf(index.Projection);
  const throughput = indexThroughputOf(table.billingMode, index.IndexName, index.ProvisionedThroughput);
  return definitionOf(table, 'global', index, layout, projection, throughput);
}

function localIndexOf(table: IndexedTable, index: LocalSecondaryIndex): IndexDefinition {
  typedKeys(index.KeySchema, table.types);
  const [partitionKey, sortKey] = simpleKeyOf(index.KeySchema, table.types);
  if (sortKey === undefined) {
    throw invalidParameterValues(`Index KeySchema does not have a range key for index: ${index.IndexName}`);
  }
  if (partitionKey.name !== table.partitionKey.name) {
    throw invalidParameterValues(
      'Index KeySchema does not have the same leading hash key as table KeySchema ' +
        `for index: ${index.IndexName}. index hash key: ${partitionKey.name}, table hash key: ${table.partitionKey.name}`,
    );
  }
  const layout = { partitionKeys: [partitionKey], sortKeys: [sortKey] };
  return definitionOf(table, 'local', index, layout, projectionOf(index.Projection), noThroughput);
}

function globalKeyOf(schema: KeySchema, types: AttributeTypes): KeyLayout {
  const keys = typedKeys(schema, types);
  if (new Set(keys.map((key) => key.name)).size < keys.length) {
    if (keys.length === 2 && schema[0]?.KeyType !== schema[1]?.KeyType) throw sameName();
    throw validationError(
      `Invalid KeySchema: Duplicate attribute names are not allowed: [${keys.map((key) => key.name).join(', ')}]`,
    );
  }
  if (schema[0]?.KeyType !== 'HASH') throw firstIsNoHash();
  const partitionKeys = keys.filter((_, position) => schema[position]?.KeyType === 'HASH');
  const sortKeys = keys.slice(partitionKeys.length);
  if (schema.slice(0, partitionKeys.length).some((element) => element.KeyType !== 'HASH')) {
    throw validationError('Invalid KeySchema: All HASH key types must come before the RANGE key types');
  }
  for (const [attributes, type] of [
    [partitionKeys, 'HASH'],
    [sortKeys, 'RANGE'],
  ] as const) {
    if (attributes.length > mostKeyAttributes) {
      throw validationError(
        `Invalid KeySchema: At most ${mostKeyAttributes} KeySchemaElements may have the key type ${type}: ${attributes.length} have it`,
      );
    }
  }
  return { partitionKeys, sortKeys };
}

function projectionOf({ ProjectionType, NonKeyAttributes }: IndexProjection): IndexProjection {
  if (ProjectionType == null) throw invalidParameterValues('Unknown ProjectionType: null');
  if (ProjectionType === 'INCLUDE') {
    if (NonKeyAttributes != null) return { ProjectionType, NonKeyAttributes: [...NonKeyAttributes] };
    throw invalidParameterValues('ProjectionType is INCLUDE, but NonKeyAttributes is not specified');
  }
  if (NonKeyAttributes == null) return { ProjectionType };
  throw invalidParameterValues(`ProjectionType is ${ProjectionType}, but NonKeyAttributes is specified`);
}

function indexThroughputOf(
  billingMode: BillingMode,
  indexName: string,
  units: ProvisionedThroughput | undefined,
): ProvisionedThroughput {
  if (billingMode === 'PROVISIONED') {
    if (units != null) return units;
    throw invalidParameterValues(`ProvisionedThroughput must be specified for index: ${indexName}`);
  }
  if (units == null) return noThroughput;
  throw invalidParameterValues(
    `ProvisionedThroughput should not be specified for index: ${indexName} when BillingMode is PAY_PER_REQUEST`,
  );
}

function definitionOf(
  table: IndexedTable,
  kind: IndexDefinition['kind'],
  { IndexName, KeySchema }: LocalSecondaryIndex,
  layout: KeyLayout,
  projection: IndexProjection,
  throughput: ProvisionedThroughput,
): IndexDefinition {
  const keys = [table.partitionKey, table.sortKey, ...layout.partitionKeys, ...layout.sortKeys];
  const keyNames = keys.flatMap((key) => (key === undefined ? [] : [key.name]));
  return {
    ...layout,
    name: IndexName,
    kind,
    keySchema: KeySchema.map(({ AttributeName, KeyType }) => ({ AttributeName, KeyType })),
    projection,
    projectedNames:
      projection.ProjectionType === 'ALL' ? undefined : new Set([...keyNames, ...(projection.NonKeyAttributes ?? [])]),
    provisionedThroughput: initialThroughput(throughput),
  };
}

function requireUniqueNames(indexes: readonly IndexDefinition[]): void {
  const names = new Set<string>();
  for (const { name } of indexes) {
    if (names.has(name)) throw invalidParameterValues(`Duplicate index name: ${name}`);
    names.add(name);
  }
}
