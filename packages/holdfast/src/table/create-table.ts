import { type KeySchema, ServiceError } from '@holdfast/wire';
import { fromBackend } from '../errors/from-backend.js';
import { ResourceNotFoundError } from '../errors/service-errors.js';
import { ValidationError } from '../errors/usage-errors.js';
import type { SendOptions } from '../kernel/deliver.js';
import { read } from '../kernel/read.js';
import type { Target } from '../kernel/write.js';
import type { TableSchema } from './table-schema.js';

/** Milliseconds between two looks at a table that is being created. */
const interval = 500;
/** A table that is still not seen after so many looks was deleted by someone. */
const mostLooks = 60;

/** Creates the table unless it is there, and waits until it is active. */
export async function createTable(target: Target, schema: TableSchema, options?: SendOptions): Promise<void> {
  const what = `create the table ${target.table}`;
  const { KeySchema: wanted, AttributeDefinitions, GlobalSecondaryIndexes, LocalSecondaryIndexes } = schema;
  const input = {
    TableName: target.table,
    KeySchema: wanted,
    AttributeDefinitions,
    BillingMode: 'PAY_PER_REQUEST' as const,
    // the service takes no empty lists
    ...(GlobalSecondaryIndexes.length > 0 ? { GlobalSecondaryIndexes } : {}),
    ...(LocalSecondaryIndexes.length > 0 ? { LocalSecondaryIndexes } : {}),
  };
  try {
    await target.backend.execute('CreateTable', input, options);
  } catch (error) {
    // whoever created it, it is there, or on its way
    if (!(error instanceof ServiceError) || error.name !== 'ResourceInUseException') throw fromBackend(error, what);
  }
  for (let look = 1; ; look += 1) {
    const Table = await describe(target, what, look, options);
    if (Table === undefined) {
      await target.backend.runtime.sleep(interval, options?.signal);
      continue;
    }
    if (shown(Table.KeySchema) !== shown(wanted)) {
      throw new ValidationError(
        `the table ${target.table} is there with the key ${shown(Table.KeySchema)}, not ${shown(wanted)}`,
      );
    }
    if (Table.TableStatus === 'ACTIVE') return;
    await target.backend.runtime.sleep(interval, options?.signal);
  }
}

/** `undefined` where the service does not see the table yet, as it may for a while after its creation. */
async function describe(target: Target, what: string, look: number, options: SendOptions | undefined) {
  try {
    return (await read(target, what, 'DescribeTable', { TableName: target.table }, options)).Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundError && look < mostLooks) return undefined;
    throw error;
  }
}

function shown(schema: KeySchema): string {
  return schema.map(({ AttributeName, KeyType }) => `${AttributeName} ${KeyType}`).join(', ');
}
