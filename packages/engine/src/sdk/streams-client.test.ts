import { CreateTableCommand, DynamoDBClient, PutItemCommand, UpdateTimeToLiveCommand } from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  type DynamoDBStreamsClientConfig,
  ExpiredIteratorException,
  GetRecordsCommand,
  GetShardIteratorCommand,
  ListStreamsCommand,
  ResourceNotFoundException,
} from '@aws-sdk/client-dynamodb-streams';
import { afterEach, describe, expect, it } from 'vitest';
import { createEngine, type Engine, listen } from '../index.js';
import { manualClock } from '../testing/manual-clock.js';
import { clientConfig } from './client-config.js';

const time = Date.UTC(2024, 4, 6, 7, 8, 9, 123);
const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function overHttp(engine: Engine) {
  const listener = await listen(engine, { port: 0 });
  closing.push(() => listener.close());
  const credentials = { accessKeyId: 'any', secretAccessKey: 'any' };
  return { endpoint: listener.url, region: engine.region, credentials };
}

describe.each([
  ['without a socket', async (engine: Engine): Promise<DynamoDBStreamsClientConfig> => clientConfig(engine)],
  ['over HTTP', overHttp],
])("the SDK's streams client %s", (_, configFor) => {
  async function clients() {
    const clock = manualClock(time);
    const engine = createEngine({ runtime: clock.runtime });
    const config = await configFor(engine);
    const streams = new DynamoDBStreamsClient(config);
    const tables = new DynamoDBClient(config);
    closing.push(
      () => streams.destroy(),
      () => tables.destroy(),
    );
    const { TableDescription } = await tables.send(
      new CreateTableCommand({
        TableName: 'events',
        AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'B' }],
        KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
        BillingMode: 'PAY_PER_REQUEST',
        StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
      }),
    );
    return { clock, engine, streams, tables, StreamArn: TableDescription?.LatestStreamArn ?? '' };
  }

  it('finds a stream and reads what was written, bytes as bytes', async () => {
    const { clock, engine, streams, tables, StreamArn } = await clients();
    const Item = { pk: { B: Uint8Array.of(1, 255) }, expires: { N: String(time / 1000 + 1) } };
    await tables.send(new PutItemCommand({ TableName: 'events', Item }));
    const TimeToLiveSpecification = { Enabled: true, AttributeName: 'expires' };
    await tables.send(new UpdateTimeToLiveCommand({ TableName: 'events', TimeToLiveSpecification }));
    clock.advance(3000);
    engine.expireItems();

    const { Streams } = await streams.send(new ListStreamsCommand({ TableName: 'events' }));
    expect(Streams).toEqual([{ StreamArn, TableName: 'events', StreamLabel: '2024-05-06T07:08:09.123' }]);
    const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn }));
    expect(StreamDescription).toMatchObject({ StreamStatus: 'ENABLED', CreationRequestDateTime: new Date(time) });
    const ShardId = StreamDescription?.Shards?.[0]?.ShardId;
    const { ShardIterator } = await streams.send(
      new GetShardIteratorCommand({ StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' }),
    );
    const { Records, NextShardIterator } = await streams.send(new GetRecordsCommand({ ShardIterator }));
    expect(NextShardIterator).toEqual(expect.any(String));
    expect(Records).toMatchObject([
      {
        eventName: 'INSERT',
        dynamodb: {
          ApproximateCreationDateTime: new Date(Math.floor(time / 1000) * 1000),
          Keys: { pk: Item.pk },
          NewImage: Item,
        },
      },
      {
        eventName: 'REMOVE',
        dynamodb: { Keys: { pk: Item.pk }, OldImage: Item },
        userIdentity: { Type: 'Service', PrincipalId: 'dynamodb.amazonaws.com' },
      },
    ]);
  });

  it('gets the errors of the service as the classes of the SDK', async () => {
    const { clock, streams, StreamArn } = await clients();
    await expect(streams.send(new DescribeStreamCommand({ StreamArn: `${StreamArn}0` }))).rejects.toThrow(
      ResourceNotFoundException,
    );
    const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn }));
    const ShardId = StreamDescription?.Shards?.[0]?.ShardId;
    const { ShardIterator } = await streams.send(
      new GetShardIteratorCommand({ StreamArn, ShardId, ShardIteratorType: 'LATEST' }),
    );
    clock.advance(16 * 60_000);
    await expect(streams.send(new GetRecordsCommand({ ShardIterator }))).rejects.toThrow(ExpiredIteratorException);
  });
});
