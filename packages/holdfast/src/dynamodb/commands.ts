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

type AnyCommand = GetItemCommand;
type MakeCommand = (input: object) => AnyCommand;

function maker(type: new (input: never) => unknown): MakeCommand {
  // the port's inputs are the SDK's, but read-only and without its members for unknown types
  return (input) => new type(input as never) as AnyCommand;
}

/** The SDK's command for each operation of the port. */
export const commands: Readonly<Record<OperationName, MakeCommand>> = {
  BatchGetItem: maker(BatchGetItemCommand),
  BatchWriteItem: maker(BatchWriteItemCommand),
  CreateTable: maker(CreateTableCommand),
  DeleteItem: maker(DeleteItemCommand),
  DeleteTable: maker(DeleteTableCommand),
  DescribeEndpoints: maker(DescribeEndpointsCommand),
  DescribeLimits: maker(DescribeLimitsCommand),
  DescribeTable: maker(DescribeTableCommand),
  DescribeTimeToLive: maker(DescribeTimeToLiveCommand),
  GetItem: maker(GetItemCommand),
  ListTables: maker(ListTablesCommand),
  ListTagsOfResource: maker(ListTagsOfResourceCommand),
  PutItem: maker(PutItemCommand),
  Query: maker(QueryCommand),
  Scan: maker(ScanCommand),
  TagResource: maker(TagResourceCommand),
  TransactGetItems: maker(TransactGetItemsCommand),
  TransactWriteItems: maker(TransactWriteItemsCommand),
  UntagResource: maker(UntagResourceCommand),
  UpdateItem: maker(UpdateItemCommand),
  UpdateTable: maker(UpdateTableCommand),
  UpdateTimeToLive: maker(UpdateTimeToLiveCommand),
};
