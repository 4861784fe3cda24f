import { ServiceError } from '@holdfast/wire';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createEngine, type Engine } from './engine.js';

const TableName = 'things';
const Key = { pk: { S: 'a' }, sk: { N: '1' } };
const Item = { ...Key, colour: { S: 'red' }, until: { N: '5' }, list: { L: [{ B: new Uint8Array(2) }] } };
const equals = { AttributeValueList: [{ S: 'a' }], ComparisonOperator: 'EQ' };
const throughput = { ReadCapacityUnits: 1, WriteCapacityUnits: 1 };
const attribute = (AttributeName: string, AttributeType = 'S') => ({ AttributeName, AttributeType });
const keyed = (hash: string, range: string) => [
  { AttributeName: hash, KeyType: 'HASH' },
  { AttributeName: range, KeyType: 'RANGE' },
];
const index = (IndexName: string, hash: string, range: string, projection: object = { ProjectionType: 'ALL' }) => ({
  IndexName,
  KeySchema: keyed(hash, range),
  Projection: projection,
});
const table = (name: string) => ({
  TableName: name,
  AttributeDefinitions: [attribute('pk'), attribute('sk', 'N'), attribute('colour')],
  KeySchema: keyed('pk', 'sk'),
  BillingMode: 'PAY_PER_REQUEST',
  GlobalSecondaryIndexes: [index('global', 'colour', 'sk')],
  LocalSecondaryIndexes: [index('local', 'pk', 'colour', { ProjectionType: 'INCLUDE', NonKeyAttributes: ['until'] })],
  StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
  Tags: [{ Key: 'team', Value: 'red' }],
});

interface Request {
  readonly operation: string;
  readonly input: object;
}
interface Arns {
  readonly table: string;
  readonly stream: string;
  readonly shard: string;
  readonly iterator: string;
}

/** Requests that work, of every operation. */
function requests({ table: ResourceArn, stream: StreamArn, shard: ShardId, iterator: ShardIterator }: Arns): Request[] {
  const byOperation: Readonly<Record<string, readonly object[]>> = {
    BatchGetItem: [
      { RequestItems: { [TableName]: { Keys: [Key], ConsistentRead: true } }, ReturnConsumedCapacity: 'INDEXES' },
      { RequestItems: { [TableName]: { Keys: [Key], AttributesToGet: ['pk'] } } },
      {
        RequestItems: {
          [TableName]: { Keys: [Key], ProjectionExpression: '#p', ExpressionAttributeNames: { '#p': 'pk' } },
        },
      },
    ],
    BatchWriteItem: [
      {
        RequestItems: {
          [TableName]: [{ PutRequest: { Item } }, { DeleteRequest: { Key: { pk: { S: 'b' }, sk: { N: '2' } } } }],
        },
        ReturnItemCollectionMetrics: 'SIZE',
        ReturnConsumedCapacity: 'INDEXES',
      },
    ],
    CreateTable: [
      table('others'),
      {
        ...table('more'),
        BillingMode: 'PROVISIONED',
        ProvisionedThroughput: throughput,
        GlobalSecondaryIndexes: [{ ...index('global', 'colour', 'sk'), ProvisionedThroughput: throughput }],
      },
    ],
    DeleteItem: [
      {
        TableName,
        Key,
        Expected: { colour: { ComparisonOperator: 'NE', AttributeValueList: [{ S: 'x' }] }, until: { Exists: false } },
        ConditionalOperator: 'OR',
        ReturnValues: 'ALL_OLD',
      },
    ],
    DeleteTable: [{ TableName }],
    DescribeEndpoints: [{}],
    DescribeLimits: [{}],
    DescribeStream: [{ StreamArn, Limit: 5 }],
    DescribeTable: [{ TableName }],
    DescribeTimeToLive: [{ TableName }],
    GetItem: [{ TableName, Key, AttributesToGet: ['pk', 'colour'], ReturnConsumedCapacity: 'TOTAL' }],
    GetRecords: [{ ShardIterator, Limit: 10 }],
    GetShardIterator: [{ StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' }],
    ListStreams: [{ TableName, Limit: 3 }],
    ListTables: [{ Limit: 3, ExclusiveStartTableName: 'abc' }],
    ListTagsOfResource: [{ ResourceArn }],
    PutItem: [
      { TableName, Item, Expected: { colour: { Value: { S: 'red' }, Exists: true } }, ReturnValues: 'ALL_OLD' },
    ],
    Query: [
      {
        TableName,
        IndexName: 'global',
        KeyConditions: { colour: { ...equals, AttributeValueList: [{ S: 'red' }] } },
        QueryFilter: {
          until: { ComparisonOperator: 'BETWEEN', AttributeValueList: [{ N: '1' }, { N: '9' }] },
          list: { ComparisonOperator: 'NOT_NULL' },
        },
        ConditionalOperator: 'AND',
        ExclusiveStartKey: { ...Key, colour: { S: 'red' } },
        Limit: 2,
      },
      {
        TableName,
        IndexName: 'local',
        KeyConditionExpression: 'pk = :pk AND begins_with(colour, :c)',
        FilterExpression: '#u > :n',
        ExpressionAttributeNames: { '#u': 'until' },
        ExpressionAttributeValues: { ':pk': { S: 'a' }, ':c': { S: 'r' }, ':n': { N: '1' } },
        Select: 'ALL_ATTRIBUTES',
        ScanIndexForward: false,
      },
    ],
    Scan: [
      { TableName, IndexName: 'global', Segment: 0, TotalSegments: 2, ScanFilter: { colour: equals } },
      { TableName, ExclusiveStartKey: Key, Select: 'COUNT', FilterExpression: 'attribute_exists(pk)' },
    ],
    TagResource: [{ ResourceArn, Tags: [{ Key: 'a', Value: 'b' }] }],
    TransactGetItems: [{ TransactItems: [{ Get: { TableName, Key, ProjectionExpression: 'pk' } }] }],
    TransactWriteItems: [
      {
        ClientRequestToken: 'token',
        ReturnItemCollectionMetrics: 'SIZE',
        TransactItems: [
          { Put: { TableName, Item } },
          { Delete: { TableName, Key: { ...Key, sk: { N: '2' } }, ConditionExpression: 'attribute_not_exists(pk)' } },
          {
            Update: {
              TableName,
              Key: { ...Key, sk: { N: '3' } },
              UpdateExpression: 'SET colour = :c ADD n :n',
              ExpressionAttributeValues: { ':c': { S: 'x' }, ':n': { N: '1' } },
            },
          },
        ],
      },
    ],
    UntagResource: [{ ResourceArn, TagKeys: ['team'] }],
    UpdateItem: [
      {
        TableName,
        Key,
        AttributeUpdates: {
          colour: { Action: 'PUT', Value: { S: 'blue' } },
          n: { Action: 'ADD', Value: { N: '1' } },
          s: { Action: 'DELETE' },
        },
        ReturnValues: 'UPDATED_NEW',
        ReturnItemCollectionMetrics: 'SIZE',
      },
    ],
    UpdateTable: [
      { TableName, GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: 'global' } }] },
      {
        TableName,
        AttributeDefinitions: [attribute('pk'), attribute('sk', 'N'), attribute('colour')],
        GlobalSecondaryIndexUpdates: [{ Create: index('another', 'pk', 'colour') }],
      },
      {
        TableName,
        BillingMode: 'PROVISIONED',
        ProvisionedThroughput: throughput,
        GlobalSecondaryIndexUpdates: [{ Update: { IndexName: 'global', ProvisionedThroughput: throughput } }],
        DeletionProtectionEnabled: true,
      },
      { TableName, StreamSpecification: { StreamEnabled: false } },
    ],
    UpdateTimeToLive: [{ TableName, TimeToLiveSpecification: { AttributeName: 'until', Enabled: true } }],
  };
  return Object.entries(byOperation).flatMap(([operation, inputs]) => inputs.map((input) => ({ operation, input })));
}

function prepared(): { readonly engine: Engine; readonly arns: Arns } {
  const engine = createEngine();
  const description = engine.executeUntyped('CreateTable', table(TableName)) as {
    readonly TableDescription: { readonly TableArn: string; readonly LatestStreamArn: string };
  };
  const { TableArn, LatestStreamArn } = description.TableDescription;
  engine.execute('PutItem', { TableName, Item });
  const { StreamDescription } = engine.execute('DescribeStream', { StreamArn: LatestStreamArn });
  const ShardId = StreamDescription.Shards[0]?.ShardId ?? '';
  const { ShardIterator } = engine.execute('GetShardIterator', {
    StreamArn: LatestStreamArn,
    ShardId,
    ShardIteratorType: 'TRIM_HORIZON',
  });
  return { engine, arns: { table: TableArn, stream: LatestStreamArn, shard: ShardId, iterator: ShardIterator } };
}

const start = prepared();
const snapshot = start.engine.snapshot();

test('the requests work as they stand', () => {
  for (const { operation, input } of requests(start.arns)) {
    start.engine.restore(snapshot);
    start.engine.executeUntyped(operation, input);
  }
});

const junk = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, '', 'a', 0, -1, 1.5, 1e300, true, false, [], {}, [[]], [null], [{}], [1]),
  fc.constantFrom<unknown>({ S: 'a' }, { N: '1' }, { N: 'x' }, { M: {} }, { L: [] }, { SS: ['a', 'a'] }, { B: 'x' }),
  fc.constantFrom<unknown>({ S: 'a', N: '1' }, { __proto__: null }, new Uint8Array(3), 'x'.repeat(3000), 'EQ', 'pk'),
  fc.anything({ maxDepth: 2 }),
);
const memberNames = fc.constantFrom(
  '__proto__',
  'constructor',
  'toString',
  'Expected',
  'QueryFilter',
  'AttributeUpdates',
  'ExpressionAttributeValues',
  'UpdateExpression',
  'StreamSpecification',
  'IndexName',
  'zzz',
);
/** One change somewhere inside of a request: a value replaced, removed, or one more. */
const mutation = fc.record({
  where: fc.array(fc.nat(), { maxLength: 7 }),
  by: junk,
  name: memberNames,
  adds: fc.boolean(),
});
type Mutation = typeof mutation extends fc.Arbitrary<infer Value> ? Value : never;

function mutated(value: unknown, { where, by, name, adds }: Mutation, depth = 0): unknown {
  const isContainer = typeof value === 'object' && value !== null && !(value instanceof Uint8Array);
  const at = where[depth];
  if (!isContainer || at === undefined)
    return adds && isContainer && !Array.isArray(value) ? { ...value, [name]: by } : by;
  const members = Object.entries(value);
  const [member, inner] = members[at % (members.length || 1)] ?? [];
  if (member === undefined) return by;
  const changed = mutated(inner, { where, by, name, adds }, depth + 1);
  if (Array.isArray(value)) return value.map((element, position) => (String(position) === member ? changed : element));
  return Object.fromEntries(members.map(([key, content]) => [key, key === member ? changed : content]));
}

test('whatever is changed in a request of any operation, only answers and errors of the service come out', () => {
  const all = requests(start.arns);
  fc.assert(
    fc.property(
      fc.nat({ max: all.length - 1 }),
      fc.array(mutation, { minLength: 1, maxLength: 3 }),
      (which, changes) => {
        start.engine.restore(snapshot);
        const { operation, input } = all[which] as Request;
        const request = changes.reduce<unknown>((changed, change) => mutated(changed, change), input);
        try {
          start.engine.executeUntyped(operation, request);
        } catch (error) {
          expect(error).toBeInstanceOf(ServiceError);
        }
      },
    ),
    { numRuns: 4000 },
  );
});

test('a snapshot holds all that an engine answers from', () => {
  const { engine, arns } = prepared();
  engine.execute('UpdateTimeToLive', { TableName, TimeToLiveSpecification: { AttributeName: 'until', Enabled: true } });
  const observed = () => ({
    table: engine.execute('DescribeTable', { TableName }),
    items: engine.execute('Scan', { TableName }).Items,
    global: engine.execute('Scan', { TableName, IndexName: 'global' }).Items,
    local: engine.execute('Scan', { TableName, IndexName: 'local' }).Items,
    metrics: engine.execute('DeleteItem', {
      TableName,
      Key: { pk: { S: 'a' }, sk: { N: '99' } },
      ReturnItemCollectionMetrics: 'SIZE',
    }),
    tags: engine.execute('ListTagsOfResource', { ResourceArn: arns.table }),
    timeToLive: engine.execute('DescribeTimeToLive', { TableName }),
    streams: engine.execute('ListStreams', {}),
    records: engine.execute('GetRecords', { ShardIterator: arns.iterator }).Records,
    tables: engine.execute('ListTables', {}),
    pending: engine.pendingIndexUpdates(),
    running: engine.runningTransactions().map(({ id, phase, pending }) => ({ id, phase, pending })),
  });
  engine.conditions = { lateIndexUpdates: ({ key }) => key.sk !== undefined && 'N' in key.sk && key.sk.N === '7' };
  engine.execute('PutItem', { TableName, Item: { ...Item, sk: { N: '7' } } });
  const transaction = engine.begin('TransactWriteItems', {
    TransactItems: [{ Put: { TableName, Item: { ...Item, sk: { N: '8' } } } }, { Delete: { TableName, Key } }],
  });
  transaction.prepare();
  transaction.commit(0);
  const kept = engine.snapshot();
  const before = observed();
  transaction.complete();
  engine.applyIndexUpdates();
  expect(engine.expireItems()).toBe(0);
  for (const { operation, input } of requests(arns)) {
    try {
      engine.executeUntyped(operation, input);
    } catch (error) {
      expect(error).toBeInstanceOf(ServiceError);
    }
  }
  engine.restore(kept);
  expect(observed()).toEqual(before);
});
