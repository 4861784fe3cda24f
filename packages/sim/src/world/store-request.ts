import type { OperationInput } from '@holdfast/wire';
import type { Request } from './process.js';

const reads: ReadonlySet<string> = new Set([
  'BatchGetItem',
  'DescribeEndpoints',
  'DescribeLimits',
  'DescribeStream',
  'DescribeTable',
  'DescribeTimeToLive',
  'GetItem',
  'GetRecords',
  'GetShardIterator',
  'ListStreams',
  'ListTables',
  'ListTagsOfResource',
  'Query',
  'Scan',
  'TransactGetItems',
]);

/** A request to the store. */
export function storeRequest(operation: string, input: unknown): Request {
  return { target: 'store', operation, input, writes: !reads.has(operation) };
}

/** The tables that a read may see as they were before; none for one that is strongly consistent. */
export function eventuallyRead({ operation, input }: Request): readonly string[] {
  switch (operation) {
    case 'GetItem':
    case 'Query':
    case 'Scan': {
      const { TableName, ConsistentRead } = input as OperationInput<'Query'>;
      return ConsistentRead ? [] : [TableName];
    }
    case 'BatchGetItem':
      return Object.entries((input as OperationInput<'BatchGetItem'>).RequestItems)
        .filter(([, { ConsistentRead }]) => !ConsistentRead)
        .map(([table]) => table);
    default:
      return [];
  }
}

/** The tables that a request writes items of. */
export function tablesWritten({ operation, input }: Request): readonly string[] {
  switch (operation) {
    case 'PutItem':
    case 'UpdateItem':
    case 'DeleteItem':
      return [(input as OperationInput<'PutItem'>).TableName];
    case 'BatchWriteItem':
      return Object.keys((input as OperationInput<'BatchWriteItem'>).RequestItems);
    case 'TransactWriteItems':
      return (input as OperationInput<'TransactWriteItems'>).TransactItems.map(
        ({ Put, Update, Delete, ConditionCheck }) => (Put ?? Update ?? Delete ?? ConditionCheck)?.TableName ?? '',
      );
    default:
      return [];
  }
}
