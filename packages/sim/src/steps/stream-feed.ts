import type { World } from '../world/world.js';

/** Brings the records that a table's stream got since the last time into a queue, in their order. */
export function receiveStreamRecords(world: World, queue: string, tableName: string): void {
  const { engine, streamPositions } = world;
  const stream = engine.execute('DescribeTable', { TableName: tableName }).Table?.LatestStreamArn;
  if (stream === undefined) return;
  const { Shards = [] } = engine.execute('DescribeStream', { StreamArn: stream }).StreamDescription ?? {};
  for (const { ShardId } of Shards) {
    if (ShardId === undefined) continue;
    const position = `${queue} ${ShardId}`;
    const after = streamPositions.get(position);
    const { ShardIterator } = engine.execute('GetShardIterator', {
      StreamArn: stream,
      ShardId,
      ...(after === undefined
        ? { ShardIteratorType: 'TRIM_HORIZON' }
        : { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: after }),
    });
    if (ShardIterator === undefined) continue;
    for (const record of engine.execute('GetRecords', { ShardIterator }).Records ?? []) {
      world.queues.send(queue, record, true);
      const number = record.dynamodb?.SequenceNumber;
      if (number !== undefined) streamPositions.set(position, number);
    }
  }
}
