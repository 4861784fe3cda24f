import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  type Condition,
  ConditionalCheckFailedException,
  CreateTableCommand,
  DescribeEndpointsCommand,
  DescribeLimitsCommand,
  DynamoDBClient,
  type DynamoDBClientConfig,
  ListTagsOfResourceCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
  TagResourceCommand,
  UntagResourceCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { createEngine } from '../index.js';
import { clientConfig } from './client-config.js';

const TableName = 'blobs';
const pk = { B: Uint8Array.of(0, 255) };
let client: DynamoDBClient;
let arn: string | undefined;

beforeEach(async () => {
  const config: DynamoDBClientConfig = clientConfig(createEngine());
  client = new DynamoDBClient(config);
  const { TableDescription } = await client.send(
    new CreateTableCommand({
      TableName,
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'B' }],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      BillingMode: 'PAY_PER_REQUEST',
      Tags: [{ Key: 'env', Value: 'test' }],
    }),
  );
  arn = TableDescription?.TableArn;
});

describe('an AWS SDK client', () => {
  it('writes and reads bytes in batches', async () => {
    const Item = { pk, more: { BS: [Uint8Array.of(1)] } };
    const written = await client.send(
      new BatchWriteItemCommand({ RequestItems: { [TableName]: [{ PutRequest: { Item } }] } }),
    );
    expect(written.UnprocessedItems).toEqual({});
    const read = await client.send(new BatchGetItemCommand({ RequestItems: { [TableName]: { Keys: [{ pk }] } } }));
    expect(read.Responses).toEqual({ [TableName]: [Item] });
    expect(read.UnprocessedKeys).toEqual({});
    await client.send(
      new BatchWriteItemCommand({ RequestItems: { [TableName]: [{ DeleteRequest: { Key: { pk } } }] } }),
    );
    expect((await client.send(new ScanCommand({ TableName }))).Count).toBe(0);
  });

  it('gets the keys that were too much back, in bytes', async () => {
    const key = (index: number) => ({ pk: { B: Uint8Array.of(index) } });
    const keys = Array.from({ length: 45 }, (_, index) => key(index));
    for (const Key of keys) {
      await client.send(new PutItemCommand({ TableName, Item: { ...Key, text: { S: 'x'.repeat(380_000) } } }));
    }
    const read = await client.send(
      new BatchGetItemCommand({ RequestItems: { [TableName]: { Keys: keys, ProjectionExpression: 'pk' } } }),
    );
    expect(read.UnprocessedKeys).toEqual({ [TableName]: { Keys: [key(44)], ProjectionExpression: 'pk' } });
  });

  it('uses the parameters of before expressions with bytes', async () => {
    await client.send(
      new UpdateItemCommand({ TableName, Key: { pk }, AttributeUpdates: { data: { Value: pk, Action: 'PUT' } } }),
    );
    const isPk: Condition = { ComparisonOperator: 'EQ', AttributeValueList: [pk] };
    const found = await client.send(
      new QueryCommand({ TableName, KeyConditions: { pk: isPk }, QueryFilter: { data: isPk } }),
    );
    expect(found.Items).toEqual([{ pk, data: pk }]);
    const attempt = client.send(new PutItemCommand({ TableName, Item: { pk }, Expected: { data: { Exists: false } } }));
    await expect(attempt).rejects.toThrow(ConditionalCheckFailedException);
    await client.send(new PutItemCommand({ TableName, Item: { pk }, Expected: { data: { Value: pk } } }));
  });

  it('tags tables, and asks after the account', async () => {
    await client.send(new TagResourceCommand({ ResourceArn: arn, Tags: [{ Key: 'team', Value: 'a' }] }));
    await client.send(new UntagResourceCommand({ ResourceArn: arn, TagKeys: ['env'] }));
    const { Tags } = await client.send(new ListTagsOfResourceCommand({ ResourceArn: arn }));
    expect(Tags).toEqual([{ Key: 'team', Value: 'a' }]);
    expect((await client.send(new DescribeLimitsCommand({}))).TableMaxReadCapacityUnits).toBe(40_000);
    expect((await client.send(new DescribeEndpointsCommand({}))).Endpoints).toHaveLength(1);
  });
});
