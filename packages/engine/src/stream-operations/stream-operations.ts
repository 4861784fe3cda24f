import type { StreamOperationName } from '@holdfast/wire';
import { describeStream } from './describe-stream.js';
import { getRecords } from './get-records.js';
import { getShardIterator } from './get-shard-iterator.js';
import { listStreams } from './list-streams.js';
import type { StreamOperationHandler } from './stream-operation-handler.js';

/** Every operation of DynamoDB Streams, by the service's name for it. */
export const streamOperations: { readonly [Name in StreamOperationName]: StreamOperationHandler<Name> } = {
  DescribeStream: describeStream,
  GetRecords: getRecords,
  GetShardIterator: getShardIterator,
  ListStreams: listStreams,
};

export function isStreamOperationName(name: string): name is StreamOperationName {
  return Object.hasOwn(streamOperations, name);
}
