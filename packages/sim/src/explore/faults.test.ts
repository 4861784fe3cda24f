import type { Backend } from '@holdfast/wire';
import { describe, expect, it } from 'vitest';
import type { ExploredClient } from '../client/explored-client.js';
import { add, createTallies, endsOf, Key, TableName, tallyOf } from '../testing/tally.js';
import { explore } from './explore.js';

type Client = ExploredClient<Backend>;

const once = { maxAttempts: 1 };
const adds = { one: ({ backend }: Client) => add(backend) };

describe('a fault of the budget strikes at every place, and no more often:', () => {
  it('none of them where there is no budget', async () => {
    expect(await endsOf({ clients: adds })).toEqual(['1, stored 1']);
  });

  it('lostRequest: is not carried out', async () => {
    expect(await endsOf({ ...once, clients: adds, faults: { lostRequest: 1 } })).toEqual([
      '1, stored 1',
      'UnansweredError, stored none',
    ]);
  });

  it('lostAnswer: is carried out', async () => {
    expect(await endsOf({ ...once, clients: adds, faults: { lostAnswer: 1 } })).toEqual([
      '1, stored 1',
      'UnansweredError, stored 1',
    ]);
  });

  it('lostAnswer: is met by the attempts that the SDK would make', async () => {
    expect(await endsOf({ maxAttempts: 3, clients: adds, faults: { lostAnswer: 2 } })).toEqual([
      '1, stored 1',
      '2, stored 2',
      '3, stored 3',
    ]);
  });

  it('lateRequest: lands at any time after the client has given up', async () => {
    const ends = await endsOf({
      ...once,
      clients: {
        one: async ({ backend }) => {
          const answer = await add(backend).catch(() => 'gave up');
          return `${answer} and read ${await tallyOf(backend)}`;
        },
      },
      faults: { lateRequest: 1 },
    });
    expect(ends).toEqual(['1 and read 1, stored 1', 'gave up and read 1, stored 1', 'gave up and read none, stored 1']);
  });

  it('duplicateRequest: lands once more at any later time', async () => {
    const client = async ({ backend }: Client) => `${await add(backend)} and read ${await tallyOf(backend)}`;
    expect(await endsOf({ clients: { one: client }, faults: { duplicateRequest: 1 } })).toEqual([
      '1 and read 1, stored 1',
      '1 and read 1, stored 2',
      '1 and read 2, stored 2',
    ]);
  });

  it('throttle: is refused, and sent again as often as the SDK would', async () => {
    expect(await endsOf({ maxAttempts: 2, clients: adds, faults: { throttle: 2 } })).toEqual([
      '1, stored 1',
      'ProvisionedThroughputExceededException, stored none',
    ]);
  });

  it('transactionConflict: is refused', async () => {
    expect(await endsOf({ clients: adds, faults: { transactionConflict: 1 } })).toEqual([
      '1, stored 1',
      'TransactionConflictException, stored none',
    ]);
  });

  it('transactionConflict, transactionInProgress: refuse transactions', async () => {
    const one = async ({ backend }: Client) => {
      const TransactItems = [{ Put: { TableName, Item: { ...Key, tally: { N: '1' } } } }];
      await backend.execute('TransactWriteItems', { TransactItems, ClientRequestToken: 'token' });
      return 'written';
    };
    expect(
      await endsOf({ ...once, clients: { one }, faults: { transactionConflict: 1, transactionInProgress: 1 } }),
    ).toEqual([
      'TransactionCanceledException, stored none',
      'TransactionInProgressException, stored none',
      'written, stored 1',
    ]);
  });

  it('unprocessedEntry: leaves the last entry of a batch', async () => {
    const one = async ({ backend }: Client) => {
      const requests = ['b', 'a'].map((pk) => ({ PutRequest: { Item: { pk: { S: pk }, tally: { N: '1' } } } }));
      const { output } = await backend.execute('BatchWriteItem', { RequestItems: { [TableName]: requests } });
      return Object.keys(output.UnprocessedItems ?? {}).length > 0 ? 'some left' : 'all written';
    };
    expect(await endsOf({ clients: { one }, faults: { unprocessedEntry: 1 } })).toEqual([
      'all written, stored 1',
      'some left, stored none',
    ]);
  });

  it('staleRead: sees what was before any of the writes', async () => {
    const one = async ({ backend }: Client) => {
      await add(backend);
      await add(backend);
      return `read ${await tallyOf(backend, 'a', false)}, then ${await tallyOf(backend)}`;
    };
    expect(await endsOf({ clients: { one }, faults: { staleRead: 1 } })).toEqual([
      'read 1, then 2, stored 2',
      'read 2, then 2, stored 2',
      'read none, then 2, stored 2',
    ]);
  });

  it('lateIndex: reaches the indexes at any later time', async () => {
    const one = async ({ backend }: Client) => {
      await backend.execute('PutItem', { TableName, Item: { ...Key, kind: { S: 'k' } } });
      const { output } = await backend.execute('Query', {
        TableName,
        IndexName: 'byKind',
        KeyConditionExpression: 'kind = :k',
        ExpressionAttributeValues: { ':k': { S: 'k' } },
      });
      return `found ${output.Items?.length}`;
    };
    expect(await endsOf({ clients: { one }, faults: { lateIndex: 1 } })).toEqual([
      'found 0, stored none',
      'found 1, stored none',
    ]);
  });

  it('lateIndex: brings every update to the indexes in the end, also one that waited behind a late one', async () => {
    const found = new Set<number | undefined>();
    const put = (client: Client, kind: string) =>
      client.backend.execute('PutItem', { TableName, Item: { ...Key, kind: { S: kind } } });
    await explore({
      setup: createTallies,
      clients: {
        one: async (client) => {
          await put(client, 'old');
          await put(client, 'new');
        },
      },
      faults: { lateIndex: 1 },
      final: async ({ backend }) => {
        const { output } = await backend.execute('Query', {
          TableName,
          IndexName: 'byKind',
          KeyConditionExpression: 'kind = :k',
          ExpressionAttributeValues: { ':k': { S: 'new' } },
        });
        found.add(output.Items?.length);
      },
    });
    expect([...found]).toEqual([1]);
  });

  it('expiry: deletes what has expired, never what has not', async () => {
    const one = async ({ backend, runtime }: Client) => {
      const expiresAt = { N: String(Math.floor(runtime.now() / 1_000) + 60) };
      await backend.execute('PutItem', { TableName, Item: { ...Key, tally: { N: '1' }, expiresAt } });
      const before = await tallyOf(backend);
      await runtime.sleep(61_000);
      return `${before} then ${await tallyOf(backend)}`;
    };
    expect(await endsOf({ clients: { one }, faults: { expiry: 1 } })).toEqual([
      '1 then 1, stored 1',
      '1 then 1, stored none',
      '1 then none, stored none',
    ]);
  });

  it('crash: between any two calls, and for good', async () => {
    const one = async ({ backend }: Client) => {
      await add(backend);
      return add(backend);
    };
    expect(await endsOf({ clients: { one }, faults: { crash: 1 } })).toEqual([
      '2, stored 2',
      'crashed, stored 1',
      'crashed, stored 2',
    ]);
  });

  it('crash: with a request on its way that lands before or after the client has begun again', async () => {
    const one = async ({ backend, starts }: Client) => {
      if (starts > 1) return `read ${await tallyOf(backend)}`;
      return add(backend);
    };
    expect(await endsOf({ clients: { one }, faults: { crash: 1 }, restart: ['one'] })).toEqual([
      '1, stored 1',
      'read 1, stored 1',
      'read none, stored 1',
    ]);
  });

  it('pause: stops the timers and the monotonic clock of a client, not its wall clock', async () => {
    const one = async ({ backend, runtime }: Client) => {
      const [wall, monotonic] = [runtime.now(), runtime.monotonic()];
      await tallyOf(backend);
      await runtime.sleep(10);
      return `${runtime.now() - wall} ms by the wall, ${runtime.monotonic() - monotonic} by itself`;
    };
    const two = async ({ runtime }: Client) => {
      await runtime.sleep(500);
      return 'slept';
    };
    const ends = await endsOf({ clients: { one, two }, faults: { pause: 1 } });
    expect(ends).toContain('510 ms by the wall, 10 by itself, slept, stored none');
    expect(ends).toContain('10 ms by the wall, 10 by itself, slept, stored none');
  });
});
