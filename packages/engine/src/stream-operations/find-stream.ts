import { ServiceError } from '@holdfast/wire';
import type { EngineState } from '../engine-state.js';
import type { ItemStream, StreamShard } from '../streams/item-stream.js';
import { validationError } from '../validation/service-errors.js';

/** Every stream that can be read, those of deleted tables included, in no order. */
export function* allStreams(state: EngineState, now: number): Iterable<ItemStream> {
  for (const { streams } of state.tables.all()) yield* streams.list(now);
  yield* state.formerStreams.list(now);
}

/**
 * The stream that a request names.
 *
 * @throws ServiceError ValidationException for what is no ARN of a stream, ResourceNotFoundException where no such stream can be
 *   read
 */
export function findStream(state: EngineState, arn: string, now: number): ItemStream {
  checkStreamArn(arn);
  for (const stream of allStreams(state, now)) if (stream.arn === arn) return stream;
  throw notFound(`Requested resource not found: Stream: ${arn} not found`);
}

/**
 * The shard that a request names.
 *
 * @throws ServiceError ResourceNotFoundException
 */
export function findShard(stream: ItemStream, id: string, now: number): StreamShard {
  const shard = stream.shards(now).find((candidate) => candidate.id === id);
  if (shard === undefined)
    throw notFound(`Requested resource not found: Shard: ${id} in Stream: ${stream.arn} not found`);
  return shard;
}

/** @throws ServiceError ValidationException */
export function checkStreamArn(arn: string): void {
  if (!/^arn:[^:]+:dynamodb:[^:]*:\d*:table\/[^/]+\/stream\/[^/]+$/.test(arn))
    throw validationError('Invalid StreamArn');
}

function notFound(message: string): ServiceError {
  return new ServiceError('ResourceNotFoundException', message);
}
