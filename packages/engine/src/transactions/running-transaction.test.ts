import { DynamoDBClient, PutItemCommand, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import {
  type AttributeMap,
  type OperationInput,
  ServiceError,
  systemRuntime,
  type TransactWriteItem,
} from '@holdfast/wire';
import { beforeEach, describe, expect, test } from 'vitest';
import { createEngine, type Engine } from '../engine.js';
import { clientConfig } from '../sdk/client-config.js';

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

const TableName = 'accounts';
const key = (id: string): AttributeMap => ({ id: { S: id } });
const item = (id: string, v: string): AttributeMap => ({ ...key(id), v: { N: v } });
const put = (id: string, v: string) => engine.execute('PutItem', { TableName, Item: item(id, v) });
const read = (id: string) => engine.execute('GetItem', { TableName, Key: key(id), ConsistentRead: true }).Item;
const action = (id: string, v = '1'): TransactWriteItem => ({ Put: { TableName, Item: item(id, v) } });
const check = (id: string): TransactWriteItem => ({
  ConditionCheck: { TableName, Key: key(id), ConditionExpression: 'attribute_not_exists(gone)' },
});
const begin = (TransactItems: TransactWriteItem[], rest: Partial<OperationInput<'TransactWriteItems'>> = {}) =>
  engine.begin('TransactWriteItems', { TransactItems, ...rest });
const write = (TransactItems: TransactWriteItem[], rest: Partial<OperationInput<'TransactWriteItems'>> = {}) =>
  engine.execute('TransactWriteItems', { TransactItems, ...rest });

function errorOf(step: () => unknown): ServiceError {
  try {
    step();
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}
const conflict = { name: 'TransactionConflictException', message: 'Transaction is ongoing for the item' };
const conflictReason = { Code: 'TransactionConflict', Message: 'Transaction is ongoing for the item' };

describe('a transaction in steps', () => {
  test('writes item by item, and everybody sees what has been committed', () => {
    put('a', '0');
    const transaction = begin([action('a'), action('b')]);
    expect(transaction.phase).toBe('begun');
    transaction.prepare();
    expect([transaction.phase, transaction.pending]).toEqual(['prepared', [0, 1]]);
    expect(read('a')).toEqual(item('a', '0'));
    transaction.commit();
    expect([transaction.phase, transaction.pending]).toEqual(['committing', [1]]);
    expect([read('a'), read('b')]).toEqual([item('a', '1'), undefined]);
    expect(engine.execute('Scan', { TableName }).Items).toEqual([item('a', '1')]);
    expect(
      engine.execute('Query', {
        TableName,
        KeyConditionExpression: 'id = :id',
        ExpressionAttributeValues: { ':id': { S: 'b' } },
      }).Count,
    ).toBe(0);
    transaction.commit();
    expect(transaction.complete()).toEqual({});
    expect(transaction.phase).toBe('ended');
    expect(read('b')).toEqual(item('b', '1'));
    put('a', '2');
  });

  test('commits in the order that the caller chooses', () => {
    const transaction = begin([action('a'), check('c'), action('b')]);
    transaction.prepare();
    expect(transaction.pending).toEqual([0, 2]);
    expect(() => transaction.commit(1)).toThrow('it can commit 0, 2');
    transaction.commit(2);
    expect([read('a'), read('b')]).toEqual([undefined, item('b', '1')]);
    transaction.commit();
    expect(() => transaction.commit()).toThrow('nothing more');
    transaction.complete();
  });

  test('bills as a whole', () => {
    const request = { ReturnConsumedCapacity: 'TOTAL' } as const;
    const whole = write([action('a'), action('b')], request);
    expect(begin([action('a'), action('b')], request).complete()).toEqual(whole);
  });

  test('cancelled while it is prepared, it holds nothing', () => {
    const transaction = begin([
      action('a'),
      { ConditionCheck: { TableName, Key: key('b'), ConditionExpression: 'attribute_exists(id)' } },
    ]);
    expect(errorOf(() => transaction.prepare()).cancellationReasons?.map(({ Code }) => Code)).toEqual([
      'None',
      'ConditionalCheckFailed',
    ]);
    expect(transaction.phase).toBe('ended');
    put('a', '5');
    expect(() => transaction.complete()).toThrow('it has ended');
  });

  test('refuses what is at fault in the request before it begins', () => {
    expect(errorOf(() => begin([])).name).toBe('ValidationException');
    expect(errorOf(() => begin([{}])).name).toBe('ValidationException');
    expect(() => engine.begin('PutItem' as 'TransactWriteItems', { TransactItems: [] })).toThrow('execute()');
    expect(engine.runningTransactions()).toEqual([]);
  });

  test('is prepared once, and commits only then', () => {
    const transaction = begin([action('a')]);
    expect(() => transaction.commit()).toThrow('nothing before it is prepared');
    transaction.prepare();
    expect(() => transaction.prepare()).toThrow('it is already');
  });

  describe('whose table is deleted', () => {
    const journal: TransactWriteItem = { Put: { TableName: 'journal', Item: key('j') } };
    const readJournal = () => engine.execute('GetItem', { TableName: 'journal', Key: key('j') }).Item;
    const remake = () => {
      engine.execute('DeleteTable', { TableName });
      engine.execute('CreateTable', {
        TableName,
        AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
        BillingMode: 'PAY_PER_REQUEST',
      });
      put('a', '7');
    };

    test.each([
      ['deleted', () => engine.execute('DeleteTable', { TableName })],
      ['made again', remake],
    ])('ends without effect before its first commit (%s)', (_, change) => {
      for (const ofTable of [action('a'), check('a')]) {
        const transaction = begin([journal, ofTable], { ClientRequestToken: 'token' });
        transaction.prepare();
        const prepared = engine.snapshot();
        change();
        expect(errorOf(() => transaction.complete())).toMatchObject({
          name: 'ResourceNotFoundException',
          message: 'Requested resource not found',
        });
        expect([transaction.phase, readJournal()]).toEqual(['ended', undefined]);
        expect(() => transaction.complete()).toThrow('it has ended');
        engine.execute('PutItem', { TableName: 'journal', Item: key('j') });
        engine.restore(prepared);
        expect(errorOf(() => write([journal], { ClientRequestToken: 'token' })).name).toBe(
          'IdempotentParameterMismatchException',
        );
        engine.runningTransactions()[0]?.rollBack();
      }
    });

    test('goes on once an item has been committed', () => {
      const transaction = begin([action('a'), journal], { ClientRequestToken: 'token' });
      transaction.prepare();
      transaction.commit(1);
      remake();
      transaction.complete();
      expect([read('a'), readJournal()]).toEqual([item('a', '7'), key('j')]);
    });
  });
});

describe('while a transaction is ongoing for an item', () => {
  const steps = ['prepared', 'half committed'] as const;

  test.each(steps)('every plain write of it is refused (%s)', (step) => {
    put('b', '0');
    put('c', '0');
    const transaction = begin([action('a'), check('b'), { Delete: { TableName, Key: key('c') } }]);
    put('a', '9');
    transaction.prepare();
    if (step === 'half committed') transaction.commit();
    for (const id of ['a', 'b', 'c']) {
      expect(errorOf(() => put(id, '8'))).toMatchObject(conflict);
      expect(errorOf(() => engine.execute('DeleteItem', { TableName, Key: key(id) }))).toMatchObject(conflict);
      const update = { TableName, Key: key(id), UpdateExpression: 'REMOVE v' };
      expect(errorOf(() => engine.execute('UpdateItem', update))).toMatchObject(conflict);
      const hopeless = { TableName, Item: key(id), ConditionExpression: 'attribute_exists(nothing)' };
      expect(errorOf(() => engine.execute('PutItem', hopeless))).toMatchObject(conflict);
    }
    put('d', '8');
    engine.execute('PutItem', { TableName: 'journal', Item: key('a') });
    transaction.complete();
    expect([read('a'), read('b'), read('c')]).toEqual([item('a', '1'), item('b', '0'), undefined]);
    for (const id of ['a', 'b', 'c']) put(id, '8');
  });

  test('another transaction that writes or checks it is cancelled, with the reason at its place', () => {
    const transaction = begin([action('a'), check('b')]);
    transaction.prepare();
    for (const other of [action('a'), check('a'), action('b'), check('b')]) {
      const error = errorOf(() => write([action('x'), other]));
      expect(error.name).toBe('TransactionCanceledException');
      expect(error.message).toBe(
        'Transaction cancelled, please refer cancellation reasons for specific reasons [None, TransactionConflict]',
      );
      expect(error.cancellationReasons).toEqual([{ Code: 'None' }, conflictReason]);
    }
    expect(read('x')).toBeUndefined();
    transaction.complete();
    write([action('a', '2'), action('b', '2')]);
  });

  test('of two that have begun, the one that is prepared first wins', () => {
    const [first, second] = [begin([action('a', '1'), action('b', '1')]), begin([action('b', '2'), action('a', '2')])];
    second.prepare();
    expect(errorOf(() => first.prepare()).cancellationReasons).toEqual([conflictReason, conflictReason]);
    second.complete();
    expect(read('a')).toEqual(item('a', '2'));
  });

  test('TransactGetItems is cancelled, and reads that are no transactions are not', () => {
    put('a', '0');
    const transaction = begin([action('a'), check('b')]);
    transaction.prepare();
    const get = (...ids: string[]) =>
      engine.execute('TransactGetItems', { TransactItems: ids.map((id) => ({ Get: { TableName, Key: key(id) } })) });
    expect(errorOf(() => get('x', 'a')).cancellationReasons).toEqual([{ Code: 'None' }, conflictReason]);
    expect(errorOf(() => get('b')).cancellationReasons).toEqual([conflictReason]);
    expect(get('x').Responses).toEqual([{}]);
    expect(read('a')).toEqual(item('a', '0'));
    transaction.complete();
    expect(get('a').Responses).toEqual([{ Item: item('a', '1') }]);
  });

  test('the AWS SDK tells the conflict by its class', async () => {
    const client = new DynamoDBClient(clientConfig(engine));
    const transaction = begin([action('a')]);
    transaction.prepare();
    const send = () => client.send(new PutItemCommand({ TableName, Item: { id: { S: 'a' } } }));
    await expect(send()).rejects.toBeInstanceOf(TransactionConflictException);
    transaction.complete();
    await send();
  });
});

describe('the client token of a running transaction', () => {
  const token = { ClientRequestToken: 'token' };

  test('is refused as in progress from the beginning to the end, then answers', () => {
    const transaction = begin([action('a')], token);
    const inProgress = {
      name: 'TransactionInProgressException',
      message: 'The transaction with the given request token is already in progress.',
    };
    expect(errorOf(() => write([action('a')], token))).toMatchObject(inProgress);
    transaction.prepare();
    transaction.commit();
    expect(errorOf(() => begin([action('a')], token))).toMatchObject(inProgress);
    expect(errorOf(() => write([action('b')], token)).name).toBe('IdempotentParameterMismatchException');
    transaction.complete();
    put('a', '2');
    expect(write([action('a')], token)).toEqual({});
    const repeated = begin([action('a')], { ...token, ReturnConsumedCapacity: 'TOTAL' });
    expect(repeated.phase).toBe('ended');
    expect(() => repeated.commit()).toThrow('has been answered');
    expect(repeated.complete().ConsumedCapacity).toMatchObject([{ ReadCapacityUnits: 2 }]);
    expect(read('a')).toEqual(item('a', '2'));
  });

  test('is free again after a cancellation or a roll-back', () => {
    put('a', '0');
    const create = { Put: { TableName, Item: key('a'), ConditionExpression: 'attribute_not_exists(id)' } };
    errorOf(() => write([create], token));
    const transaction = begin([action('a')], token);
    transaction.rollBack();
    write([action('b')], token);
    expect(read('b')).toBeDefined();
  });

  test('lives ten minutes from the answer on', () => {
    const transaction = begin([action('a')], token);
    now = 500_000;
    transaction.complete();
    put('a', '2');
    now = 500_000 + 599_999;
    write([action('a')], token);
    expect(read('a')).toEqual(item('a', '2'));
    now += 1;
    write([action('a')], token);
    expect(read('a')).toEqual(item('a', '1'));
  });
});

describe('a transaction whose coordinator stops', () => {
  test('keeps its items locked until it is recovered', () => {
    const transaction = begin([action('a'), action('b')]);
    transaction.prepare();
    transaction.commit(1);
    transaction.abandon();
    expect(() => transaction.commit()).toThrow('abandoned');
    expect(() => transaction.complete()).toThrow('engine.runningTransactions()');
    expect(errorOf(() => put('a', '2'))).toMatchObject(conflict);
    const [found, ...others] = engine.runningTransactions();
    expect([found?.id, found?.phase, found?.pending, others]).toEqual([transaction.id, 'committing', [0], []]);
    expect(() => found?.rollBack()).toThrow('complete it');
    found?.complete();
    expect([read('a'), read('b')]).toEqual([item('a', '1'), item('b', '1')]);
    expect(engine.runningTransactions()).toEqual([]);
  });

  test('can be rolled back before it commits', () => {
    const transaction = begin([action('a')]);
    transaction.prepare();
    engine.runningTransactions()[0]?.rollBack();
    expect(transaction.phase).toBe('ended');
    put('a', '2');
    expect(read('a')).toEqual(item('a', '2'));
  });
});

describe('snapshots', () => {
  test('hold running transactions where they stand, with their locks and tokens', () => {
    const transaction = begin([action('a'), action('b')], { ClientRequestToken: 'token' });
    transaction.prepare();
    const prepared = engine.snapshot();
    transaction.commit();
    const half = engine.snapshot();
    transaction.complete();
    put('a', '9');

    engine.restore(half);
    expect([transaction.phase, transaction.pending]).toEqual(['committing', [1]]);
    expect([read('a'), read('b')]).toEqual([item('a', '1'), undefined]);
    expect(errorOf(() => put('b', '2'))).toMatchObject(conflict);
    expect(errorOf(() => write([action('a'), action('b')], { ClientRequestToken: 'token' })).name).toBe(
      'TransactionInProgressException',
    );
    transaction.complete();
    expect(read('b')).toEqual(item('b', '1'));

    engine.restore(prepared);
    transaction.rollBack();
    expect([read('a'), read('b')]).toEqual([undefined, undefined]);

    const other = createEngine();
    other.restore(half);
    other.runningTransactions()[0]?.complete();
    expect(other.execute('Scan', { TableName }).Count).toBe(2);
  });

  test('never let one number mean two transactions', () => {
    const empty = engine.snapshot();
    const first = begin([action('a')]);
    engine.restore(empty);
    const second = begin([action('b')]);
    expect(first.phase).toBe('ended');
    expect(second.id).not.toBe(first.id);
  });
});
