import { type AttributeMap, everyCapability } from '@holdfast/wire';
import { beforeEach, describe, expect, test } from 'vitest';
import { createEngine, type Engine } from './engine.js';

let engine: Engine;

beforeEach(() => {
  engine = createEngine();
  engine.execute('CreateTable', {
    TableName: 'things',
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    BillingMode: 'PAY_PER_REQUEST',
  });
});

const put = (id: string, rest: AttributeMap = {}) =>
  engine.execute('PutItem', { TableName: 'things', Item: { id: { S: id }, ...rest } });
const read = (id: string) => engine.execute('GetItem', { TableName: 'things', Key: { id: { S: id } } }).Item;
const count = () => engine.execute('Scan', { TableName: 'things' }).Count;

describe('memory is not shared', () => {
  const nested = () => ({
    bytes: { B: new Uint8Array([1, 2]) },
    nested: { L: [{ M: { set: { SS: ['a'] } } }] },
    binaries: { BS: [new Uint8Array([3])] },
  });
  /** Changes everything in an item that JavaScript lets one change. */
  function vandalise(item: AttributeMap) {
    const open = item as Record<
      string,
      { B: Uint8Array; L: { M: Record<string, { SS: string[] }> }[]; BS: Uint8Array[] }
    >;
    open.bytes?.B.fill(9);
    open.nested?.L[0]?.M.set?.SS.push('vandal');
    open.nested?.L.push({ M: {} });
    open.binaries?.BS[0]?.fill(9);
    for (const name of Object.keys(open)) delete open[name];
  }

  test('with the input', () => {
    const item = { id: { S: 'x' }, ...nested() };
    engine.execute('PutItem', { TableName: 'things', Item: item });
    vandalise(item);
    expect(read('x')).toEqual({ id: { S: 'x' }, ...nested() });
  });

  test('with a placeholder value', () => {
    const values = { ':v': { M: nested() } };
    engine.execute('UpdateItem', {
      TableName: 'things',
      Key: { id: { S: 'x' } },
      UpdateExpression: 'SET a = :v',
      ExpressionAttributeValues: values,
    });
    vandalise(values[':v'].M);
    expect(read('x')).toEqual({ id: { S: 'x' }, a: { M: nested() } });
  });

  test('with a view into a larger buffer', () => {
    const pool = Buffer.from([7, 8, 9]);
    put('x', { bytes: { B: pool.subarray(1, 2) } });
    pool.fill(0);
    expect(read('x')).toEqual({ id: { S: 'x' }, bytes: { B: new Uint8Array([8]) } });
  });

  test('with what any operation returns', () => {
    put('x', nested());
    const whole = { id: { S: 'x' }, ...nested() };
    const Key = { id: { S: 'x' } };
    const projected = { ProjectionExpression: 'id, bytes, nested, binaries' };
    const attempts: (() => AttributeMap | undefined)[] = [
      () => read('x'),
      () => engine.execute('GetItem', { TableName: 'things', Key, ...projected }).Item,
      () => engine.execute('Scan', { TableName: 'things' }).Items?.[0],
      () =>
        engine.execute('Query', {
          TableName: 'things',
          KeyConditionExpression: 'id = :x',
          ExpressionAttributeValues: { ':x': { S: 'x' } },
          ...projected,
        }).Items?.[0],
      () => engine.execute('Scan', { TableName: 'things', Limit: 1 }).LastEvaluatedKey,
      () =>
        engine.execute('TransactGetItems', { TransactItems: [{ Get: { TableName: 'things', Key } }] }).Responses[0]
          ?.Item,
      () => engine.execute('UpdateItem', { TableName: 'things', Key, ReturnValues: 'ALL_NEW' }).Attributes,
      () => engine.execute('PutItem', { TableName: 'things', Item: whole, ReturnValues: 'ALL_OLD' }).Attributes,
    ];
    for (const attempt of attempts) {
      const returned = attempt();
      expect(returned).toBeDefined();
      vandalise(returned ?? {});
      expect(read('x')).toEqual(whole);
    }
  });

  test('with the item inside an error', () => {
    put('x', nested());
    try {
      engine.execute('DeleteItem', {
        TableName: 'things',
        Key: { id: { S: 'x' } },
        ConditionExpression: 'attribute_not_exists(id)',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      });
    } catch (error) {
      vandalise((error as { item: AttributeMap }).item);
    }
    expect(read('x')).toEqual({ id: { S: 'x' }, ...nested() });
  });
});

describe('snapshot and restore', () => {
  test('goes back to the same state, any number of times', () => {
    put('a');
    const snapshot = engine.snapshot();
    for (const id of ['b', 'c']) {
      put(id);
      engine.execute('DeleteItem', { TableName: 'things', Key: { id: { S: 'a' } } });
      expect(count()).toBe(1);
      engine.restore(snapshot);
      expect(engine.execute('Scan', { TableName: 'things' }).Items).toEqual([{ id: { S: 'a' } }]);
      expect(engine.execute('DescribeTable', { TableName: 'things' }).Table.ItemCount).toBe(1);
    }
  });

  test('goes back over tables and tokens', () => {
    const transact = () =>
      engine.execute('TransactWriteItems', {
        ClientRequestToken: 'once',
        TransactItems: [{ Put: { TableName: 'things', Item: { id: { S: 'a' } } } }],
      });
    const before = engine.snapshot();
    transact();
    const after = engine.snapshot();
    engine.execute('DeleteTable', { TableName: 'things' });
    engine.restore(before);
    expect(count()).toBe(0);
    transact();
    expect(count()).toBe(1);
    engine.restore(after);
    engine.execute('DeleteItem', { TableName: 'things', Key: { id: { S: 'a' } } });
    transact();
    expect(count()).toBe(0);
  });

  test('starts another engine from the state of one', () => {
    put('a');
    const other = createEngine();
    other.restore(engine.snapshot());
    other.execute('PutItem', { TableName: 'things', Item: { id: { S: 'b' } } });
    expect(count()).toBe(1);
    expect(other.execute('Scan', { TableName: 'things' }).Count).toBe(2);
    expect(() => other.restore({} as never)).toThrow('can only restore what snapshot() of an engine returned');
  });
});

describe('what nobody has typed', () => {
  test.each<[string, unknown, string, string]>([
    ['FlyToTheMoon', {}, 'UnknownOperationException', 'The engine has no operation FlyToTheMoon'],
    ['constructor', {}, 'UnknownOperationException', 'The engine has no operation constructor'],
    ['GetItem', null, 'SerializationException', 'Unexpected value type in payload'],
    [
      'GetItem',
      [],
      'SerializationException',
      'Unrecognized collection type class com.amazonaws.dynamodb.v20120810.GetItemInput',
    ],
    ['GetItem', { TableName: 5 }, 'SerializationException', 'NUMBER_VALUE cannot be converted to String'],
    ['GetItem', { TableName: true }, 'SerializationException', 'TRUE_VALUE cannot be converted to String'],
    ['GetItem', { TableName: {} }, 'SerializationException', 'Start of structure or map found where not expected'],
    ['GetItem', { Key: 'x' }, 'SerializationException', 'Unexpected field type'],
    ['GetItem', { Key: { id: 'x' } }, 'SerializationException', 'Unexpected value type in payload'],
    [
      'GetItem',
      { Key: [] },
      'SerializationException',
      'Unrecognized collection type java.util.Map<java.lang.String, com.amazonaws.dynamodb.v20120810.AttributeValue>',
    ],
    [
      'PutItem',
      { Item: { id: { B: 5 } } },
      'SerializationException',
      'only base-64-encoded strings are convertible to bytes',
    ],
    ['PutItem', { Expected: { id: { Value: 5 } } }, 'SerializationException', 'Unexpected field type'],
    ['PutItem', { Expected: { id: 5 } }, 'SerializationException', 'Unexpected value type in payload'],
    [
      'BatchWriteItem',
      { RequestItems: [] },
      'SerializationException',
      'Unrecognized collection type java.util.Map<java.lang.String, java.util.List<com.amazonaws.dynamodb.v20120810.WriteRequest>>',
    ],
    [
      'BatchGetItem',
      { RequestItems: { things: { Keys: {} } } },
      'SerializationException',
      'Start of structure or map found where not expected',
    ],
    ['GetItem', { Key: { id: { S: 5 } } }, 'SerializationException', 'NUMBER_VALUE cannot be converted to String'],
    ['GetItem', { Key: { id: { N: 5.5 } } }, 'SerializationException', 'DECIMAL_VALUE cannot be converted to String'],
    ['GetItem', { Key: { id: { SS: 'x' } } }, 'SerializationException', 'Unexpected field type'],
    [
      'PutItem',
      { Item: { id: { L: [{ M: { x: { B: 'eA==' } } }] } } },
      'SerializationException',
      'only base-64-encoded data is convertible to bytes',
    ],
    ['Scan', { Limit: '5' }, 'SerializationException', 'STRING_VALUE cannot be converted to Integer'],
    ['Scan', { ConsistentRead: 'true' }, 'SerializationException', 'Unexpected token received from parser'],
    [
      'GetItem',
      {},
      'ValidationException',
      "1 validation error detected: Value null at 'tableName' failed to satisfy constraint: Member must not be null",
    ],
    [
      'PutItem',
      { TableName: '', ReturnValues: 'INVALID' },
      'ValidationException',
      "1 validation error detected: Value '' at 'tableName' failed to satisfy constraint: Member must have length greater than or equal to 1",
    ],
    [
      'DeleteItem',
      { TableName: 'things', Key: {}, ReturnValues: 'A', ReturnConsumedCapacity: 'B' },
      'ValidationException',
      "2 validation errors detected: Value 'B' at 'returnConsumedCapacity' failed to satisfy constraint: Member must satisfy enum value set: [INDEXES, TOTAL, NONE]; Value 'A' at 'returnValues' failed to satisfy constraint: Member must satisfy enum value set: [ALL_NEW, UPDATED_OLD, ALL_OLD, NONE, UPDATED_NEW]",
    ],
    [
      'PutItem',
      { TableName: 'things', Item: { id: {} }, ExpressionAttributeNames: {} },
      'ValidationException',
      'ExpressionAttributeNames can only be specified when using expressions',
    ],
    [
      'PutItem',
      { TableName: 'things', Item: { id: { S: '', N: 'b' } } },
      'ValidationException',
      'The parameter cannot be converted to a numeric value: b',
    ],
    [
      'PutItem',
      { TableName: 'things', Item: { id: { SS: ['a', null] } } },
      'ValidationException',
      'One or more parameter values were invalid: An string set may not have a null string as a member',
    ],
    [
      'GetItem',
      { TableName: 'things', Key: { id: { S: 'x' } }, ProjectionExpression: 'x'.repeat(4097) },
      'ValidationException',
      'Invalid ProjectionExpression: Expression size has exceeded the maximum allowed size;',
    ],
    [
      'Scan',
      { TableName: 'things', FilterExpression: 'x'.repeat(4097) },
      'ValidationException',
      'Invalid FilterExpression: Expression size has exceeded the maximum allowed size; expression size: 4097',
    ],
    [
      'GetItem',
      {
        TableName: 'things',
        Key: { id: { S: 'x' } },
        ProjectionExpression: '#a',
        ExpressionAttributeNames: { [`#${'a'.repeat(255)}`]: 'x' },
      },
      'ValidationException',
      'ExpressionAttributeNames contains invalid key: The expression attribute map contains a key that is too long; size of key: 256',
    ],
    [
      'PutItem',
      { TableName: 'things', Item: { id: { NULL: 'no' } } },
      'ValidationException',
      'One or more parameter values were invalid: Null attribute value types must have the value of true',
    ],
    [
      'PutItem',
      { TableName: 'nowhere', Item: { id: { S: 'x'.repeat(410_000) } } },
      'ValidationException',
      'Item size has exceeded the maximum allowed size',
    ],
    [
      'Query',
      { TableName: 'things', ExclusiveStartKey: { id: { SS: [] } } },
      'ValidationException',
      'The provided starting key is invalid: One or more parameter values were invalid: An string set  may not be empty',
    ],
    [
      'Query',
      { TableName: 'things', ExclusiveStartKey: { id: {} }, ConditionalOperator: 'AND' },
      'ValidationException',
      'ConditionalOperator cannot be used without Filter or Expected',
    ],
    [
      'Query',
      { TableName: 'things', KeyConditionExpression: 'a +', FilterExpression: '', ProjectionExpression: '' },
      'ValidationException',
      'Invalid KeyConditionExpression: Syntax error; token: "+", near: "a +"',
    ],
    [
      'PutItem',
      { TableName: 'things', Item: { id: { S: 'x' } }, Expected: {}, ConditionExpression: 'attribute_exists(id)' },
      'ValidationException',
      'Can not use both expression and non-expression parameters in the same request: Non-expression parameters: {Expected} Expression parameters: {ConditionExpression}',
    ],
    [
      'Query',
      { TableName: 'things', KeyConditions: {} },
      'ValidationException',
      'Conditions can be of length 1 or 2 only',
    ],
  ])('%s %j', (operation, input, name, message) => {
    expect(() => engine.executeUntyped(operation, input)).toThrow(expect.objectContaining({ name, message }));
    expect(count()).toBe(0);
  });

  test('absent, null and undefined are one', () => {
    put('x');
    const input = {
      TableName: 'things',
      Key: { id: { S: 'x', N: null } },
      ProjectionExpression: null,
      ConsistentRead: undefined,
    };
    expect(engine.executeUntyped('GetItem', input)).toEqual({ Item: { id: { S: 'x' } } });
  });

  test('members that the service does not know are ignored, as it ignores them', () => {
    expect(engine.executeUntyped('Scan', { TableName: 'things', Unheard: { of: [1] } })).toMatchObject({ Count: 0 });
  });
});

describe('backend', () => {
  test('answers through the port, without attempts', async () => {
    const backend = engine.backend();
    expect(backend.runtime).toBe(engine.runtime);
    expect(backend.capabilities).toEqual(everyCapability);
    await expect(backend.execute('PutItem', { TableName: 'things', Item: { id: { S: 'x' } } })).resolves.toEqual({
      output: {},
      attempts: [],
    });
    await expect(backend.execute('GetItem', { TableName: 'other', Key: {} })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
  });

  test('does nothing for a caller that has given up', async () => {
    const reason = new Error('given up');
    const signal = AbortSignal.abort(reason);
    const item = { TableName: 'things', Item: { id: { S: 'x' } } };
    await expect(engine.backend().execute('PutItem', item, { signal })).rejects.toBe(reason);
    expect(count()).toBe(0);
  });
});

test('text that is not well-formed is stored as an encoder would write it', () => {
  put('lone\ud800half');
  expect(read('lone\ufffdhalf')).toEqual({ id: { S: 'lone\ufffdhalf' } });
});
