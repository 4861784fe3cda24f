import { ServiceError, type StreamRecord } from '@holdfast/wire';
import { eventId } from '../streams/event-id.js';
import type { ItemStream, StreamEntry, StreamShard } from '../streams/item-stream.js';
import { sequenceNumber } from '../streams/sequence-number.js';
import { iteratorLifetime, readIterator, type ShardPosition, writeIterator } from '../streams/shard-iterator.js';
import { copyMap } from '../validation/copy-value.js';
import { validationError } from '../validation/service-errors.js';
import { integer, optional, required, structure } from '../validation/shape.js';
import { findStream } from './find-stream.js';
import type { StreamOperationHandler } from './stream-operation-handler.js';
import { trimmedData } from './trimmed-data.js';

/** The most records of one answer. */
const mostRecords = 1000;
/** The most bytes of records of one answer, but for a first record that is larger. */
const mostBytes = 1024 * 1024;

export const getRecords: StreamOperationHandler<'GetRecords'> = {
  shape: structure('GetRecordsInput', {
    ShardIterator: required({ type: 'string', minLength: 1, maxLength: 2048 }),
    Limit: optional(integer({ minimum: 1, maximum: mostRecords })),
  }),

  handle({ state, runtime, region }, input) {
    const now = runtime.now();
    const place = acceptIterator(input.ShardIterator, now);
    const stream = findStream(state, place.streamArn, now);
    const shard = stream.shards(now).find((candidate) => candidate.id === place.shardId);
    // A closed shard goes with the last of its records.
    if (shard === undefined || place.position <= stream.lastTrimmed) throw trimmedData();
    // After a return to an earlier state, a position may lie ahead of all that has been written.
    const start = Math.min(place.position, stream.lastPosition + 1);
    const page = readPage(stream, shard, start, input.Limit ?? mostRecords);
    const next = { ...place, position: page.next, issuedAt: Math.max(0, Math.floor(now)) };
    return {
      Records: page.entries.map((entry) => recordOf(stream, entry, region)),
      ...(shard.end !== undefined && page.isLast ? {} : { NextShardIterator: writeIterator(next) }),
    };
  },
};

/** @throws ServiceError ValidationException for what is no iterator, ExpiredIteratorException after 15 minutes */
function acceptIterator(text: string, now: number): ShardPosition {
  const place = readIterator(text);
  if (place === undefined) throw validationError('Invalid ShardIterator');
  if (now - place.issuedAt > iteratorLifetime) {
    throw new ServiceError(
      'ExpiredIteratorException',
      'The shard iterator has expired: it is good for 15 minutes. Get a new one, after the last sequence number read.',
    );
  }
  return place;
}

interface Page {
  readonly entries: readonly StreamEntry[];
  /** The position behind them. */
  readonly next: number;
  /** Whether the shard holds no more. */
  readonly isLast: boolean;
}

function readPage(stream: ItemStream, shard: StreamShard, start: number, limit: number): Page {
  const entries: StreamEntry[] = [];
  let bytes = 0;
  let next = start;
  for (const entry of stream.entriesFrom(shard, start)) {
    bytes += entry.change.size;
    if (entries.length >= limit || (bytes > mostBytes && entries.length > 0)) return { entries, next, isLast: false };
    entries.push(entry);
    next = entry.position + 1;
  }
  return { entries, next, isLast: true };
}

function recordOf({ arn, settings }: ItemStream, { position, change }: StreamEntry, region: string): StreamRecord {
  const number = sequenceNumber(position);
  return {
    eventID: eventId(arn, number),
    eventName: change.name,
    eventVersion: '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion: region,
    dynamodb: {
      ApproximateCreationDateTime: Math.floor(change.at / 1000),
      Keys: copyMap(change.keys),
      ...(change.newImage === undefined ? {} : { NewImage: copyMap(change.newImage) }),
      ...(change.oldImage === undefined ? {} : { OldImage: copyMap(change.oldImage) }),
      SequenceNumber: number,
      SizeBytes: change.size,
      StreamViewType: settings.viewType,
    },
    ...(change.by === 'timeToLive'
      ? { userIdentity: { Type: 'Service', PrincipalId: 'dynamodb.amazonaws.com' } as const }
      : {}),
  };
}
