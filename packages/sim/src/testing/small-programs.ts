import type { AttributeMap, Backend, OperationInput, OperationName } from '@holdfast/wire';
import fc from 'fast-check';
import type { ExploredClient } from '../client/explored-client.js';

/** One call of a small program. */
export type SmallCall =
  | { readonly [Name in OperationName]?: OperationInput<Name> }
  | { readonly sleep: number }
  | { readonly outside: 'effect' | 'send' | 'receive' | 'stream' };

const TableName = 'things';
const keys = ['a', 'b'].map((pk): AttributeMap => ({ pk: { S: pk }, sk: { S: 'x' } }));
const key = fc.constantFrom(...keys);
const one = { ':one': { N: '1' } };

const add = key.map((Key) => ({ TableName, Key, UpdateExpression: 'ADD n :one', ExpressionAttributeValues: one }));
const put = fc.record({ key, n: fc.constantFrom('0', '5'), isNew: fc.boolean() }).map(({ key: at, n, isNew }) => ({
  TableName,
  Item: { ...at, n: { N: n }, owner: { S: n } },
  ...(isNew && { ConditionExpression: 'attribute_not_exists(pk)' }),
}));

/** Calls that touch few items, so that they meet. */
export const smallCall: fc.Arbitrary<SmallCall> = fc.oneof(
  add.map((UpdateItem): SmallCall => ({ UpdateItem: { ...UpdateItem, ReturnValues: 'ALL_NEW' } })),
  put.map((PutItem): SmallCall => ({ PutItem: { ...PutItem, ReturnValues: 'ALL_OLD' } })),
  key.map((Key): SmallCall => ({ GetItem: { TableName, Key, ConsistentRead: true } })),
  key.map((Key): SmallCall => ({ GetItem: { TableName, Key } })),
  key.map((Key): SmallCall => ({ DeleteItem: { TableName, Key } })),
  fc.constant<SmallCall>({ Scan: { TableName, ConsistentRead: true } }),
  fc.constant<SmallCall>({
    Query: {
      TableName,
      IndexName: 'byOwner',
      KeyConditionExpression: '#o = :o',
      ExpressionAttributeNames: { '#o': 'owner' },
      ExpressionAttributeValues: { ':o': { S: '5' } },
    },
  }),
  key.map(
    (Key): SmallCall => ({
      Query: {
        TableName,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': Key.pk ?? { S: '' } },
      },
    }),
  ),
  fc
    .record({
      first: add,
      second: fc.constantFrom('put', 'check'),
      token: fc.option(fc.constant('token'), { nil: undefined }),
    })
    .map(({ first, second, token }): SmallCall => {
      const other = keys.find((candidate) => candidate !== first.Key) as AttributeMap;
      const action =
        second === 'put'
          ? { Put: { TableName, Item: { ...other, n: { N: '7' } } } }
          : { ConditionCheck: { TableName, Key: other, ConditionExpression: 'attribute_exists(pk)' } };
      return {
        TransactWriteItems: { TransactItems: [{ Update: first }, action], ...(token && { ClientRequestToken: token }) },
      };
    }),
  fc.constant<SmallCall>({ TransactGetItems: { TransactItems: keys.map((Key) => ({ Get: { TableName, Key } })) } }),
  fc.constantFrom('effect', 'send', 'receive', 'stream').map((outside): SmallCall => ({ outside })),
  fc.constantFrom(10, 20).map((sleep): SmallCall => ({ sleep })),
);

/** A client that makes the calls one after the other, and returns what it saw. */
export function clientOf(calls: readonly SmallCall[]) {
  return async (client: ExploredClient<Backend>): Promise<readonly string[]> => {
    const { backend, runtime } = client;
    const seen: string[] = [];
    for (const call of calls) {
      if ('sleep' in call) {
        await runtime.sleep(call.sleep as number);
        seen.push(`at ${runtime.monotonic()}`);
        continue;
      }
      if ('outside' in call) {
        seen.push(await outside(client, call.outside as 'effect').catch((error: Error) => error.name));
        continue;
      }
      const [operation, input] = Object.entries(call)[0] as [OperationName, never];
      seen.push(
        await backend.execute(operation, input).then(
          ({ output }) => JSON.stringify(output),
          (error: Error) => `${error.name} ${JSON.stringify(error)}`,
        ),
      );
    }
    return seen;
  };
}

async function outside(
  { name, effect, queue, stream }: ExploredClient<Backend>,
  what: 'effect' | 'send' | 'receive' | 'stream',
): Promise<string> {
  switch (what) {
    case 'effect':
      return JSON.stringify(await effect('notice', name)) ?? 'done';
    case 'send':
      await queue('letters').send(name);
      return 'sent';
    case 'receive':
      return JSON.stringify(await queue('letters').receive()) ?? 'nothing';
    case 'stream': {
      const records = stream(TableName);
      const record = await records.receive();
      if (record === undefined) return 'no record';
      await records.acknowledge(record);
      const { Keys, SequenceNumber } = (record.body as { readonly dynamodb: Record<string, unknown> }).dynamodb;
      return `${JSON.stringify(Keys)} ${SequenceNumber}`;
    }
  }
}

export async function createThings({ backend }: { readonly backend: Backend }): Promise<void> {
  await backend.execute('CreateTable', {
    TableName,
    AttributeDefinitions: ['pk', 'sk', 'owner'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    KeySchema: [
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ],
    GlobalSecondaryIndexes: [
      {
        IndexName: 'byOwner',
        KeySchema: [{ AttributeName: 'owner', KeyType: 'HASH' }],
        Projection: { ProjectionType: 'ALL' },
      },
    ],
    BillingMode: 'PAY_PER_REQUEST',
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' },
  });
  await backend.execute('PutItem', {
    TableName,
    Item: { ...(keys[0] as AttributeMap), n: { N: '1' }, owner: { S: '5' } },
  });
}

export async function allThings({ backend }: { readonly backend: Backend }): Promise<string> {
  const { output } = await backend.execute('Scan', { TableName, ConsistentRead: true });
  return JSON.stringify(output.Items);
}
