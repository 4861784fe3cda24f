import type { OperationName } from '@holdfast/wire';
import { batchGetItem } from './batch-get-item.js';
import { batchWriteItem } from './batch-write-item.js';
import { createTable } from './create-table.js';
import { deleteItem } from './delete-item.js';
import { deleteTable } from './delete-table.js';
import { describeEndpoints } from './describe-endpoints.js';
import { describeLimits } from './describe-limits.js';
import { describeTable } from './describe-table.js';
import { describeTimeToLive } from './describe-time-to-live.js';
import { getItem } from './get-item.js';
import { listTables } from './list-tables.js';
import { listTagsOfResource } from './list-tags-of-resource.js';
import type { OperationHandler } from './operation-handler.js';
import { putItem } from './put-item.js';
import { query } from './query.js';
import { scan } from './scan.js';
import { tagResource } from './tag-resource.js';
import { transactGetItems } from './transact-get-items.js';
import { transactWriteItems } from './transact-write-items.js';
import { untagResource } from './untag-resource.js';
import { updateItem } from './update-item.js';
import { updateTable } from './update-table.js';
import { updateTimeToLive } from './update-time-to-live.js';

/** Every operation that the engine has, by the service's name for it. */
export const operations: { readonly [Name in OperationName]: OperationHandler<Name> } = {
  BatchGetItem: batchGetItem,
  BatchWriteItem: batchWriteItem,
  CreateTable: createTable,
  DeleteItem: deleteItem,
  DeleteTable: deleteTable,
  DescribeEndpoints: describeEndpoints,
  DescribeLimits: describeLimits,
  DescribeTable: describeTable,
  DescribeTimeToLive: describeTimeToLive,
  GetItem: getItem,
  ListTables: listTables,
  ListTagsOfResource: listTagsOfResource,
  PutItem: putItem,
  Query: query,
  Scan: scan,
  TagResource: tagResource,
  TransactGetItems: transactGetItems,
  TransactWriteItems: transactWriteItems,
  UntagResource: untagResource,
  UpdateItem: updateItem,
  UpdateTable: updateTable,
  UpdateTimeToLive: updateTimeToLive,
};

export function isOperationName(name: string): name is OperationName {
  return Object.hasOwn(operations, name);
}
