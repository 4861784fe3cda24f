import type { GetShardIteratorInput } from '@holdfast/wire';
import type { ItemStream, StreamShard } from '../streams/item-stream.js';
import { positionOf } from '../streams/sequence-number.js';
import { writeIterator } from '../streams/shard-iterator.js';
import { validationError } from '../validation/service-errors.js';
import { oneOf, optional, required, structure } from '../validation/shape.js';
import { checkStreamArn, findShard, findStream } from './find-stream.js';
import type { StreamOperationHandler } from './stream-operation-handler.js';
import { shardId, streamArn } from './stream-shapes.js';
import { trimmedData } from './trimmed-data.js';

export const getShardIterator: StreamOperationHandler<'GetShardIterator'> = {
  shape: structure('GetShardIteratorInput', {
    StreamArn: required(streamArn),
    ShardId: required(shardId),
    ShardIteratorType: required(oneOf('AFTER_SEQUENCE_NUMBER', 'LATEST', 'AT_SEQUENCE_NUMBER', 'TRIM_HORIZON')),
    SequenceNumber: optional({ type: 'string', minLength: 21, maxLength: 40 }),
  }),

  handle({ state, runtime }, input) {
    const now = runtime.now();
    checkStreamArn(input.StreamArn);
    checkSequenceNumber(input);
    const stream = findStream(state, input.StreamArn, now);
    const shard = findShard(stream, input.ShardId, now);
    const position = startOf(stream, shard, input);
    return {
      ShardIterator: writeIterator({
        streamArn: stream.arn,
        shardId: shard.id,
        position,
        issuedAt: Math.max(0, Math.floor(now)),
      }),
    };
  },
};

/** @throws ServiceError ValidationException where the number is missing, or given where the type has no use for it */
function checkSequenceNumber({ ShardIteratorType: type, SequenceNumber: number }: GetShardIteratorInput): void {
  const takesNumber = type === 'AT_SEQUENCE_NUMBER' || type === 'AFTER_SEQUENCE_NUMBER';
  if (takesNumber && number == null) {
    throw validationError(`The SequenceNumber parameter is required where ShardIteratorType is ${type}`);
  }
  if (!takesNumber && number != null) {
    throw validationError(
      `The SequenceNumber parameter cannot be used where ShardIteratorType is ${type}: leave it out`,
    );
  }
}

function startOf(stream: ItemStream, shard: StreamShard, input: GetShardIteratorInput): number {
  const last = shard.end?.last ?? stream.lastPosition;
  switch (input.ShardIteratorType) {
    case 'TRIM_HORIZON':
      return Math.max(shard.first, stream.lastTrimmed + 1);
    case 'LATEST':
      return last + 1;
    case 'AT_SEQUENCE_NUMBER':
    case 'AFTER_SEQUENCE_NUMBER': {
      const position = positionOf(input.SequenceNumber ?? '');
      if (position === undefined || position < shard.first || position > last) {
        throw validationError(`Invalid SequenceNumber: ${input.SequenceNumber} is not one of shard ${shard.id}`);
      }
      if (position <= stream.lastTrimmed) throw trimmedData();
      return input.ShardIteratorType === 'AT_SEQUENCE_NUMBER' ? position : position + 1;
    }
  }
}
