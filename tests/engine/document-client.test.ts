import { CreateTableCommand, DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import {
  BatchWriteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  paginateQuery,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { clientConfig, createEngine, type Engine, listen } from '@holdfast/engine';
import { afterEach, describe, expect, it } from 'vitest';

const TableName = 'orders';
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
  ['without a socket', async (engine: Engine): Promise<DynamoDBClientConfig> => clientConfig(engine)],
  ['over HTTP', overHttp],
])("the SDK's document client %s", (_, configFor) => {
  async function documents(): Promise<DynamoDBDocumentClient> {
    const client = new DynamoDBClient(await configFor(createEngine()));
    closing.push(() => client.destroy());
    await client.send(
      new CreateTableCommand({
        TableName,
        AttributeDefinitions: [
          { AttributeName: 'pk', AttributeType: 'S' },
          { AttributeName: 'sk', AttributeType: 'N' },
        ],
        KeySchema: [
          { AttributeName: 'pk', KeyType: 'HASH' },
          { AttributeName: 'sk', KeyType: 'RANGE' },
        ],
        BillingMode: 'PAY_PER_REQUEST',
      }),
    );
    return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
  }

  it('stores plain values, nested ones, sets and bytes', async () => {
    const client = await documents();
    const Item = {
      pk: 'a',
      sk: 1,
      nested: { steps: [1, 'two', null, { yes: true }], bytes: Uint8Array.of(0, 255) },
      tags: new Set(['x', 'y']),
    };
    await client.send(new PutCommand({ TableName, Item: { ...Item, absent: undefined } }));
    const { Item: read } = await client.send(new GetCommand({ TableName, Key: { pk: 'a', sk: 1 } }));
    expect(read).toEqual(Item);
    const { Attributes } = await client.send(
      new UpdateCommand({
        TableName,
        Key: { pk: 'a', sk: 1 },
        UpdateExpression: 'SET nested.steps[0] = nested.steps[0] + :by',
        ExpressionAttributeValues: { ':by': 41 },
        ReturnValues: 'UPDATED_NEW',
      }),
    );
    expect(Attributes).toEqual({ nested: { steps: [42] } });
  });

  it('pages through a query of what a batch wrote', async () => {
    const client = await documents();
    const requests = Array.from({ length: 25 }, (_, sk) => ({ PutRequest: { Item: { pk: 'a', sk } } }));
    await client.send(new BatchWriteCommand({ RequestItems: { [TableName]: requests } }));
    const pages: unknown[] = [];
    for await (const { Items } of paginateQuery(
      { client, pageSize: 10 },
      { TableName, KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': 'a' } },
    )) {
      pages.push(Items?.map(({ sk }) => sk));
    }
    const numbers = Array.from({ length: 25 }, (_, index) => index);
    expect(pages).toEqual([numbers.slice(0, 10), numbers.slice(10, 20), numbers.slice(20)]);
  });

  it('is told why a transaction was cancelled, with the stored item', async () => {
    const client = await documents();
    await client.send(new PutCommand({ TableName, Item: { pk: 'a', sk: 1, note: 'kept' } }));
    const create = {
      ConditionExpression: 'attribute_not_exists(pk)',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    } as const;
    const put = (sk: number) => ({ Put: { TableName, Item: { pk: 'a', sk }, ...create } });
    const sent = client.send(new TransactWriteCommand({ TransactItems: [put(2), put(1)] }));
    await expect(sent).rejects.toMatchObject({
      name: 'TransactionCanceledException',
      CancellationReasons: [
        { Code: 'None' },
        { Code: 'ConditionalCheckFailed', Item: { pk: { S: 'a' }, sk: { N: '1' }, note: { S: 'kept' } } },
      ],
    });
  });
});
