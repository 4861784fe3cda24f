import type { AttributeMap } from '../attribute-value/attribute-value.js';
import type { KeySchema, StreamViewType } from './table-operations.js';

/** Disabled streams can be read for 24 hours more. */
export type StreamStatus = 'ENABLING' | 'ENABLED' | 'DISABLING' | 'DISABLED';

/** @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_Stream.html */
export interface Stream {
  readonly StreamArn: string;
  readonly TableName: string;
  /** The time at which the stream was enabled, such as `2015-05-11T21:21:33.291`; unique among a table's streams. */
  readonly StreamLabel: string;
}

/** @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_ListStreams.html */
export interface ListStreamsInput {
  /** Only the streams of tables that have, or had, this name. */
  readonly TableName?: string;
  /** From 1 to 100. */
  readonly Limit?: number;
  readonly ExclusiveStartStreamArn?: string;
}
export interface ListStreams {
  readonly input: ListStreamsInput;
  readonly output: { readonly Streams: readonly Stream[]; readonly LastEvaluatedStreamArn?: string };
}

/** @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_Shard.html */
export interface Shard {
  readonly ShardId: string;
  /** The shard to read before this one. It may be gone by now. */
  readonly ParentShardId?: string;
  readonly SequenceNumberRange: {
    readonly StartingSequenceNumber: string;
    /** Present once the shard is closed: no record is added to it any more. */
    readonly EndingSequenceNumber?: string;
  };
}

/** @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_StreamDescription.html */
export interface StreamDescription extends Stream {
  readonly StreamStatus: StreamStatus;
  readonly StreamViewType: StreamViewType;
  /** Seconds since 1970, with fractions. */
  readonly CreationRequestDateTime: number;
  readonly KeySchema: KeySchema;
  readonly Shards: readonly Shard[];
  /** Where the next page starts; absent on the last page only. */
  readonly LastEvaluatedShardId?: string;
}

/** @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_DescribeStream.html */
export interface DescribeStreamInput {
  readonly StreamArn: string;
  /** From 1 to 100. */
  readonly Limit?: number;
  readonly ExclusiveStartShardId?: string;
  /** Only the children of one shard. */
  readonly ShardFilter?: { readonly Type?: 'CHILD_SHARDS'; readonly ShardId?: string };
}
export interface DescribeStream {
  readonly input: DescribeStreamInput;
  readonly output: { readonly StreamDescription: StreamDescription };
}

/**
 * Where reading starts.
 *
 * - `TRIM_HORIZON`: at the oldest record that there is.
 * - `LATEST`: behind the newest one.
 * - `AT_SEQUENCE_NUMBER`, `AFTER_SEQUENCE_NUMBER`: at, or behind, the record with that number.
 */
export type ShardIteratorType = 'TRIM_HORIZON' | 'LATEST' | 'AT_SEQUENCE_NUMBER' | 'AFTER_SEQUENCE_NUMBER';

/** @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_GetShardIterator.html */
export interface GetShardIteratorInput {
  readonly StreamArn: string;
  readonly ShardId: string;
  readonly ShardIteratorType: ShardIteratorType;
  /** For `AT_SEQUENCE_NUMBER` and `AFTER_SEQUENCE_NUMBER`, and for these only. */
  readonly SequenceNumber?: string;
}
export interface GetShardIterator {
  readonly input: GetShardIteratorInput;
  /** Good for 15 minutes. */
  readonly output: { readonly ShardIterator: string };
}

/**
 * One change of one item.
 *
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_Record.html
 */
export interface StreamRecord {
  /** Unique to this record. */
  readonly eventID: string;
  readonly eventName: 'INSERT' | 'MODIFY' | 'REMOVE';
  readonly eventVersion: string;
  readonly eventSource: 'aws:dynamodb';
  readonly awsRegion: string;
  readonly dynamodb: StreamRecordData;
  /** Present where the service itself made the change: time to live deleted the item. */
  readonly userIdentity?: { readonly Type: 'Service'; readonly PrincipalId: 'dynamodb.amazonaws.com' };
}

/** @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_StreamRecord.html */
export interface StreamRecordData {
  /** Whole seconds since 1970. */
  readonly ApproximateCreationDateTime: number;
  readonly Keys: AttributeMap;
  readonly NewImage?: AttributeMap;
  readonly OldImage?: AttributeMap;
  /** From 21 to 40 digits; grows from record to record of a shard. */
  readonly SequenceNumber: string;
  /** The bytes of keys and images, as items are counted. */
  readonly SizeBytes: number;
  readonly StreamViewType: StreamViewType;
}

/** @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_GetRecords.html */
export interface GetRecordsInput {
  readonly ShardIterator: string;
  /** From 1 to 1,000, which is also what is taken without it; an answer holds 1 MB at most. */
  readonly Limit?: number;
}
export interface GetRecords {
  readonly input: GetRecordsInput;
  readonly output: {
    readonly Records: readonly StreamRecord[];
    /** Absent where a closed shard has been read to its end. */
    readonly NextShardIterator?: string;
  };
}

/** Input and output of each operation of DynamoDB Streams, by the service's name for it. */
export interface StreamOperations {
  DescribeStream: DescribeStream;
  GetRecords: GetRecords;
  GetShardIterator: GetShardIterator;
  ListStreams: ListStreams;
}
export type StreamOperationName = keyof StreamOperations;
export type StreamOperationInput<Name extends StreamOperationName> = StreamOperations[Name]['input'];
export type StreamOperationOutput<Name extends StreamOperationName> = StreamOperations[Name]['output'];
