import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { DynamoDBClient, PutItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  ListStreamsCommand,
} from '@aws-sdk/client-dynamodb-streams';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Backend } from '@holdfast/wire';
import { describe, expect, it } from 'vitest';
import type { ExploredClient } from '../client/explored-client.js';
import { UncontrolledError } from '../run/uncontrolled-error.js';
import { add, createTallies, endsOf, Key, TableName, tallyOf } from '../testing/tally.js';
import { explore } from './explore.js';

type Client = ExploredClient<Backend>;

describe('transactions', () => {
  const items = ['a', 'b'];
  const transact = async ({ backend }: Client) => {
    const TransactItems = items.map((pk) => ({ Put: { TableName, Item: { pk: { S: pk }, tally: { N: '1' } } } }));
    await backend.execute('TransactWriteItems', { TransactItems });
    return 'written';
  };

  it('lock, write and end in steps of their own, so that others meet the conflicts of the service', async () => {
    const ends = await endsOf({ clients: { one: transact, two: ({ backend }) => add(backend) } });
    expect(ends).toEqual(
      [
        'TransactionCanceledException, 1, stored 1',
        'written, 1, stored 1',
        'written, 2, stored 2',
        'written, TransactionConflictException, stored 1',
      ].filter((end) => !end.startsWith('TransactionCanceled')),
    );
    expect(await endsOf({ clients: { one: transact, two: transact } })).toEqual([
      'TransactionCanceledException, written, stored 1',
      'written, TransactionCanceledException, stored 1',
      'written, written, stored 1',
    ]);
  });

  it('can be seen half done by what reads outside of a transaction, and by nothing else', async () => {
    const seenBy = async (read: (client: Client) => Promise<readonly unknown[]>) =>
      endsOf({ clients: { one: transact, two: async (client) => (await read(client)).length } });
    const scan = async ({ backend }: Client) =>
      (await backend.execute('Scan', { TableName, ConsistentRead: true })).output.Items ?? [];
    expect(await seenBy(scan)).toEqual(['written, 0, stored 1', 'written, 1, stored 1', 'written, 2, stored 1']);
    const transactGet = async ({ backend }: Client) => {
      const TransactItems = items.map((pk) => ({ Get: { TableName, Key: { pk: { S: pk } } } }));
      const { output } = await backend.execute('TransactGetItems', { TransactItems });
      return (output.Responses ?? []).filter(({ Item }) => Item);
    };
    expect(await seenBy(transactGet)).toEqual([
      'written, 0, stored 1',
      'written, 2, stored 1',
      'written, TransactionCanceledException, stored 1',
    ]);
  });
});

describe('time', () => {
  it('passes only by timers, in their order, while requests may take as long as they like', async () => {
    const one = async ({ backend, runtime }: Client) => {
      await add(backend);
      return `at ${runtime.monotonic()}`;
    };
    const two = async ({ runtime }: Client) => {
      await Promise.all([runtime.sleep(20), runtime.sleep(10)]);
      return `at ${runtime.monotonic()}`;
    };
    expect(await endsOf({ clients: { one, two } })).toEqual([
      'at 0, at 20, stored 1',
      'at 10, at 20, stored 1',
      'at 20, at 20, stored 1',
    ]);
  });

  it('is told differently by skewed clocks', async () => {
    const now = async ({ runtime }: Client) => new Date(runtime.now()).toISOString();
    expect(await endsOf({ clients: { one: now, two: now }, skews: { two: -1_500 } })).toEqual([
      '2026-01-01T00:00:00.000Z, 2025-12-31T23:59:58.500Z, stored none',
    ]);
  });

  it('ends with the signal: a request that was out may land all the same', async () => {
    const one = async ({ backend, runtime }: Client) => {
      const controller = new AbortController();
      const deadline = runtime.sleep(100, controller.signal).then(
        () => controller.abort(new Error('too late')),
        () => {},
      );
      const request = { TableName, Item: { ...Key, tally: { N: '1' } } };
      const answer = await backend.execute('PutItem', request, { signal: controller.signal }).then(
        () => 'written',
        (error: Error) => error.name,
      );
      controller.abort();
      await deadline;
      return `${answer} and read ${await tallyOf(backend)}`;
    };
    expect(await endsOf({ clients: { one } })).toEqual([
      'UnansweredError and read 1, stored 1',
      'UnansweredError and read none, stored 1',
      'written and read 1, stored 1',
    ]);
  });
});

describe('what lies outside of the store', () => {
  const charge = async ({ effect }: Client) => {
    try {
      return await effect('charge', 10);
    } catch {
      return effect('charge', 10);
    }
  };

  it('is lost and repeated like requests', async () => {
    expect(await endsOf({ clients: { one: charge }, faults: { lostAnswer: 1, lostRequest: 1 } })).toEqual(
      expect.arrayContaining(['undefined, 1 effects, stored none', 'undefined, 2 effects, stored none']),
    );
  });

  it('answers by its handler, which knows what was done before', async () => {
    const effects = { charge: (amount: number, before: readonly unknown[]) => `${amount}, the ${before.length + 1}.` };
    expect(await endsOf({ clients: { one: charge }, effects, faults: { lostAnswer: 1 } })).toEqual([
      '10, the 1., 1 effects, stored none',
      '10, the 2., 2 effects, stored none',
    ]);
  });

  const consume = async ({ queue }: Client) => {
    const seen: string[] = [];
    const orders = queue<string>('orders');
    for (let message = await orders.receive(); message; message = await orders.receive()) {
      seen.push(message.body);
      await orders.acknowledge(message);
    }
    return seen.join(' ');
  };
  const produce = async ({ queue }: Client) => {
    await queue('orders').send('x');
    await queue('orders').send('y');
  };

  it('delivers each message of a queue, and tells when there will be none', async () => {
    expect(await endsOf({ clients: { produce, consume } })).toEqual(['undefined, x y, stored none']);
  });

  it('delivers a message again whose consumer crashed, or by a fault', async () => {
    expect(await endsOf({ clients: { produce, consume }, faults: { repeatedMessage: 1 } })).toEqual(
      [
        'undefined, x x y, stored none',
        'undefined, x y x, stored none',
        'undefined, x y y, stored none',
        'undefined, x y, stored none',
      ].filter((end) => !end.includes('x y x')),
    );
    const ends = await endsOf({ clients: { produce, consume }, faults: { crash: 1 }, restart: ['consume'] });
    expect(ends).toContain('undefined, x y, stored none');
    expect(ends).toContain('undefined, y, stored none');
  });

  it('hands out the records of a stream in order, and again what was not acknowledged', async () => {
    const write = async ({ backend }: Client) => {
      await add(backend);
      await add(backend);
    };
    const follow = async ({ stream }: Client) => {
      const records = stream(TableName);
      const seen: string[] = [];
      for (let record = await records.receive(); record; record = await records.receive()) {
        const image = (record.body as { dynamodb: { NewImage: { tally: { N: string } } } }).dynamodb.NewImage;
        seen.push(image.tally.N);
        await records.acknowledge(record);
      }
      return seen.join(' ');
    };
    expect(await endsOf({ clients: { write, follow } })).toEqual(['undefined, 1 2, stored 2']);
    expect(await endsOf({ clients: { write, follow }, faults: { repeatedMessage: 1 } })).toEqual([
      'undefined, 1 1 2, stored 2',
      'undefined, 1 2 2, stored 2',
      'undefined, 1 2, stored 2',
    ]);
  });
});

describe('a client of the AWS SDK', () => {
  const create = new PutItemCommand({
    TableName,
    Item: { ...Key, tally: { N: '1' } },
    ConditionExpression: 'attribute_not_exists(pk)',
  });

  it('takes part with its own attempts, on virtual time', async () => {
    const one = async ({ clientConfig, runtime }: Client) => {
      const client = new DynamoDBClient(clientConfig());
      const { $metadata } = await client.send(create);
      return `${$metadata.attempts} attempts, ${runtime.monotonic() > 0 ? 'after a wait' : 'at once'}`;
    };
    expect(await endsOf({ clients: { one }, faults: { lostAnswer: 1 } })).toEqual([
      '1 attempts, at once, stored 1',
      'ConditionalCheckFailedException, stored 1',
    ]);
    expect(await endsOf({ clients: { one }, faults: { throttle: 1 } })).toEqual([
      '1 attempts, at once, stored 1',
      '2 attempts, after a wait, stored 1',
    ]);
  });

  it('may be the document client, and races with the others', async () => {
    const one = async ({ clientConfig }: Client) => {
      const client = DynamoDBDocumentClient.from(new DynamoDBClient(clientConfig()));
      const { Item } = await client.send(new GetCommand({ TableName, Key: { pk: 'a' } }));
      return Item?.tally;
    };
    const two = async ({ clientConfig }: Client) => {
      const client = new DynamoDBClient(clientConfig());
      const update = { UpdateExpression: 'ADD tally :one', ExpressionAttributeValues: { ':one': { N: '1' } } };
      await client.send(new UpdateItemCommand({ TableName, Key, ...update }));
    };
    expect(await endsOf({ clients: { one, two } })).toEqual([
      '1, undefined, stored 1',
      'undefined, undefined, stored 1',
    ]);
  });
});

describe('a client of the AWS SDK for streams', () => {
  it('reads them as steps like others, and sees each order of writes to different items', async () => {
    const write = (pk: string) => (client: Client) => add(client.backend, pk);
    const orders = new Set<string>();
    const report = await explore({
      setup: createTallies,
      clients: {
        one: write('x'),
        two: write('y'),
        reader: async ({ clientConfig }) => {
          const client = new DynamoDBStreamsClient(clientConfig());
          const { Streams } = await client.send(new ListStreamsCommand({ TableName }));
          const StreamArn = Streams?.[0]?.StreamArn;
          const { StreamDescription } = await client.send(new DescribeStreamCommand({ StreamArn }));
          const ShardId = StreamDescription?.Shards?.[0]?.ShardId;
          const start = new GetShardIteratorCommand({ StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' });
          const { ShardIterator } = await client.send(start);
          const { Records = [] } = await client.send(new GetRecordsCommand({ ShardIterator }));
          orders.add(Records.map(({ dynamodb }) => dynamodb?.Keys?.pk?.S).join(''));
        },
      },
    });
    expect(report.exhaustive).toBe(true);
    expect([...orders].sort()).toEqual(['', 'x', 'xy', 'y', 'yx']);
  });
});

describe('what the explorer does not control is told by name:', () => {
  const failing = (one: (client: Client) => unknown) =>
    explore({ setup: createTallies, clients: { one } }).then(
      () => 'nothing',
      (error: Error) => error.message,
    );

  it.each([
    ['setTimeout', () => new Promise((resolve) => setTimeout(resolve, 1))],
    ['setInterval', () => new Promise((resolve) => setInterval(resolve, 1))],
    ['setImmediate', () => new Promise((resolve) => setImmediate(resolve))],
    ['Math.random', async () => Math.random()],
    ['crypto.randomUUID', async () => crypto.randomUUID()],
    ['crypto.getRandomValues', async () => crypto.getRandomValues(new Uint8Array(1))],
  ])('%s', async (name, use) => {
    const message = await failing(use);
    expect(message).toContain(`Client one uses ${name}, which the explorer does not control`);
    expect(message).toContain('runtime.');
  });

  it('a use that the client hides', async () => {
    const hide = async ({ backend }: Client) => {
      try {
        Math.random();
      } catch {
        await add(backend);
      }
    };
    expect(await failing(hide)).toContain('Client one uses Math.random');
  });

  it('a timer of Node.js itself', async () => {
    expect(await failing(() => wait(20))).toMatch(/Client one waits for something .*a timer \(Timeout\)/s);
  });

  it('a socket', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { readonly port: number };
    const message = await failing(() => once(connect(port, '127.0.0.1'), 'data'));
    expect(message).toMatch(/Client one waits for something .*a socket \(TCP/s);
    server.close();
  });

  it('a client that does something else in the same schedule', async () => {
    let runs = 0;
    const one = async ({ backend }: Client) => {
      runs += 1;
      await add(backend, `key ${runs}`);
      await add(backend);
    };
    const search = explore({ setup: createTallies, clients: { one, two: ({ backend }) => add(backend) } });
    await expect(search).rejects.toThrow(UncontrolledError);
    await expect(search).rejects.toThrow(/Client one does not do the same in the same schedule: .*key 1.*key/);
  });

  it('and the process has its own again afterwards', async () => {
    const { setTimeout: before } = globalThis;
    const { random } = Math;
    await failing(async () => Math.random());
    expect(globalThis.setTimeout).toBe(before);
    expect(Math.random).toBe(random);
    expect(Math.random()).not.toBe(Math.random());
  });
});
