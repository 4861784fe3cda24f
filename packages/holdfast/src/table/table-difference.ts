import type {
  AttributeDefinition,
  IndexProjection,
  KeySchema,
  LocalSecondaryIndex,
  TableDescription,
  UpdateTableInput,
} from '@holdfast/wire';
import { ValidationError } from '../errors/usage-errors.js';
import type { TableSchema } from './table-schema.js';

/**
 * The next change that makes a table what its entities need; `undefined` where it is. One at a time, since the service adds one
 * index at a time. What the table has beyond that stays.
 *
 * @throws ValidationError for a difference that cannot be mended without making the table or an index anew
 */
export function nextUpdate(wanted: TableSchema, table: string, found: TableDescription): UpdateTableInput | undefined {
  const there = `the table ${table} is there`;
  requireSame(`${there} with the key`, found.KeySchema, wanted.KeySchema);
  requireTypes(there, found.AttributeDefinitions, wanted);
  const isThere = (
    { IndexName, KeySchema, Projection }: LocalSecondaryIndex,
    all: readonly LocalSecondaryIndex[] = [],
  ): boolean => {
    const has = all.find((each) => each.IndexName === IndexName);
    if (has === undefined) return false;
    const where = `${there}, its index ${IndexName}`;
    requireSame(`${where} with the key`, has.KeySchema, KeySchema);
    requireProjection(where, has.Projection, Projection);
    return true;
  };
  for (const index of wanted.LocalSecondaryIndexes) {
    if (isThere(index, found.LocalSecondaryIndexes)) continue;
    throw new ValidationError(
      `${there} without the local index ${index.IndexName}, and one can be added to no existing table; make it global`,
    );
  }
  for (const index of wanted.GlobalSecondaryIndexes) {
    if (!isThere(index, found.GlobalSecondaryIndexes)) {
      const names = new Set(index.KeySchema.map(({ AttributeName }) => AttributeName));
      const { ReadCapacityUnits, WriteCapacityUnits } = found.ProvisionedThroughput;
      // of a table on demand, they are 0
      const units = ReadCapacityUnits > 0 && { ProvisionedThroughput: { ReadCapacityUnits, WriteCapacityUnits } };
      return {
        TableName: table,
        AttributeDefinitions: wanted.AttributeDefinitions.filter(({ AttributeName }) => names.has(AttributeName)),
        GlobalSecondaryIndexUpdates: [{ Create: { ...index, ...units } }],
      };
    }
  }
  const stream = wanted.StreamSpecification;
  const has = found.StreamSpecification;
  if (stream === undefined || (has?.StreamEnabled && has.StreamViewType === stream.StreamViewType)) return undefined;
  if (!has?.StreamEnabled) return { TableName: table, StreamSpecification: stream };
  throw new ValidationError(
    `${there} with a stream of ${has.StreamViewType}, not ${stream.StreamViewType}; disable it first, and it starts anew`,
  );
}

function requireSame(where: string, has: KeySchema, wanted: KeySchema): void {
  if (shown(has) !== shown(wanted)) throw new ValidationError(`${where} ${shown(has)}, not ${shown(wanted)}`);
}
function shown(schema: KeySchema): string {
  return schema.map(({ AttributeName, KeyType }) => `${AttributeName} ${KeyType}`).join(', ');
}

function requireTypes(where: string, has: readonly AttributeDefinition[], wanted: TableSchema): void {
  for (const { AttributeName, AttributeType } of wanted.AttributeDefinitions) {
    const other = has.find((each) => each.AttributeName === AttributeName)?.AttributeType ?? AttributeType;
    if (other === AttributeType) continue;
    throw new ValidationError(
      `${where} with the key attribute ${AttributeName} of type ${other}, not ${AttributeType}`,
    );
  }
}

function requireProjection(where: string, has: IndexProjection, wanted: IndexProjection): void {
  if (has.ProjectionType === 'ALL' || wanted.ProjectionType === 'KEYS_ONLY') return;
  const held = new Set(has.NonKeyAttributes ?? []);
  const missing = wanted.NonKeyAttributes?.filter((name) => !held.has(name));
  if (missing?.length === 0) return;
  throw new ValidationError(
    `${where} does not hold ${missing?.join(', ') ?? 'all attributes'}; a projection cannot be changed, so give the index another name`,
  );
}
