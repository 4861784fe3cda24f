import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  ConditionalCheckFailedException,
  CreateTableCommand,
  DynamoDBClient,
  type DynamoDBClientConfig,
  GetItemCommand,
  ProvisionedThroughputExceededException,
  PutItemCommand,
  TransactionCanceledException,
  TransactionConflictException,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { clientConfig, createEngine, listen } from '@holdfast/engine';
import { describe, expect, it } from 'vitest';
import type { FaultRates } from './fault.js';
import { type Storm, type StormOptions, storm } from './storm.js';

const TableName = 'tallies';
const Key = { pk: { S: 'a' } };

async function createTable(config: DynamoDBClientConfig): Promise<void> {
  await new DynamoDBClient(config).send(
    new CreateTableCommand({
      TableName,
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      BillingMode: 'PAY_PER_REQUEST',
    }),
  );
}

/** A client in a storm over a fresh engine with one table; it sends once unless told otherwise. */
async function inStorm(rates: FaultRates, options: Partial<StormOptions> = {}, maxAttempts = 1) {
  const config = clientConfig(createEngine());
  await createTable(config);
  const weather = storm(config.requestHandler, { seed: 1, lateness: 5, rates, ...options });
  return { client: new DynamoDBClient({ ...config, requestHandler: weather, maxAttempts }), weather };
}

function add(pk = 'a') {
  return new UpdateItemCommand({
    TableName,
    Key: { pk: { S: pk } },
    UpdateExpression: 'ADD tally :one',
    ExpressionAttributeValues: { ':one': { N: '1' } },
  });
}

async function tally(client: DynamoDBClient, weather: Storm): Promise<string | undefined> {
  weather.calm();
  await weather.settled();
  const { Item } = await client.send(new GetItemCommand({ TableName, Key, ConsistentRead: true }));
  return Item?.tally?.N;
}

const reset = { name: 'TimeoutError', code: 'ECONNRESET' };
const counts = {
  requests: 1,
  lostRequest: 0,
  lostAnswer: 0,
  throttle: 0,
  lateRequest: 0,
  duplicateRequest: 0,
  transactionConflict: 0,
  cutAnswer: 0,
};

describe('a batch', () => {
  const batch = () => new BatchWriteItemCommand({ RequestItems: { [TableName]: [{ PutRequest: { Item: Key } }] } });
  const read = () => new BatchGetItemCommand({ RequestItems: { [TableName]: { Keys: [Key] } } });

  it('meets the faults of writes or of reads, but no transaction: then its entries are unprocessed', async () => {
    const { client, weather } = await inStorm({ lostAnswer: 1 });
    await expect(client.send(batch())).rejects.toMatchObject(reset);
    await expect(client.send(read())).rejects.toMatchObject(reset);
    expect(weather.counts).toEqual({ ...counts, requests: 2, lostAnswer: 2 });
    weather.calm();
    expect((await client.send(read())).Responses).toEqual({ [TableName]: [Key] });

    const other = await inStorm({ transactionConflict: 1 });
    await other.client.send(batch());
    expect(other.weather.counts).toEqual(counts);
  });
});

describe('a fault', () => {
  it('lostRequest: is not carried out, and the connection breaks', async () => {
    const { client, weather } = await inStorm({ lostRequest: 1 });
    await expect(client.send(add())).rejects.toMatchObject(reset);
    expect(weather.counts).toEqual({ ...counts, lostRequest: 1 });
    expect(await tally(client, weather)).toBeUndefined();
  });

  it('lostAnswer: is carried out, and the connection breaks', async () => {
    const { client, weather } = await inStorm({ lostAnswer: 1 });
    await expect(client.send(add())).rejects.toMatchObject(reset);
    expect(weather.counts).toEqual({ ...counts, lostAnswer: 1 });
    expect(await tally(client, weather)).toBe('1');
  });

  it('cutAnswer: is carried out, and its answer breaks off in the middle', async () => {
    const { client, weather } = await inStorm({ cutAnswer: 1 });
    await expect(client.send(add())).rejects.toMatchObject({ code: 'ECONNRESET', $metadata: { httpStatusCode: 200 } });
    expect(weather.counts).toEqual({ ...counts, cutAnswer: 1 });
    expect(await tally(client, weather)).toBe('1');
  });

  it('lateRequest: the connection breaks first, and the request is carried out after', async () => {
    let land = () => {};
    const sleep = () => new Promise<void>((resolve) => (land = resolve));
    const { client, weather } = await inStorm({ lateRequest: 1 }, { runtime: { sleep } });
    await expect(client.send(add())).rejects.toMatchObject(reset);
    weather.calm();
    expect((await client.send(new GetItemCommand({ TableName, Key }))).Item).toBeUndefined();
    land();
    expect(await tally(client, weather)).toBe('1');
    expect(weather.counts).toEqual({ ...counts, lateRequest: 1 });
  });

  it('lateRequest: cannot be called back', async () => {
    const { client, weather } = await inStorm({ lateRequest: 1 });
    const controller = new AbortController();
    await expect(client.send(add(), { abortSignal: controller.signal })).rejects.toMatchObject(reset);
    controller.abort();
    expect(await tally(client, weather)).toBe('1');
  });

  it('does not befall a request that was aborted before it was sent', async () => {
    const { client, weather } = await inStorm({ lateRequest: 1 });
    await expect(client.send(add(), { abortSignal: AbortSignal.abort() })).rejects.toThrow();
    expect(await tally(client, weather)).toBeUndefined();
  });

  it('duplicateRequest: is carried out twice and answered once', async () => {
    const { client, weather } = await inStorm({ duplicateRequest: 1 }, { latency: 3 });
    const { Attributes } = await client.send(new UpdateItemCommand({ ...add().input, ReturnValues: 'ALL_NEW' }));
    expect(Attributes?.tally).toEqual({ N: '1' });
    expect(await tally(client, weather)).toBe('2');
    expect(weather.counts).toEqual({ ...counts, duplicateRequest: 1 });
  });

  it('throttle: is refused, not carried out', async () => {
    const { client, weather } = await inStorm({ throttle: 1 });
    const error = await client.send(add()).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ProvisionedThroughputExceededException);
    expect(error).toMatchObject({ $metadata: { httpStatusCode: 400, requestId: expect.stringMatching(/^\w{52}$/) } });
    expect(weather.counts).toEqual({ ...counts, throttle: 1 });
    expect(await tally(client, weather)).toBeUndefined();
  });

  it('transactionConflict: refuses a single write', async () => {
    const { client, weather } = await inStorm({ transactionConflict: 1 });
    const error = await client.send(add()).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(TransactionConflictException);
    expect(error).toMatchObject({ message: 'Transaction is ongoing for the item' });
    expect(await tally(client, weather)).toBeUndefined();
  });

  it('transactionConflict: cancels a transaction at one action, in time at any', async () => {
    const { client, weather } = await inStorm({ transactionConflict: 1 });
    const TransactItems = ['a', 'b', 'c'].map((pk) => ({ Put: { TableName, Item: { pk: { S: pk } } } }));
    const places = new Set<number>();
    for (let attempt = 0; attempt < 20; attempt++) {
      const error = await client
        .send(new TransactWriteItemsCommand({ TransactItems }))
        .catch((caught: unknown) => caught);
      if (!(error instanceof TransactionCanceledException)) throw error;
      const codes = error.CancellationReasons?.map(({ Code }) => Code) ?? [];
      expect([...codes].sort()).toEqual(['None', 'None', 'TransactionConflict']);
      expect(error.message).toContain(`specific reasons [${codes.join(', ')}]`);
      places.add(codes.indexOf('TransactionConflict'));
    }
    expect(places).toEqual(new Set([0, 1, 2]));
    expect(await tally(client, weather)).toBeUndefined();
  });

  it('of writes does not befall reads', async () => {
    const { client, weather } = await inStorm({ lateRequest: 0.4, duplicateRequest: 0.3, transactionConflict: 0.3 });
    await client.send(new GetItemCommand({ TableName, Key }));
    expect(weather.counts).toEqual(counts);
  });

  it('does not befall requests for tables, which are not counted', async () => {
    const config = clientConfig(createEngine());
    const weather = storm(config.requestHandler, { seed: 1, rates: { lostRequest: 1 } });
    await createTable({ ...config, requestHandler: weather });
    expect(weather.counts).toEqual({ ...counts, requests: 0 });
  });
});

describe('the retries of the SDK', () => {
  it('meet the own condition after a lost answer', async () => {
    const put = new PutItemCommand({
      TableName,
      Item: { ...Key, writer: { S: 'me' } },
      ConditionExpression: 'attribute_not_exists(pk)',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    const { client, weather } = await inStorm({ lostAnswer: 0.5 }, { seed: seedOf('lostAnswer', undefined) }, 4);
    const error = await client.send(put).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ConditionalCheckFailedException);
    expect(error).toMatchObject({ Item: { writer: { S: 'me' } }, $metadata: { attempts: 2 } });
    expect(weather.counts).toEqual({ ...counts, requests: 2, lostAnswer: 1 });
  });

  it('send again what was lost, each attempt with its own fate', async () => {
    const { client, weather } = await inStorm({ lostRequest: 0.5 }, { seed: seedOf('lostRequest', undefined) }, 4);
    const { $metadata } = await client.send(add());
    expect($metadata.attempts).toBe(2);
    expect(weather.counts).toEqual({ ...counts, requests: 2, lostRequest: 1 });
    expect(await tally(client, weather)).toBe('1');
  });
});

/** The least seed by which the first requests meet these faults, each at a rate of one half. */
function seedOf(...fates: readonly (keyof FaultRates | undefined)[]): number {
  const fault = fates.find((fate) => fate !== undefined) as keyof FaultRates;
  for (let seed = 0; ; seed++) {
    const weather = storm(
      { handle: answered },
      {
        seed,
        rates: { [fault]: 0.5 },
      },
    );
    const request = { headers: { 'x-amz-target': 'DynamoDB_20120810.PutItem' }, body: '{}' };
    const met = fates.map((_) => {
      const before = weather.counts[fault];
      weather.handle(request).catch(() => {});
      return weather.counts[fault] > before ? fault : undefined;
    });
    if (met.every((fate, index) => fate === fates[index])) return seed;
  }
}

async function answered() {
  return { response: { statusCode: 200, headers: {}, body: new Uint8Array() } };
}

describe('a seed', () => {
  const rates = {
    lostRequest: 0.1,
    lostAnswer: 0.1,
    throttle: 0.1,
    lateRequest: 0.1,
    duplicateRequest: 0.1,
    transactionConflict: 0.1,
    cutAnswer: 0.1,
  };
  const sixty = async (seed: number) => {
    const { client, weather } = await inStorm(rates, { seed, latency: 4 });
    const ends: string[] = [];
    for (let request = 0; request < 60; request++) {
      ends.push(
        await client.send(add()).then(
          () => 'ok',
          (error: Error) => error.name,
        ),
      );
    }
    return { ends, counts: { ...weather.counts }, tally: await tally(client, weather) };
  };

  it('fixes the fate of every request', async () => {
    const first = await sixty(7);
    expect(await sixty(7)).toEqual(first);
    expect((await sixty(8)).ends).not.toEqual(first.ends);
    const { requests, ...met } = first.counts;
    expect(requests).toBe(60);
    for (const [name, count] of Object.entries(met)) expect([name, count > 0]).toEqual([name, true]);
    const { lostRequest, throttle, transactionConflict, duplicateRequest } = first.counts;
    expect(first.tally).toBe(String(60 - lostRequest - throttle - transactionConflict + duplicateRequest));
  });

  it('fixes it whatever calm lies between', async () => {
    const { client, weather } = await inStorm(rates, { seed: 7 });
    for (let request = 0; request < 60; request++) {
      await client.send(add()).catch(() => {});
      weather.calm();
      await client.send(new GetItemCommand({ TableName, Key }));
      weather.resume();
    }
    expect(weather.counts).toEqual((await sixty(7)).counts);
  });

  it('makes concurrent clients overlap where there is latency', async () => {
    const { client } = await inStorm({}, { latency: 8 });
    const finished: number[] = [];
    await Promise.all(
      Array.from({ length: 10 }, async (_, caller) => {
        await client.send(add(String(caller)));
        finished.push(caller);
      }),
    );
    expect(finished).not.toEqual([...finished].sort((a, b) => a - b));
  });
});

describe('a storm over a network', () => {
  it('takes the request handler of the SDK', async () => {
    const listener = await listen(createEngine(), { port: 0 });
    const config = {
      endpoint: listener.url,
      region: 'us-east-1',
      credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
      maxAttempts: 1,
    };
    const network = new DynamoDBClient(config).config.requestHandler;
    const weather = storm(network, { seed: 1, rates: { lostAnswer: 0.5, duplicateRequest: 0.5 } });
    const client = new DynamoDBClient({ ...config, requestHandler: weather });
    await createTable(config);
    for (let request = 0; request < 60; request++) await client.send(add()).catch(() => {});
    expect(await tally(client, weather)).toBe(String(60 + weather.counts.duplicateRequest));
    client.destroy();
    await listener.close();
  });
});

describe('what makes no storm', () => {
  const make = (options: Partial<StormOptions>) => () =>
    storm(clientConfig(createEngine()).requestHandler, { seed: 1, rates: {}, ...options });

  it.each([
    [{ rates: { throttle: 1.5 } }, 'The rate of throttle is a number from 0 to 1; got 1.5'],
    [{ rates: { throttle: Number.NaN } }, 'got NaN'],
    [{ rates: { throttle: 0.6, lostAnswer: 0.5 } }, 'The rates of all faults come to at most 1; got 1.1'],
    [{ rates: { throtle: 0.5 } as FaultRates }, 'There is no fault named throtle'],
    [{ seed: 0.5 }, 'A seed is a safe integer; got 0.5'],
    [{ latency: -1 }, 'A latency is a whole number of turns, at least 0; got -1'],
    [{ lateness: Number.POSITIVE_INFINITY }, 'got Infinity'],
  ])('is refused: %j', (options, message) => {
    expect(make(options)).toThrow(RangeError);
    expect(make(options)).toThrow(message);
  });
});
