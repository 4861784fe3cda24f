import type { DescribeStreamInput, Shard } from '@holdfast/wire';
import type { StreamShard } from '../streams/item-stream.js';
import { sequenceNumber } from '../streams/sequence-number.js';
import { oneOf, optional, required, structure } from '../validation/shape.js';
import { findStream } from './find-stream.js';
import type { StreamOperationHandler } from './stream-operation-handler.js';
import { mostOnPage, pageLimit, shardId, streamArn } from './stream-shapes.js';

export const describeStream: StreamOperationHandler<'DescribeStream'> = {
  shape: structure('DescribeStreamInput', {
    StreamArn: required(streamArn),
    Limit: optional(pageLimit),
    ExclusiveStartShardId: optional(shardId),
    ShardFilter: optional(
      structure('ShardFilter', { Type: optional(oneOf('CHILD_SHARDS')), ShardId: optional(shardId) }),
    ),
  }),

  handle({ state, runtime }, input) {
    const now = runtime.now();
    const stream = findStream(state, input.StreamArn, now);
    const limit = input.Limit ?? mostOnPage;
    const rest = shardsAsked(stream.shards(now), input);
    const page = rest.slice(0, limit);
    const last = page.at(-1);
    const { origin, viewType, enabledAt } = stream.settings;
    return {
      StreamDescription: {
        StreamArn: stream.arn,
        StreamLabel: stream.label,
        StreamStatus: stream.isEnabled ? 'ENABLED' : 'DISABLED',
        StreamViewType: viewType,
        CreationRequestDateTime: enabledAt / 1000,
        TableName: origin.tableName,
        KeySchema: origin.keySchema.map((element) => ({ ...element })),
        Shards: page.map(describeShard),
        ...(rest.length > limit && last !== undefined ? { LastEvaluatedShardId: last.id } : {}),
      },
    };
  },
};

/** A shard to start behind that is not there, like the last one, has none behind it. */
function shardsAsked(
  shards: readonly StreamShard[],
  { ExclusiveStartShardId: start, ShardFilter: filter }: DescribeStreamInput,
): readonly StreamShard[] {
  const behind = start == null ? 0 : shards.findIndex((shard) => shard.id === start) + 1;
  const rest = start != null && behind === 0 ? [] : shards.slice(behind);
  const parent = filter?.ShardId;
  return parent == null ? rest : rest.filter((shard) => shard.parentId === parent);
}

function describeShard({ id, parentId, first, end }: StreamShard): Shard {
  return {
    ShardId: id,
    ...(parentId === undefined ? {} : { ParentShardId: parentId }),
    SequenceNumberRange: {
      StartingSequenceNumber: sequenceNumber(first),
      ...(end === undefined ? {} : { EndingSequenceNumber: sequenceNumber(end.last) }),
    },
  };
}
