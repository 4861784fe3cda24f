import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  CreateTableCommand,
  DeleteItemCommand,
  DeleteTableCommand,
  DescribeEndpointsCommand,
  DescribeLimitsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  GetItemCommand,
  ListTablesCommand,
  ListTagsOfResourceCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
  TagResourceCommand,
  TransactGetItemsCommand,
  TransactWriteItemsCommand,
  UntagResourceCommand,
  UpdateItemCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import type { OperationName } from '@holdfast/wire';

const commands: Readonly<Record<OperationName, new (input: never) => object>> = {
  BatchGetItem: BatchGetItemCommand,
  BatchWriteItem: BatchWriteItemCommand,
  CreateTable: CreateTableCommand,
  DeleteItem: DeleteItemCommand,
  DeleteTable: DeleteTableCommand,
  DescribeEndpoints: DescribeEndpointsCommand,
  DescribeLimits: DescribeLimitsCommand,
  DescribeTable: DescribeTableCommand,
  DescribeTimeToLive: DescribeTimeToLiveCommand,
  GetItem: GetItemCommand,
  ListTables: ListTablesCommand,
  ListTagsOfResource: ListTagsOfResourceCommand,
  PutItem: PutItemCommand,
  Query: QueryCommand,
  Scan: ScanCommand,
  TagResource: TagResourceCommand,
  TransactGetItems: TransactGetItemsCommand,
  TransactWriteItems: TransactWriteItemsCommand,
  UntagResource: UntagResourceCommand,
  UpdateItem: UpdateItemCommand,
  UpdateTable: UpdateTableCommand,
  UpdateTimeToLive: UpdateTimeToLiveCommand,
};

/** The SDK's command for an operation of the port. */
export function commandFor(operation: OperationName, input: object): GetItemCommand {
  // the port's inputs are the SDK's, but read-only and without its members for unknown types
  return new commands[operation](input as never) as GetItemCommand;
}
