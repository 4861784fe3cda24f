import type { ItemWrite } from '../capacity/write-cost.js';
import { writeUnits } from '../items/write-units.js';
import type { Table } from '../tables/table.js';
import { indexRefusalOf, settleIndexWrites } from './index-writes.js';
import { RequestThrottle, settle, type ThrottlingContext, type Usage } from './throttling.js';

/**
 * Finds out whether a write outside batches and transactions has the capacity that it needs, of its table and of the indexes
 * that hold it up. What it needs is taken by {@link takeWriteCapacity}.
 *
 * @param usage of the table, as far as it is known before the item is looked at
 * @param prepare makes the write, or throws: then the table's capacity is used up all the same
 * @throws ServiceError as `admit`; nothing is taken then
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/gsi-throttling.html
 */
export function admittedWrite<Write extends ItemWrite>(
  context: ThrottlingContext,
  table: Table,
  usage: Usage,
  prepare: () => Write,
): Write {
  if (!context.conditions.throttling) return prepare();
  const throttle = new RequestThrottle(context);
  const tableRefusal = throttle.refusalOf(table, usage);
  if (tableRefusal !== undefined) throw tableRefusal;
  const write = prepareAtCost(context, table, usage, prepare);
  const indexRefusal = indexRefusalOf(context, write, 'standard', throttle);
  if (indexRefusal !== undefined) throw indexRefusal;
  return write;
}

function prepareAtCost<Write>(context: ThrottlingContext, table: Table, usage: Usage, prepare: () => Write): Write {
  try {
    return prepare();
  } catch (error) {
    settle(context, table, usage);
    throw error;
  }
}

/** Takes what a write needs of its table and of its indexes. */
export function takeWriteCapacity(context: ThrottlingContext, write: ItemWrite): void {
  if (!context.conditions.throttling) return;
  const { table, key, before, after } = write;
  settle(context, table, { kind: 'write', units: writeUnits(before, after, 'standard'), key });
  settleIndexWrites(context, write, 'standard');
}
