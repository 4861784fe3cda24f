import type { AttributeMap, OperationInput } from '@holdfast/wire';
import { beforeEach, describe, expect, test } from 'vitest';
import { createEngine, type Engine } from '../engine.js';

let engine: Engine;

beforeEach(() => {
  engine = createEngine();
  engine.execute('CreateTable', {
    TableName: 'people',
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    BillingMode: 'PAY_PER_REQUEST',
  });
});

const put = (Item: AttributeMap, rest: Partial<OperationInput<'PutItem'>> = {}) =>
  engine.execute('PutItem', { TableName: 'people', Item, ...rest });
const update = (UpdateExpression: string, rest: Partial<OperationInput<'UpdateItem'>> = {}) =>
  engine.execute('UpdateItem', { TableName: 'people', Key: { id: { S: 'ada' } }, UpdateExpression, ...rest });
const remove = (rest: Partial<OperationInput<'DeleteItem'>> = {}) =>
  engine.execute('DeleteItem', { TableName: 'people', Key: { id: { S: 'ada' } }, ...rest });
const stored = (id = 'ada') => engine.execute('GetItem', { TableName: 'people', Key: { id: { S: id } } }).Item;

describe('PutItem', () => {
  test('stores the whole item and replaces the one before', () => {
    put({ id: { S: 'ada' }, age: { N: '36' } });
    const output = put({ id: { S: 'ada' }, born: { N: '1815' } }, { ReturnValues: 'ALL_OLD' });
    expect(output).toEqual({ Attributes: { id: { S: 'ada' }, age: { N: '36' } } });
    expect(stored()).toEqual({ id: { S: 'ada' }, born: { N: '1815' } });
  });

  test('returns nothing where there was nothing', () => {
    expect(put({ id: { S: 'ada' } }, { ReturnValues: 'ALL_OLD' })).toEqual({});
  });

  test('keeps every type, numbers in canonical notation', () => {
    const item: AttributeMap = {
      id: { S: 'ada' },
      bytes: { B: new Uint8Array([0, 255]) },
      yes: { BOOL: false },
      nothing: { NULL: true },
      list: { L: [{ S: '' }, { M: { deep: { N: '1' } } }] },
      strings: { SS: ['b', 'a'] },
      numbers: { NS: ['1.50', '-0', '007'] },
      binaries: { BS: [new Uint8Array([1]), new Uint8Array([2])] },
    };
    put(item);
    expect(stored()).toEqual({ ...item, numbers: { NS: ['1.5', '0', '7'] } });
  });

  test('a failed condition changes nothing and carries the stored item only where asked', () => {
    put({ id: { S: 'ada' }, age: { N: '36' } });
    const attempt = (rest: Partial<OperationInput<'PutItem'>>) => () =>
      put({ id: { S: 'ada' } }, { ConditionExpression: 'attribute_not_exists(id)', ...rest });
    expect(attempt({})).toThrow(
      expect.objectContaining({
        name: 'ConditionalCheckFailedException',
        message: 'The conditional request failed',
        item: undefined,
      }),
    );
    expect(attempt({ ReturnValuesOnConditionCheckFailure: 'ALL_OLD' })).toThrow(
      expect.objectContaining({ item: { id: { S: 'ada' }, age: { N: '36' } } }),
    );
    expect(stored()).toHaveProperty('age');
  });

  test('knows attributes that JavaScript objects have of themselves', () => {
    const item = JSON.parse('{"id":{"S":"ada"},"__proto__":{"M":{"__proto__":{"N":"1"}}},"constructor":{"S":"c"}}');
    put(item, { ConditionExpression: 'attribute_not_exists(hasOwnProperty)' });
    const found = stored() ?? {};
    expect(Object.keys(found).sort()).toEqual(['__proto__', 'constructor', 'id']);
    expect(JSON.stringify(found)).toContain('"__proto__":{"M":{"__proto__":{"N":"1"}}}');
    expect(() =>
      put(item, { ConditionExpression: 'attribute_not_exists(#c)', ExpressionAttributeNames: { '#c': 'constructor' } }),
    ).toThrow('The conditional request failed');
  });

  test.each<[string, AttributeMap, string]>([
    ['no key', { name: { S: 'x' } }, 'One or more parameter values were invalid: Missing the key id in the item'],
    [
      'a key of another type',
      { id: { N: '1' } },
      'One or more parameter values were invalid: Type mismatch for key id expected: S actual: N',
    ],
    [
      'an empty key',
      { id: { S: '' } },
      'One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: id',
    ],
    [
      'a key that is too long',
      { id: { S: 'x'.repeat(2049) } },
      'One or more parameter values were invalid: Size of hashkey has exceeded the maximum size limit of2048 bytes',
    ],
    [
      'an empty string set',
      { id: { S: 'x' }, a: { SS: [] } },
      'One or more parameter values were invalid: An string set  may not be empty',
    ],
    [
      'an empty number set',
      { id: { S: 'x' }, a: { NS: [] } },
      'One or more parameter values were invalid: An number set  may not be empty',
    ],
    [
      'an empty binary set',
      { id: { S: 'x' }, a: { BS: [] } },
      'One or more parameter values were invalid: Binary sets should not be empty',
    ],
    [
      'a string twice in a set',
      { id: { S: 'x' }, a: { L: [{ SS: ['a', 'a'] }] } },
      'One or more parameter values were invalid: Input collection [a, a] contains duplicates.',
    ],
    ['a number twice in a set', { id: { S: 'x' }, a: { NS: ['1', '1.0'] } }, 'Input collection contains duplicates'],
    [
      'a false NULL',
      { id: { S: 'x' }, a: { NULL: false } as never },
      'One or more parameter values were invalid: Null attribute value types must have the value of true',
    ],
    [
      'a value without a type',
      { id: { S: 'x' }, a: {} as never },
      'Supplied AttributeValue is empty, must contain exactly one of the supported datatypes',
    ],
    [
      'a value of two types',
      { id: { S: 'x' }, a: { S: 'a', N: '1' } },
      'Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes',
    ],
    [
      'an attribute without a name',
      { id: { S: 'x' }, '': { S: 'a' } },
      'One or more parameter values were invalid: An attribute name must have at least one character',
    ],
    [
      'an attribute with a name over 64 KB',
      { id: { S: 'x' }, ['é'.repeat(32_768)]: { S: 'a' } },
      'Attribute name is too large, must be less than 65536 bytes',
    ],
    ['no number', { id: { S: 'x' }, a: { N: 'abc' } }, 'The parameter cannot be converted to a numeric value: abc'],
    [
      'an item over 400 KB',
      { id: { S: 'x' }, a: { S: 'x'.repeat(400 * 1024 - 3) } },
      'Item size has exceeded the maximum allowed size',
    ],
  ])('refuses %s', (_, item, message) => {
    expect(() => put(item)).toThrow(expect.objectContaining({ name: 'ValidationException', message }));
    expect(engine.execute('Scan', { TableName: 'people' }).Count).toBe(0);
  });

  test('takes an item of exactly 400 KB and lists nested 32 deep, and no more', () => {
    const nested = (depth: number): AttributeMap => {
      let value: { L: never[] } | { S: string } = { S: 'x' };
      for (let level = 0; level < depth; level += 1) value = { L: [value as never] };
      return { id: { S: 'deep' }, a: value };
    };
    put({ id: { S: 'x' }, a: { S: 'x'.repeat(400 * 1024 - 4) } });
    put(nested(32));
    expect(() => put(nested(33))).toThrow('Nesting Levels have exceeded supported limits');
    expect(() => put(nested(100_000))).toThrow('Nesting Levels have exceeded supported limits');
  });

  test('ReturnValues of an update are none of its own', () => {
    expect(() => put({ id: { S: 'a' } }, { ReturnValues: 'ALL_NEW' as never })).toThrow(
      'ReturnValues can only be ALL_OLD or NONE',
    );
  });
});

describe('UpdateItem', () => {
  test('that only takes away makes no item', () => {
    expect(update('REMOVE gone', { ReturnValues: 'ALL_NEW' })).toEqual({});
    update('DELETE gone :a', { ExpressionAttributeValues: { ':a': { SS: ['x'] } } });
    engine.execute('TransactWriteItems', {
      TransactItems: [{ Update: { TableName: 'people', Key: { id: { S: 'ada' } }, UpdateExpression: 'REMOVE gone' } }],
    });
    expect(stored()).toBeUndefined();
  });

  test('creates the item from its key where there is none', () => {
    update('SET age = :age', { ExpressionAttributeValues: { ':age': { N: '36' } } });
    expect(stored()).toEqual({ id: { S: 'ada' }, age: { N: '36' } });
  });

  test('without an expression creates the item and leaves an existing one alone', () => {
    const touch = () => engine.execute('UpdateItem', { TableName: 'people', Key: { id: { S: 'ada' } } });
    touch();
    expect(stored()).toEqual({ id: { S: 'ada' } });
    update('SET age = :age', { ExpressionAttributeValues: { ':age': { N: '36' } } });
    touch();
    expect(stored()).toHaveProperty('age');
  });

  test.each([
    ['NONE', undefined],
    ['ALL_OLD', { id: { S: 'ada' }, age: { N: '36' }, home: { M: { city: { S: 'London' }, zip: { N: '1' } } } }],
    ['ALL_NEW', { id: { S: 'ada' }, age: { N: '37' }, home: { M: { city: { S: 'Rome' }, zip: { N: '1' } } } }],
    ['UPDATED_OLD', { age: { N: '36' }, home: { M: { city: { S: 'London' } } } }],
    ['UPDATED_NEW', { age: { N: '37' }, home: { M: { city: { S: 'Rome' } } } }],
  ] as const)('returns %s', (ReturnValues, attributes) => {
    put({ id: { S: 'ada' }, age: { N: '36' }, home: { M: { city: { S: 'London' }, zip: { N: '1' } } } });
    const output = update('SET home.city = :city ADD age :one', {
      ReturnValues,
      ExpressionAttributeValues: { ':city': { S: 'Rome' }, ':one': { N: '1' } },
    });
    expect(output.Attributes).toEqual(attributes);
  });

  test('returns no attributes where the update left none to show', () => {
    put({ id: { S: 'ada' }, age: { N: '36' } });
    expect(update('REMOVE age', { ReturnValues: 'UPDATED_NEW' })).toEqual({});
    expect(update('REMOVE age', { ReturnValues: 'UPDATED_OLD' })).toEqual({});
  });

  test('does not update on a failed condition, nor create', () => {
    expect(() =>
      update('SET age = :age', {
        ConditionExpression: 'attribute_exists(id)',
        ExpressionAttributeValues: { ':age': { N: '36' } },
      }),
    ).toThrow(expect.objectContaining({ name: 'ConditionalCheckFailedException' }));
    expect(stored()).toBeUndefined();
  });

  test.each([
    [
      'SET id = :v',
      'One or more parameter values were invalid: Cannot update attribute id. This attribute is part of the key',
    ],
    ['SET age = nowhere', 'The provided expression refers to an attribute that does not exist in the item'],
    ['SET a.b = :v', 'The document path provided in the update expression is invalid for update'],
    [
      'ADD nothing_defined :w',
      'Invalid UpdateExpression: An expression attribute value used in expression is not defined; attribute value: :w',
    ],
    ['', 'Invalid UpdateExpression: The expression can not be empty;'],
  ])('refuses %s', (expression, message) => {
    put({ id: { S: 'ada' } });
    const values = expression.includes(':v') ? { ExpressionAttributeValues: { ':v': { S: 'x' } } } : {};
    expect(() => update(expression, values)).toThrow(expect.objectContaining({ name: 'ValidationException', message }));
  });

  test('refuses what would make the item too large, and keeps it as it was', () => {
    put({ id: { S: 'ada' }, text: { S: 'x'.repeat(300_000) } });
    expect(() =>
      update('SET more = :more', { ExpressionAttributeValues: { ':more': { S: 'y'.repeat(200_000) } } }),
    ).toThrow('Item size to update has exceeded the maximum allowed size');
    expect(stored()).not.toHaveProperty('more');
  });

  test('refuses placeholders that no expression uses, and values without an expression', () => {
    expect(() =>
      update('SET age = :v', {
        ExpressionAttributeNames: { '#a': 'x', '#b': 'y' },
        ExpressionAttributeValues: { ':v': { S: 'x' } },
      }),
    ).toThrow('Value provided in ExpressionAttributeNames unused in expressions: keys: {#a, #b}');
    expect(() => update('SET age = :v', { ExpressionAttributeValues: { ':v': { S: 'x' }, ':w': { S: 'x' } } })).toThrow(
      'Value provided in ExpressionAttributeValues unused in expressions: keys: {:w}',
    );
    expect(() =>
      engine.execute('UpdateItem', {
        TableName: 'people',
        Key: { id: { S: 'ada' } },
        ExpressionAttributeValues: { ':v': { S: 'x' } },
      }),
    ).toThrow(
      'ExpressionAttributeValues can only be specified when using expressions: UpdateExpression and ConditionExpression are null',
    );
    expect(() => update('SET age = :v', { ExpressionAttributeValues: { ':v': { SS: [] } } })).toThrow(
      'ExpressionAttributeValues contains invalid value: One or more parameter values were invalid: An string set  may not be empty for key :v',
    );
  });
});

describe('DeleteItem', () => {
  test('deletes and returns what was there; deleting nothing succeeds', () => {
    put({ id: { S: 'ada' }, age: { N: '36' } });
    expect(remove({ ReturnValues: 'ALL_OLD' })).toEqual({ Attributes: { id: { S: 'ada' }, age: { N: '36' } } });
    expect(remove({ ReturnValues: 'ALL_OLD' })).toEqual({});
    expect(stored()).toBeUndefined();
  });

  test('leaves the item on a failed condition', () => {
    put({ id: { S: 'ada' }, age: { N: '36' } });
    expect(() => remove({ ConditionExpression: 'age > :n', ExpressionAttributeValues: { ':n': { N: '40' } } })).toThrow(
      'The conditional request failed',
    );
    expect(stored()).toBeDefined();
  });
});

describe('GetItem', () => {
  test('projects paths', () => {
    put({
      id: { S: 'ada' },
      home: { M: { city: { S: 'London' }, zip: { N: '1' } } },
      tags: { L: [{ S: 'a' }, { S: 'b' }] },
    });
    const output = engine.execute('GetItem', {
      TableName: 'people',
      Key: { id: { S: 'ada' } },
      ProjectionExpression: '#h.city, tags[1], nowhere',
      ExpressionAttributeNames: { '#h': 'home' },
    });
    expect(output).toEqual({ Item: { home: { M: { city: { S: 'London' } } }, tags: { L: [{ S: 'b' }] } } });
  });

  test.each<[string, AttributeMap]>([
    ['no key', {}],
    ['another attribute', { name: { S: 'ada' } }],
    ['one attribute too many', { id: { S: 'ada' }, name: { S: 'x' } }],
    ['another type', { id: { N: '1' } }],
  ])('refuses a key with %s', (_, Key) => {
    expect(() => engine.execute('GetItem', { TableName: 'people', Key })).toThrow(
      expect.objectContaining({
        name: 'ValidationException',
        message: 'The provided key element does not match the schema',
      }),
    );
  });

  test('knows no table by another name', () => {
    expect(() => engine.execute('GetItem', { TableName: 'toString', Key: { id: { S: 'a' } } })).toThrow(
      expect.objectContaining({ name: 'ResourceNotFoundException', message: 'Requested resource not found' }),
    );
  });
});

describe('what it costs', () => {
  const cost = { ReturnConsumedCapacity: 'TOTAL' } as const;
  const large = { id: { S: 'ada' }, text: { S: 'x'.repeat(5000) } };

  test('a write bills the larger item, by the kilobyte', () => {
    expect(put(large, cost).ConsumedCapacity).toEqual({ TableName: 'people', CapacityUnits: 5 });
    expect(put({ id: { S: 'ada' } }, cost).ConsumedCapacity?.CapacityUnits).toBe(5);
    expect(put({ id: { S: 'ada' } }, cost).ConsumedCapacity?.CapacityUnits).toBe(1);
    expect(remove(cost).ConsumedCapacity?.CapacityUnits).toBe(1);
    expect(remove(cost).ConsumedCapacity?.CapacityUnits).toBe(1);
  });

  test('a read bills by four kilobytes, half where it need not be consistent', () => {
    put(large);
    const read = (rest: Partial<OperationInput<'GetItem'>>) =>
      engine.execute('GetItem', { TableName: 'people', Key: { id: { S: 'ada' } }, ...cost, ...rest }).ConsumedCapacity;
    expect(read({})?.CapacityUnits).toBe(1);
    expect(read({ ConsistentRead: true, ReturnConsumedCapacity: 'INDEXES' })).toEqual({
      TableName: 'people',
      CapacityUnits: 2,
      Table: { CapacityUnits: 2 },
    });
    expect(read({ ReturnConsumedCapacity: 'NONE' })).toBeUndefined();
  });
});
