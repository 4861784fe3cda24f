import {
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  PutItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
  UpdateTableCommand,
} from '@aws-sdk/client-dynamodb';
import { expect, test } from 'vitest';
import { createEngine } from '../index.js';
import { clientConfig } from './client-config.js';

test('an AWS SDK client makes, reads and removes indexes, with bytes in their keys', async () => {
  const client = new DynamoDBClient(clientConfig(createEngine()));
  const TableName = 'files';
  await client.send(
    new CreateTableCommand({
      TableName,
      AttributeDefinitions: [
        { AttributeName: 'digest', AttributeType: 'B' },
        { AttributeName: 'version', AttributeType: 'N' },
        { AttributeName: 'size', AttributeType: 'N' },
      ],
      KeySchema: [
        { AttributeName: 'digest', KeyType: 'HASH' },
        { AttributeName: 'version', KeyType: 'RANGE' },
      ],
      LocalSecondaryIndexes: [
        {
          IndexName: 'bySize',
          KeySchema: [
            { AttributeName: 'digest', KeyType: 'HASH' },
            { AttributeName: 'size', KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'KEYS_ONLY' },
        },
      ],
      BillingMode: 'PAY_PER_REQUEST',
    }),
  );
  const digest = { B: Uint8Array.of(0, 1, 255) };
  const file = (version: number, size: number) => ({
    digest,
    version: { N: String(version) },
    size: { N: String(size) },
    owner: { S: 'ada' },
  });
  const put = await client.send(
    new PutItemCommand({ TableName, Item: file(1, 30), ReturnItemCollectionMetrics: 'SIZE' }),
  );
  const metrics = { ItemCollectionKey: { digest }, SizeEstimateRangeGB: [0, 1] };
  expect(put.ItemCollectionMetrics).toEqual(metrics);
  const transaction = await client.send(
    new TransactWriteItemsCommand({
      TransactItems: [{ Put: { TableName, Item: file(2, 20) } }],
      ReturnItemCollectionMetrics: 'SIZE',
    }),
  );
  expect(transaction.ItemCollectionMetrics).toEqual({ files: [metrics] });

  const page = await client.send(
    new QueryCommand({
      TableName,
      IndexName: 'bySize',
      KeyConditionExpression: 'digest = :digest',
      ExpressionAttributeValues: { ':digest': digest },
      Limit: 1,
    }),
  );
  const keys = { digest, version: { N: '2' }, size: { N: '20' } };
  expect(page).toMatchObject({ Items: [keys], LastEvaluatedKey: keys });

  const updated = await client.send(
    new UpdateTableCommand({
      TableName,
      AttributeDefinitions: [{ AttributeName: 'owner', AttributeType: 'S' }],
      GlobalSecondaryIndexUpdates: [
        {
          Create: {
            IndexName: 'byOwner',
            KeySchema: [{ AttributeName: 'owner', KeyType: 'HASH' }],
            Projection: { ProjectionType: 'ALL' },
          },
        },
      ],
    }),
  );
  expect(updated.TableDescription?.GlobalSecondaryIndexes).toMatchObject([{ IndexStatus: 'CREATING' }]);
  const described = await client.send(new DescribeTableCommand({ TableName }));
  expect(described.Table?.GlobalSecondaryIndexes).toMatchObject([{ IndexStatus: 'ACTIVE', ItemCount: 2 }]);
});
