import type { DescribeEndpoints, DescribeLimits } from './account-operations.js';
import type { BatchGetItem, BatchWriteItem } from './batch-operations.js';
import type { DeleteItem, GetItem, PutItem, UpdateItem } from './item-operations.js';
import type { Query, Scan } from './read-operations.js';
import type { CreateTable, DeleteTable, DescribeTable, ListTables, UpdateTable } from './table-operations.js';
import type { ListTagsOfResource, TagResource, UntagResource } from './tag-operations.js';
import type { DescribeTimeToLive, UpdateTimeToLive } from './time-to-live-operations.js';
import type { TransactGetItems, TransactWriteItems } from './transaction-operations.js';

/** Input and output of each operation, by the service's name for it. */
export interface Operations {
  BatchGetItem: BatchGetItem;
  BatchWriteItem: BatchWriteItem;
  CreateTable: CreateTable;
  DeleteItem: DeleteItem;
  DeleteTable: DeleteTable;
  DescribeEndpoints: DescribeEndpoints;
  DescribeLimits: DescribeLimits;
  DescribeTable: DescribeTable;
  DescribeTimeToLive: DescribeTimeToLive;
  GetItem: GetItem;
  ListTables: ListTables;
  ListTagsOfResource: ListTagsOfResource;
  PutItem: PutItem;
  Query: Query;
  Scan: Scan;
  TagResource: TagResource;
  TransactGetItems: TransactGetItems;
  TransactWriteItems: TransactWriteItems;
  UntagResource: UntagResource;
  UpdateItem: UpdateItem;
  UpdateTable: UpdateTable;
  UpdateTimeToLive: UpdateTimeToLive;
}
export type OperationName = keyof Operations;
export type OperationInput<Name extends OperationName> = Operations[Name]['input'];
export type OperationOutput<Name extends OperationName> = Operations[Name]['output'];
