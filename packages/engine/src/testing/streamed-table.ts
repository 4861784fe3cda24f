import type { AttributeMap, StreamDescription, StreamRecord, StreamViewType } from '@holdfast/wire';
import type { Engine } from '../engine.js';

/** Creates a table with the key `pk` and a stream, and returns the stream's ARN. */
export function streamedTable(
  engine: Engine,
  name = 'events',
  viewType: StreamViewType = 'NEW_AND_OLD_IMAGES',
): string {
  const { TableDescription } = engine.execute('CreateTable', {
    TableName: name,
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    BillingMode: 'PAY_PER_REQUEST',
    StreamSpecification: { StreamEnabled: true, StreamViewType: viewType },
  });
  return TableDescription.LatestStreamArn ?? '';
}

export function put(engine: Engine, Item: AttributeMap, TableName = 'events'): void {
  engine.execute('PutItem', { TableName, Item });
}

export function describeStream(engine: Engine, StreamArn: string): StreamDescription {
  return engine.execute('DescribeStream', { StreamArn }).StreamDescription;
}

/** All records that a stream holds, shard after shard. */
export function recordsOf(engine: Engine, StreamArn: string): StreamRecord[] {
  const records: StreamRecord[] = [];
  for (const { ShardId } of describeStream(engine, StreamArn).Shards) {
    let { ShardIterator: next } = engine.execute('GetShardIterator', {
      StreamArn,
      ShardId,
      ShardIteratorType: 'TRIM_HORIZON',
    }) as { ShardIterator?: string };
    while (next !== undefined) {
      const page = engine.execute('GetRecords', { ShardIterator: next });
      records.push(...page.Records);
      next = page.Records.length === 0 ? undefined : page.NextShardIterator;
    }
  }
  return records;
}

export function partitionKeyOf({
  dynamodb,
}: {
  readonly dynamodb: { readonly Keys: AttributeMap };
}): string | undefined {
  const { pk } = dynamodb.Keys;
  return pk !== undefined && 'S' in pk ? pk.S : undefined;
}
