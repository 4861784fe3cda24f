import {
  type AttributeMap,
  type OperationInput,
  ServiceError,
  systemRuntime,
  type TransactWriteItem,
} from '@holdfast/wire';
import { beforeEach, describe, expect, test } from 'vitest';
import { createEngine, type Engine } from '../engine.js';

let now: number;
let engine: Engine;

beforeEach(() => {
  now = 0;
  engine = createEngine({ runtime: { ...systemRuntime, now: () => now } });
  for (const TableName of ['accounts', 'journal']) {
    engine.execute('CreateTable', {
      TableName,
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      BillingMode: 'PAY_PER_REQUEST',
    });
  }
});

const key = (id: string): AttributeMap => ({ id: { S: id } });
const read = (id: string, TableName = 'accounts') => engine.execute('GetItem', { TableName, Key: key(id) }).Item;
const write = (TransactItems: readonly TransactWriteItem[], rest: Partial<OperationInput<'TransactWriteItems'>> = {}) =>
  engine.execute('TransactWriteItems', { TransactItems, ...rest });
const put = (id: string, rest: AttributeMap = {}, TableName = 'accounts'): TransactWriteItem => ({
  Put: { TableName, Item: { ...key(id), ...rest } },
});
const create = (id: string): TransactWriteItem => ({
  Put: { TableName: 'accounts', Item: key(id), ConditionExpression: 'attribute_not_exists(id)' },
});
const add = (id: string, amount: string): TransactWriteItem => ({
  Update: {
    TableName: 'accounts',
    Key: key(id),
    UpdateExpression: 'ADD balance :amount',
    ExpressionAttributeValues: { ':amount': { N: amount } },
  },
});
function errorOf(action: () => unknown): ServiceError {
  try {
    action();
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('TransactWriteItems', () => {
  test('takes placeholders without an expression, and refuses an empty key outright', () => {
    write([{ Put: { TableName: 'accounts', Item: key('a'), ExpressionAttributeNames: { '#n': 'x' } } }]);
    const Get = { TableName: 'accounts', Key: key('a'), ExpressionAttributeNames: { '#n': 'x' } };
    expect(engine.execute('TransactGetItems', { TransactItems: [{ Get }] }).Responses).toEqual([{ Item: key('a') }]);
    expect(errorOf(() => write([put('')]))).toMatchObject({ name: 'ValidationException' });
    expect(errorOf(() => write([put('x'.repeat(2049))]))).toMatchObject({ name: 'TransactionCanceledException' });
  });

  test('carries out every kind of action, over tables', () => {
    write([put('a', { balance: { N: '1' } }), put('b'), put('c')]);
    write([
      add('a', '2'),
      { Delete: { TableName: 'accounts', Key: key('b') } },
      { ConditionCheck: { TableName: 'accounts', Key: key('c'), ConditionExpression: 'attribute_exists(id)' } },
      put('entry', { text: { S: 'x' } }, 'journal'),
    ]);
    expect(read('a')).toEqual({ id: { S: 'a' }, balance: { N: '3' } });
    expect(read('b')).toBeUndefined();
    expect(read('c')).toEqual({ id: { S: 'c' } });
    expect(read('entry', 'journal')).toBeDefined();
  });

  test('changes nothing where one condition fails, and says which at its place', () => {
    write([put('taken', { owner: { S: 'o' } })]);
    const error = errorOf(() =>
      write([
        create('new'),
        {
          Put: {
            TableName: 'accounts',
            Item: key('taken'),
            ConditionExpression: 'attribute_not_exists(id)',
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          },
        },
        { ConditionCheck: { TableName: 'accounts', Key: key('none'), ConditionExpression: 'attribute_exists(id)' } },
        add('other', '1'),
      ]),
    );
    expect(error.name).toBe('TransactionCanceledException');
    expect(error.message).toBe(
      'Transaction cancelled, please refer cancellation reasons for specific reasons [None, ConditionalCheckFailed, ConditionalCheckFailed, None]',
    );
    expect(error.cancellationReasons).toEqual([
      { Code: 'None' },
      {
        Code: 'ConditionalCheckFailed',
        Message: 'The conditional request failed',
        Item: { id: { S: 'taken' }, owner: { S: 'o' } },
      },
      { Code: 'ConditionalCheckFailed', Message: 'The conditional request failed' },
      { Code: 'None' },
    ]);
    expect(read('new')).toBeUndefined();
    expect(read('other')).toBeUndefined();
    expect(read('taken')).toHaveProperty('owner');
  });

  test('an update that does not fit its item is a reason at its place', () => {
    write([put('a', { balance: { S: 'much' } })]);
    const error = errorOf(() => write([put('b'), add('a', '1')]));
    expect(error.cancellationReasons).toEqual([
      { Code: 'None' },
      { Code: 'ValidationError', Message: expect.stringContaining('incorrect data type') },
    ]);
    expect(read('b')).toBeUndefined();
  });

  test('a key that does not fit its table is a reason at its place', () => {
    const error = errorOf(() => write([put('a'), { Delete: { TableName: 'accounts', Key: {} } }]));
    expect(error.message).toContain('[None, ValidationError]');
    expect(error.cancellationReasons?.[1]?.Message).toBe('The provided key element does not match the schema');
    expect(read('a')).toBeUndefined();
  });

  test.each<[string, readonly TransactWriteItem[], string]>([
    [
      'no action',
      [],
      "1 validation error detected: Value '[]' at 'transactItems' failed to satisfy constraint: Member must have length greater than or equal to 1",
    ],
    [
      'an item twice',
      [put('a'), { Delete: { TableName: 'accounts', Key: key('a') } }],
      'Transaction request cannot include multiple operations on one item',
    ],
    [
      'an action of two kinds',
      [{ ...put('a'), ...add('b', '1') }],
      'TransactItems can only contain one of Check, Put, Update or Delete',
    ],
    ['an action of none', [{}], 'TransactItems can only contain one of Check, Put, Update or Delete'],
    [
      'wrong syntax',
      [{ Put: { TableName: 'accounts', Item: key('a'), ConditionExpression: '' } }],
      'Invalid ConditionExpression: The expression can not be empty;',
    ],
    [
      'a missing condition',
      [{ ConditionCheck: { TableName: 'accounts', Key: key('a') } as never }],
      "1 validation error detected: Value null at 'transactItems.1.member.conditionCheck.conditionExpression' failed to satisfy constraint: Member must not be null",
    ],
  ])('refuses %s', (_, actions, message) => {
    expect(errorOf(() => write(actions))).toMatchObject({ name: 'ValidationException', message });
  });

  test('takes one item in each of two tables under the same key', () => {
    write([put('a'), put('a', {}, 'journal')]);
    expect(read('a', 'journal')).toBeDefined();
  });

  test('takes a hundred actions and not one more', () => {
    const actions = (count: number) => Array.from({ length: count }, (_, index) => put(`item-${index}`));
    write(actions(100));
    expect(errorOf(() => write(actions(101))).message).toMatch(
      /^1 validation error detected: Value '\[.+\]' at 'transactItems' failed to satisfy constraint: Member must have length less than or equal to 100$/,
    );
  });

  test('takes 4 MB and no more', () => {
    const actions = (count: number) =>
      Array.from({ length: count }, (_, index) => put(`item-${index}`, { text: { S: 'x'.repeat(350_000) } }));
    write(actions(11));
    expect(errorOf(() => write(actions(12)))).toMatchObject({ name: 'ValidationException' });
  });

  test('costs twice what the writes cost alone', () => {
    const { ConsumedCapacity } = write(
      [put('a', { text: { S: 'x'.repeat(1500) } }), put('b'), put('c', {}, 'journal')],
      {
        ReturnConsumedCapacity: 'INDEXES',
      },
    );
    expect(ConsumedCapacity).toEqual([
      {
        TableName: 'accounts',
        CapacityUnits: 6,
        WriteCapacityUnits: 6,
        Table: { CapacityUnits: 6, WriteCapacityUnits: 6 },
      },
      {
        TableName: 'journal',
        CapacityUnits: 2,
        WriteCapacityUnits: 2,
        Table: { CapacityUnits: 2, WriteCapacityUnits: 2 },
      },
    ]);
  });

  test('names a table that does not exist as every item operation does', () => {
    expect(errorOf(() => write([put('a'), put('a', {}, 'nowhere')]))).toMatchObject({
      name: 'ResourceNotFoundException',
      message: 'Requested resource not found',
    });
  });
});

describe('ClientRequestToken', () => {
  const token = { ClientRequestToken: 'token', ReturnConsumedCapacity: 'TOTAL' } as const;

  test('a repeated request succeeds without effect and bills a read', () => {
    write([add('a', '1')], token);
    const again = write([add('a', '1.0')], token);
    expect(again.ConsumedCapacity).toEqual([{ TableName: 'accounts', CapacityUnits: 2, ReadCapacityUnits: 2 }]);
    expect(read('a')).toHaveProperty('balance', { N: '1' });
  });

  test('the same token with another request is refused', () => {
    write([add('a', '1')], token);
    for (const other of [[add('a', '2')], [add('b', '1')], [put('a')], [add('a', '1'), put('b')]]) {
      expect(errorOf(() => write(other, token)).name).toBe('IdempotentParameterMismatchException');
    }
    expect(read('a')).toHaveProperty('balance', { N: '1' });
  });

  test('lives for ten minutes', () => {
    write([add('a', '1')], token);
    now = 10 * 60_000 - 1;
    write([add('a', '1')], token);
    expect(read('a')).toHaveProperty('balance', { N: '1' });
    now += 1;
    write([add('a', '1')], token);
    expect(read('a')).toHaveProperty('balance', { N: '2' });
    now += 10 * 60_000 - 1;
    write([put('b')], { ClientRequestToken: 'another' });
    write([add('a', '1')], token);
    expect(read('a')).toHaveProperty('balance', { N: '2' });
  });

  test('is not spent by a transaction that was cancelled', () => {
    write([put('a')]);
    expect(errorOf(() => write([create('a')], token)).name).toBe('TransactionCanceledException');
    engine.execute('DeleteItem', { TableName: 'accounts', Key: key('a') });
    write([create('a')], token);
    expect(read('a')).toBeDefined();
  });

  test('has from 1 to 36 characters', () => {
    for (const ClientRequestToken of ['', 'x'.repeat(37)]) {
      expect(errorOf(() => write([put('a')], { ClientRequestToken })).name).toBe('ValidationException');
    }
  });

  test('a caller that changes its request afterwards does not change what is remembered', () => {
    const action = add('a', '1');
    write([action], token);
    (action.Update?.ExpressionAttributeValues?.[':amount'] as { N: string }).N = '2';
    expect(errorOf(() => write([action], token)).name).toBe('IdempotentParameterMismatchException');
  });
});

describe('TransactGetItems', () => {
  const get = (id: string, TableName = 'accounts') => ({ Get: { TableName, Key: key(id) } });

  test('answers in order, also where there is no item', () => {
    write([put('a', { balance: { N: '1' } }), put('b', { text: { S: 'x' } }, 'journal')]);
    const output = engine.execute('TransactGetItems', {
      TransactItems: [get('none'), { Get: { ...get('a').Get, ProjectionExpression: 'balance' } }, get('b', 'journal')],
      ReturnConsumedCapacity: 'TOTAL',
    });
    expect(output).toEqual({
      Responses: [{}, { Item: { balance: { N: '1' } } }, { Item: { id: { S: 'b' }, text: { S: 'x' } } }],
      ConsumedCapacity: [
        { TableName: 'accounts', CapacityUnits: 4, ReadCapacityUnits: 4 },
        { TableName: 'journal', CapacityUnits: 2, ReadCapacityUnits: 2 },
      ],
    });
  });

  test('refuses an item twice, and cancels on a key that does not fit', () => {
    const transact =
      (...TransactItems: ReturnType<typeof get>[]) =>
      () =>
        engine.execute('TransactGetItems', { TransactItems });
    expect(errorOf(transact(get('a'), get('a'))).message).toBe(
      'Transaction request cannot include multiple operations on one item',
    );
    const error = errorOf(transact(get('a'), { Get: { TableName: 'accounts', Key: {} } }));
    expect(error.message).toBe(
      'Transaction cancelled, please refer cancellation reasons for specific reasons [None, ValidationError]',
    );
    expect(errorOf(transact(get('a', 'nowhere'))).name).toBe('ResourceNotFoundException');
  });
});
