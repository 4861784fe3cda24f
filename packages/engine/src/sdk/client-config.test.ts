import { getEventListeners } from 'node:events';
import {
  ConditionalCheckFailedException,
  CreateTableCommand,
  DynamoDBClient,
  type DynamoDBClientConfig,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  ResourceNotFoundException,
  TransactionCanceledException,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { createEngine } from '../index.js';
import { clientConfig } from './client-config.js';

const TableName = 'accounts';
let client: DynamoDBClient;

beforeEach(async () => {
  const config: DynamoDBClientConfig = clientConfig(createEngine());
  client = new DynamoDBClient(config);
  await client.send(
    new CreateTableCommand({
      TableName,
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      BillingMode: 'PAY_PER_REQUEST',
    }),
  );
});

const Key = { pk: { S: 'alice' } };

describe('an AWS SDK client without a socket', () => {
  it('writes and reads every type of value', async () => {
    const Item = {
      ...Key,
      number: { N: '12345678901234567890123456789012345678' },
      bytes: { B: Uint8Array.of(0, 255) },
      more: { L: [{ M: { set: { BS: [Uint8Array.of(1), Uint8Array.of(2)] } } }, { NULL: true as const }] },
      strings: { SS: ['a', 'b'] },
    };
    await client.send(new PutItemCommand({ TableName, Item }));
    const read = await client.send(new GetItemCommand({ TableName, Key, ConsistentRead: true }));
    expect(read.Item).toEqual(Item);
    expect(read.$metadata.requestId).toMatch(/^[0-9A-V]{52}$/);
    expect(read.$metadata.attempts).toBe(1);
  });

  it('gets the errors of the service as the classes of the SDK', async () => {
    await client.send(new PutItemCommand({ TableName, Item: { ...Key, bytes: { B: Uint8Array.of(7) } } }));
    const failed = await client
      .send(
        new PutItemCommand({
          TableName,
          Item: Key,
          ConditionExpression: 'attribute_not_exists(pk)',
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
      )
      .catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(ConditionalCheckFailedException);
    expect(failed).toMatchObject({
      message: 'The conditional request failed',
      Item: { bytes: { B: Uint8Array.of(7) } },
      $metadata: { httpStatusCode: 400, attempts: 1 },
    });

    const missing = await client
      .send(new GetItemCommand({ TableName: 'nowhere', Key }))
      .catch((error: unknown) => error);
    expect(missing).toBeInstanceOf(ResourceNotFoundException);

    const cancelled = await client
      .send(
        new TransactWriteItemsCommand({
          TransactItems: [
            { Put: { TableName, Item: { pk: { S: 'bob' } } } },
            {
              ConditionCheck: {
                TableName,
                Key,
                ConditionExpression: 'attribute_not_exists(pk)',
                ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
              },
            },
          ],
        }),
      )
      .catch((error: unknown) => error);
    expect(cancelled).toBeInstanceOf(TransactionCanceledException);
    expect(cancelled).toMatchObject({
      message: expect.stringContaining('[None, ConditionalCheckFailed]'),
      CancellationReasons: [
        { Code: 'None' },
        { Code: 'ConditionalCheckFailed', Item: { bytes: { B: Uint8Array.of(7) } } },
      ],
    });
  });

  it('interleaves concurrent callers', async () => {
    const order: string[] = [];
    const caller = async (name: string) => {
      for (let call = 0; call < 3; call++) {
        await client.send(
          new UpdateItemCommand({
            TableName,
            Key,
            UpdateExpression: 'ADD visits :one',
            ExpressionAttributeValues: { ':one': { N: '1' } },
          }),
        );
        order.push(name);
      }
    };
    await Promise.all([caller('a'), caller('b')]);
    expect(order.join('')).not.toMatch(/^(aaabbb|bbbaaa)$/);
    const { Item } = await client.send(new GetItemCommand({ TableName, Key }));
    expect(Item?.visits).toEqual({ N: '6' });
  });

  it('lets timers run while a caller polls', async () => {
    let fired = false;
    setTimeout(() => {
      fired = true;
    }, 1);
    while (!fired)
      await client.send(
        new QueryCommand({
          TableName,
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': { S: 'alice' } },
        }),
      );
    expect(fired).toBe(true);
  });
});

describe('a request that is aborted', () => {
  const put = () => new PutItemCommand({ TableName, Item: Key });

  it('is not carried out, whether its signal was aborted before or after it was sent', async () => {
    const before = client.send(put(), { abortSignal: AbortSignal.abort(new Error('too slow')) });
    await expect(before).rejects.toMatchObject({ name: 'AbortError', cause: { message: 'too slow' } });

    const { requestHandler } = clientConfig(createEngine());
    const controller = new AbortController();
    const request = { headers: { 'x-amz-target': 'DynamoDB_20120810.ListTables' }, body: '{}' };
    const after = requestHandler.handle(request, { abortSignal: controller.signal });
    controller.abort();
    await expect(after).rejects.toMatchObject({ name: 'AbortError' });

    const { Item } = await client.send(new GetItemCommand({ TableName, Key }));
    expect(Item).toBeUndefined();
  });

  it('may carry an abort signal of the older kind, which only calls onabort', async () => {
    const { requestHandler } = clientConfig(createEngine());
    const request = { headers: { 'x-amz-target': 'DynamoDB_20120810.ListTables' }, body: '{}' };
    const signal: { aborted: boolean; onabort: null | (() => void) } = { aborted: false, onabort: null };
    const answer = requestHandler.handle(request, { abortSignal: signal });
    signal.onabort?.();
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
    const { response } = await requestHandler.handle(request, { abortSignal: { aborted: false, onabort: null } });
    expect(response.statusCode).toBe(200);
  });

  it('leaves no listener behind once it is answered', async () => {
    const controller = new AbortController();
    await client.send(put(), { abortSignal: controller.signal });
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  });
});

it('takes the region of the engine, or another', async () => {
  const regionOf = (config: DynamoDBClientConfig) => new DynamoDBClient(config).config.region();
  expect(await regionOf(clientConfig(createEngine({ region: 'eu-west-1' })))).toBe('eu-west-1');
  expect(await regionOf(clientConfig(createEngine(), { region: 'eu-central-1' }))).toBe('eu-central-1');
});
