import type { OperationName } from '@holdfast/wire';
import { createTable } from './create-table.js';
import { deleteItem } from './delete-item.js';
import { deleteTable } from './delete-table.js';
import { describeTable } from './describe-table.js';
import { describeTimeToLive } from './describe-time-to-live.js';
import { getItem } from './get-item.js';
import { listTables } from './list-tables.js';
import type { OperationHandler } from './operation-handler.js';
import { putItem } from './put-item.js';
import { query } from './query.js';
import { scan } from './scan.js';
import { transactGetItems } from './transact-get-items.js';
import { transactWriteItems } from './transact-write-items.js';
import { updateItem } from './update-item.js';
import { updateTable } from './update-table.js';
import { updateTimeToLive } from './update-time-to-live.js';

/** Every operation that the engine has, by the service's name for it. */
export const operations: { readonly [Name in OperationName]: OperationHandler<Name> } = {
  CreateTable: createTable,
  DeleteItem: deleteItem,
  DeleteTable: deleteTable,
  DescribeTable: describeTable,
  DescribeTimeToLive: describeTimeToLive,
  GetItem: getItem,
  ListTables: listTables,
  PutItem: putItem,
  Query: query,
  Scan: scan,
  TransactGetItems: transactGetItems,
  TransactWriteItems: transactWriteItems,
  UpdateItem: updateItem,
  UpdateTable: updateTable,
  UpdateTimeToLive: updateTimeToLive,
};

export function isOperationName(name: string): name is OperationName {
  return Object.hasOwn(operations, name);
}
