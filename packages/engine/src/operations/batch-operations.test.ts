import type { AttributeMap, OperationInput } from '@holdfast/wire';
import { beforeEach, describe, expect, test } from 'vitest';
import { createEngine, type Engine } from '../engine.js';

let engine: Engine;

beforeEach(() => {
  engine = createEngine();
  for (const TableName of ['people', 'cities']) {
    engine.execute('CreateTable', {
      TableName,
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      BillingMode: 'PAY_PER_REQUEST',
    });
  }
});

const key = (id: string): AttributeMap => ({ id: { S: id } });
const keys = (count: number, prefix = 'k') => Array.from({ length: count }, (_, index) => key(`${prefix}${index}`));
const put = (TableName: string, Item: AttributeMap) => engine.execute('PutItem', { TableName, Item });
const read = (TableName: string, id: string) => engine.execute('GetItem', { TableName, Key: key(id) }).Item;
const get = (
  RequestItems: OperationInput<'BatchGetItem'>['RequestItems'],
  rest: Partial<OperationInput<'BatchGetItem'>> = {},
) => engine.execute('BatchGetItem', { RequestItems, ...rest });
const write = (
  RequestItems: OperationInput<'BatchWriteItem'>['RequestItems'],
  rest: Partial<OperationInput<'BatchWriteItem'>> = {},
) => engine.execute('BatchWriteItem', { RequestItems, ...rest });
const puts = (items: readonly AttributeMap[]) => items.map((Item) => ({ PutRequest: { Item } }));

describe('BatchGetItem', () => {
  test('answers with what there is, table by table, each in its own projection', () => {
    put('people', { ...key('ada'), born: { N: '1815' }, city: { S: 'London' } });
    put('cities', { ...key('London'), country: { S: 'UK' } });
    const output = get({
      people: { Keys: [key('ada'), key('nobody')], ProjectionExpression: 'born' },
      cities: { Keys: [key('London')], AttributesToGet: ['country'] },
    });
    expect(output).toEqual({
      Responses: { people: [{ born: { N: '1815' } }], cities: [{ country: { S: 'UK' } }] },
      UnprocessedKeys: {},
    });
  });

  test('a table of which nothing was found answers with an empty list', () => {
    expect(get({ people: { Keys: [key('nobody')] } }).Responses).toEqual({ people: [] });
  });

  test('bills each key by its own size and by the consistency of its table', () => {
    put('people', { ...key('big'), text: { S: 'x'.repeat(5000) } });
    const output = get(
      { people: { Keys: [key('big'), key('nobody')], ConsistentRead: true }, cities: { Keys: [key('a')] } },
      { ReturnConsumedCapacity: 'INDEXES' },
    );
    expect(output.ConsumedCapacity).toEqual([
      { TableName: 'people', CapacityUnits: 3, Table: { CapacityUnits: 3 } },
      { TableName: 'cities', CapacityUnits: 0.5, Table: { CapacityUnits: 0.5 } },
    ]);
  });

  test('stops before 16 MB and hands back the keys that are left, with what was asked of them', () => {
    const large = keys(50).map((itemKey) => ({ ...itemKey, text: { S: 'x'.repeat(380_000) } }));
    for (const item of large) put('people', item);
    const read1 = get({
      people: {
        Keys: keys(50),
        ConsistentRead: true,
        ProjectionExpression: '#i',
        ExpressionAttributeNames: { '#i': 'id' },
      },
      cities: { Keys: [key('London')] },
    });
    expect(read1.Responses.people).toEqual(keys(44));
    expect(read1.UnprocessedKeys).toEqual({
      people: {
        Keys: keys(50).slice(44),
        ConsistentRead: true,
        ProjectionExpression: '#i',
        ExpressionAttributeNames: { '#i': 'id' },
      },
      cities: { Keys: [key('London')] },
    });
    expect(get(read1.UnprocessedKeys)).toMatchObject({
      Responses: { people: keys(50).slice(44), cities: [] },
      UnprocessedKeys: {},
    });
  });

  test.each<[string, OperationInput<'BatchGetItem'>['RequestItems'], string]>([
    ['no table', {}, 'The requestItems parameter is required for BatchGetItem'],
    [
      'too many keys of one table',
      { people: { Keys: keys(101) } },
      "1 validation error detected: Value at 'RequestItems.people.member.Keys' failed to satisfy constraint: Member must have length less than or equal to 100",
    ],
    [
      'too many keys of all tables',
      { people: { Keys: keys(60) }, cities: { Keys: keys(60) } },
      'Too many items requested for the BatchGetItem call',
    ],
    [
      'one key twice',
      { people: { Keys: [key('a'), key('b'), key('a')] } },
      'Provided list of item keys contains duplicates',
    ],
    [
      'one key twice in a table that is not there',
      { nowhere: { Keys: [key('a'), key('a')] } },
      'Provided list of item keys contains duplicates',
    ],
    [
      'a key of another form',
      { people: { Keys: [{ id: { N: '1' } }] } },
      'The provided key element does not match the schema',
    ],
    ['a table that is not there', { nowhere: { Keys: [key('a')] } }, 'Requested resource not found'],
    [
      'a projection in both ways',
      { people: { Keys: [key('a')], AttributesToGet: ['id'], ProjectionExpression: 'id' } },
      'Can not use both expression and non-expression parameters in the same request: Non-expression parameters: {AttributesToGet} Expression parameters: {ProjectionExpression}',
    ],
    [
      'a name that no table can have',
      { 'no table': { Keys: [key('a')] } },
      "1 validation error detected: Value '{no table=KeysAndAttributes(keys=[{id}])}' at 'requestItems' failed to satisfy constraint: Map keys must satisfy constraint: [Member must have length less than or equal to 255, Member must have length greater than or equal to 1, Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+]",
    ],
  ])('refuses %s', (_, requestItems, message) => {
    expect(() => get(requestItems)).toThrow(expect.objectContaining({ message }));
  });
});

describe('BatchWriteItem', () => {
  test('puts and deletes in several tables', () => {
    put('people', key('gone'));
    const output = write({
      people: [
        { PutRequest: { Item: { ...key('ada'), born: { N: '1815' } } } },
        { DeleteRequest: { Key: key('gone') } },
      ],
      cities: puts([key('London')]),
    });
    expect(output).toEqual({ UnprocessedItems: {} });
    expect(read('people', 'ada')).toEqual({ ...key('ada'), born: { N: '1815' } });
    expect(read('people', 'gone')).toBeUndefined();
    expect(read('cities', 'London')).toEqual(key('London'));
  });

  test('bills the larger of before and after, table by table', () => {
    put('people', { ...key('old'), text: { S: 'x'.repeat(3000) } });
    const output = write(
      { people: [{ DeleteRequest: { Key: key('old') } }, ...puts([key('new')])], cities: puts([key('London')]) },
      { ReturnConsumedCapacity: 'TOTAL' },
    );
    expect(output.ConsumedCapacity).toEqual([
      { TableName: 'people', CapacityUnits: 4 },
      { TableName: 'cities', CapacityUnits: 1 },
    ]);
  });

  test('bills indexes, reports collections and holds items to the keys of indexes', () => {
    engine.execute('CreateTable', {
      TableName: 'orders',
      AttributeDefinitions: ['customer', 'number', 'state'].map((AttributeName) => ({
        AttributeName,
        AttributeType: 'S',
      })),
      KeySchema: [
        { AttributeName: 'customer', KeyType: 'HASH' },
        { AttributeName: 'number', KeyType: 'RANGE' },
      ],
      LocalSecondaryIndexes: [
        {
          IndexName: 'byState',
          KeySchema: [
            { AttributeName: 'customer', KeyType: 'HASH' },
            { AttributeName: 'state', KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'ALL' },
        },
      ],
      BillingMode: 'PAY_PER_REQUEST',
    });
    const order = (number: string) => ({ customer: { S: 'ada' }, number: { S: number }, state: { S: 'open' } });
    const asked = { ReturnConsumedCapacity: 'INDEXES', ReturnItemCollectionMetrics: 'SIZE' } as const;
    expect(write({ orders: puts([order('1'), order('2')]) }, asked)).toEqual({
      UnprocessedItems: {},
      ConsumedCapacity: [
        {
          TableName: 'orders',
          CapacityUnits: 4,
          Table: { CapacityUnits: 2 },
          LocalSecondaryIndexes: { byState: { CapacityUnits: 2 } },
        },
      ],
      ItemCollectionMetrics: {
        orders: [{ ItemCollectionKey: { customer: { S: 'ada' } }, SizeEstimateRangeGB: [0, 1] }],
      },
    });
    expect(() => write({ orders: puts([order('3'), { ...order('4'), state: { N: '1' } }]) })).toThrow(
      'One or more parameter values were invalid: Type mismatch for Index Key state Expected: S Actual: N IndexName: byState',
    );
    expect(engine.execute('Scan', { TableName: 'orders' }).Count).toBe(2);
  });

  test('does not share memory with its caller', () => {
    const bytes = Uint8Array.of(1);
    write({ people: puts([{ ...key('a'), bytes: { B: bytes } }]) });
    bytes[0] = 2;
    expect(read('people', 'a')).toEqual({ ...key('a'), bytes: { B: Uint8Array.of(1) } });
  });

  test.each<[string, OperationInput<'BatchWriteItem'>['RequestItems'], string]>([
    ['no table', {}, 'The requestItems parameter is required for BatchWriteItem'],
    [
      'too many of all tables',
      { people: puts(keys(20)), cities: puts(keys(20)) },
      'Too many items requested for the BatchWriteItem call',
    ],
    [
      'a put and a delete of one item',
      { people: [...puts([key('a')]), { DeleteRequest: { Key: key('a') } }] },
      'Provided list of item keys contains duplicates',
    ],
    [
      'a table that is not there',
      { people: puts([key('a')]), nowhere: puts([key('a')]) },
      'Requested resource not found',
    ],
    [
      'an item over 400 KB',
      { people: puts([key('a'), { ...key('b'), text: { S: 'x'.repeat(400 * 1024) } }]) },
      'Item size has exceeded the maximum allowed size',
    ],
    [
      'an item without its key',
      { people: puts([key('a'), { name: { S: 'b' } }]) },
      'The provided key element does not match the schema',
    ],
    [
      'a key of another form',
      { people: [{ DeleteRequest: { Key: { id: { S: 'a' }, more: { S: 'b' } } } }] },
      'The provided key element does not match the schema',
    ],
    [
      'an empty request',
      { people: [...puts([key('a')]), {}] },
      'Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes',
    ],
    [
      'two requests in one',
      { people: [{ PutRequest: { Item: key('a') }, DeleteRequest: { Key: key('a') } }] },
      'Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes',
    ],
  ])('refuses %s, and writes nothing', (_, requestItems, message) => {
    expect(() => write(requestItems)).toThrow(expect.objectContaining({ message }));
    expect(engine.execute('Scan', { TableName: 'people' }).Count).toBe(0);
  });

  test('refuses too many of one table', () => {
    expect(() => write({ people: puts(keys(26)) })).toThrow(
      /^1 validation error detected: Value '\{people=\[.+\]\}' at 'requestItems' failed to satisfy constraint: Map value must satisfy constraint: \[Member must have length less than or equal to 25, Member must have length greater than or equal to 1\]$/,
    );
  });
});
