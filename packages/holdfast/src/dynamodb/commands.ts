import {
  CreateTableCommand,
  DeleteItemCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  GetItemCommand,
  ListTablesCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
  TransactGetItemsCommand,
  TransactWriteItemsCommand,
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
  CreateTable: maker(CreateTableCommand),
  DeleteItem: maker(DeleteItemCommand),
  DeleteTable: maker(DeleteTableCommand),
  DescribeTable: maker(DescribeTableCommand),
  DescribeTimeToLive: maker(DescribeTimeToLiveCommand),
  GetItem: maker(GetItemCommand),
  ListTables: maker(ListTablesCommand),
  PutItem: maker(PutItemCommand),
  Query: maker(QueryCommand),
  Scan: maker(ScanCommand),
  TransactGetItems: maker(TransactGetItemsCommand),
  TransactWriteItems: maker(TransactWriteItemsCommand),
  UpdateItem: maker(UpdateItemCommand),
  UpdateTable: maker(UpdateTableCommand),
  UpdateTimeToLive: maker(UpdateTimeToLiveCommand),
};
