import type {
  AttributeMap,
  AttributeValue,
  ExpectedAttributeValue,
  LegacyCondition,
  OperationInput,
} from '@holdfast/wire';
import { beforeEach, describe, expect, test } from 'vitest';
import { createEngine, type Engine } from '../engine.js';

let engine: Engine;

beforeEach(() => {
  engine = createEngine();
  engine.execute('CreateTable', {
    TableName: 'orders',
    AttributeDefinitions: [
      { AttributeName: 'customer', AttributeType: 'S' },
      { AttributeName: 'number', AttributeType: 'N' },
    ],
    KeySchema: [
      { AttributeName: 'customer', KeyType: 'HASH' },
      { AttributeName: 'number', KeyType: 'RANGE' },
    ],
    BillingMode: 'PAY_PER_REQUEST',
  });
});

const key = (number = 1): AttributeMap => ({ customer: { S: 'ada' }, number: { N: String(number) } });
const put = (Item: AttributeMap, rest: Partial<OperationInput<'PutItem'>> = {}) =>
  engine.execute('PutItem', { TableName: 'orders', Item, ...rest });
const update = (rest: Partial<OperationInput<'UpdateItem'>>) =>
  engine.execute('UpdateItem', { TableName: 'orders', Key: key(), ...rest });
const stored = (number = 1) => engine.execute('GetItem', { TableName: 'orders', Key: key(number) }).Item;
const query = (rest: Partial<OperationInput<'Query'>>) =>
  engine.execute('Query', {
    TableName: 'orders',
    KeyConditions: { customer: { ComparisonOperator: 'EQ', AttributeValueList: [{ S: 'ada' }] } },
    ...rest,
  });
const scan = (rest: Partial<OperationInput<'Scan'>>) => engine.execute('Scan', { TableName: 'orders', ...rest });

describe('Expected', () => {
  const item: AttributeMap = {
    ...key(),
    text: { S: 'hello' },
    total: { N: '10.0' },
    tags: { SS: ['a', 'b'] },
    list: { L: [{ N: '1' }, { S: 'a' }] },
    bytes: { B: Uint8Array.of(1, 2, 3) },
    'dotted.name': { S: 'x' },
  };
  const holds = (attribute: string, expectation: ExpectedAttributeValue) => {
    try {
      put({ ...item, touched: { BOOL: true } }, { Expected: { [attribute]: expectation } });
      return true;
    } catch (error) {
      expect(error).toMatchObject({ name: 'ConditionalCheckFailedException' });
      return false;
    }
  };

  test.each<[string, ExpectedAttributeValue, boolean]>([
    ['total', { Value: { N: '10' } }, true],
    ['total', { Value: { N: '11' } }, false],
    ['total', { Value: { S: '10' } }, false],
    ['total', { Exists: true, Value: { N: '10' } }, true],
    ['total', { Exists: false }, false],
    ['missing', { Exists: false }, true],
    ['missing', { Value: { N: '1' } }, false],
    ['tags', { ComparisonOperator: 'EQ', AttributeValueList: [{ SS: ['b', 'a'] }] }, true],
    ['tags', { ComparisonOperator: 'EQ', AttributeValueList: [{ SS: ['a'] }] }, false],
    ['tags', { ComparisonOperator: 'NE', Value: { SS: ['a'] } }, true],
    ['list', { ComparisonOperator: 'EQ', AttributeValueList: [{ L: [{ N: '1.0' }, { S: 'a' }] }] }, true],
    ['missing', { ComparisonOperator: 'NE', AttributeValueList: [{ S: 'x' }] }, true],
    ['total', { ComparisonOperator: 'NE', AttributeValueList: [{ S: '10' }] }, true],
    ['total', { ComparisonOperator: 'LE', AttributeValueList: [{ N: '10' }] }, true],
    ['total', { ComparisonOperator: 'LT', AttributeValueList: [{ N: '10' }] }, false],
    ['total', { ComparisonOperator: 'GE', AttributeValueList: [{ N: '10' }] }, true],
    ['total', { ComparisonOperator: 'GT', AttributeValueList: [{ N: '10' }] }, false],
    ['total', { ComparisonOperator: 'GT', AttributeValueList: [{ S: '' }] }, false],
    ['missing', { ComparisonOperator: 'LT', AttributeValueList: [{ N: '10' }] }, false],
    ['total', { ComparisonOperator: 'NOT_NULL' }, true],
    ['missing', { ComparisonOperator: 'NOT_NULL' }, false],
    ['total', { ComparisonOperator: 'NULL' }, false],
    ['missing', { ComparisonOperator: 'NULL' }, true],
    ['text', { ComparisonOperator: 'CONTAINS', AttributeValueList: [{ S: 'ell' }] }, true],
    ['tags', { ComparisonOperator: 'CONTAINS', AttributeValueList: [{ S: 'a' }] }, true],
    ['list', { ComparisonOperator: 'CONTAINS', AttributeValueList: [{ N: '1' }] }, true],
    ['bytes', { ComparisonOperator: 'CONTAINS', AttributeValueList: [{ B: Uint8Array.of(2) }] }, true],
    ['text', { ComparisonOperator: 'NOT_CONTAINS', AttributeValueList: [{ S: 'dog' }] }, true],
    ['text', { ComparisonOperator: 'NOT_CONTAINS', AttributeValueList: [{ S: 'ell' }] }, false],
    ['tags', { ComparisonOperator: 'NOT_CONTAINS', AttributeValueList: [{ S: 'c' }] }, true],
    ['missing', { ComparisonOperator: 'CONTAINS', AttributeValueList: [{ S: 'a' }] }, false],
    ['missing', { ComparisonOperator: 'NOT_CONTAINS', AttributeValueList: [{ S: 'a' }] }, false],
    ['text', { ComparisonOperator: 'BEGINS_WITH', AttributeValueList: [{ S: 'he' }] }, true],
    ['total', { ComparisonOperator: 'BEGINS_WITH', AttributeValueList: [{ S: '1' }] }, false],
    ['total', { ComparisonOperator: 'IN', AttributeValueList: [{ N: '9' }, { N: '10' }] }, true],
    ['tags', { ComparisonOperator: 'IN', AttributeValueList: [{ S: 'a' }] }, false],
    ['total', { ComparisonOperator: 'BETWEEN', AttributeValueList: [{ N: '10' }, { N: '11' }] }, true],
    ['total', { ComparisonOperator: 'BETWEEN', AttributeValueList: [{ N: '11' }, { N: '12' }] }, false],
    ['dotted.name', { Value: { S: 'x' } }, true],
  ])('%s %j holds: %s', (attribute, expectation, expected) => {
    put(item);
    expect(holds(attribute, expectation)).toBe(expected);
  });

  test('all of them must hold, or with OR any', () => {
    const Expected = { text: { Value: { S: 'hello' } }, total: { Value: { N: '0' } } };
    put(item);
    expect(() => put(item, { Expected })).toThrow('The conditional request failed');
    expect(() => put(item, { Expected, ConditionalOperator: 'AND' })).toThrow('The conditional request failed');
    put({ ...key(), text: { S: 'second' } }, { Expected, ConditionalOperator: 'OR' });
    expect(stored()).toEqual({ ...key(), text: { S: 'second' } });
  });

  test('none at all always hold, and a failure carries the item where it was asked for', () => {
    put(key(), { Expected: {} });
    const attempt = () =>
      engine.execute('DeleteItem', {
        TableName: 'orders',
        Key: key(),
        Expected: { text: { Value: { S: 'x' } } },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      });
    expect(attempt).toThrow(expect.objectContaining({ name: 'ConditionalCheckFailedException', item: key() }));
  });

  const invalid = 'One or more parameter values were invalid: ';
  test.each<[ExpectedAttributeValue, string]>([
    [{}, `${invalid}Value must be provided when Exists is null for Attribute: a`],
    [{ Exists: true }, `${invalid}Value must be provided when Exists is true for Attribute: a`],
    [{ Exists: false, Value: { S: 'x' } }, `${invalid}Value cannot be used when Exists is false for Attribute: a`],
    [
      { Value: { S: 'x' }, AttributeValueList: [{ S: 'x' }] },
      `${invalid}Value and AttributeValueList cannot be used together for Attribute: a`,
    ],
    [
      { AttributeValueList: [{ S: 'x' }] },
      `${invalid}AttributeValueList can only be used with a ComparisonOperator for Attribute: a`,
    ],
    [
      { ComparisonOperator: 'EQ', Exists: true, Value: { S: 'x' } },
      `${invalid}Exists and ComparisonOperator cannot be used together for Attribute: a`,
    ],
    [
      { ComparisonOperator: 'EQ' },
      `${invalid}Value or AttributeValueList must be used with ComparisonOperator: EQ for Attribute: a`,
    ],
    [
      { ComparisonOperator: 'BETWEEN', Value: { S: 'x' } },
      `${invalid}Invalid number of argument(s) for the BETWEEN ComparisonOperator`,
    ],
    [
      { ComparisonOperator: 'NULL', AttributeValueList: [{ S: 'x' }] },
      `${invalid}Invalid number of argument(s) for the NULL ComparisonOperator`,
    ],
    [
      { ComparisonOperator: 'IN', AttributeValueList: [{ S: 'x' }, { N: '1' }] },
      `${invalid}AttributeValues inside AttributeValueList must be of same type`,
    ],
    [
      { ComparisonOperator: 'BEGINS_WITH', Value: { N: '1' } },
      `${invalid}ComparisonOperator BEGINS_WITH is not valid for N AttributeValue type`,
    ],
    [
      { ComparisonOperator: 'CONTAINS', Value: { L: [] } },
      `${invalid}ComparisonOperator CONTAINS is not valid for L AttributeValue type`,
    ],
    [
      { ComparisonOperator: 'BETWEEN', AttributeValueList: [{ N: '2' }, { N: '1' }] },
      'The BETWEEN condition was provided a range where the lower bound is greater than the upper bound',
    ],
    [{ Value: { N: 'x' } }, 'The parameter cannot be converted to a numeric value: x'],
  ])('refuses %j, even of a table that is not there', (expectation, message) => {
    const attempt = () => put(key(), { TableName: 'nowhere', Expected: { a: expectation } });
    expect(attempt).toThrow(expect.objectContaining({ name: 'ValidationException', message }));
  });
});

describe('AttributeUpdates', () => {
  test('put, add, delete and remove attributes whole', () => {
    put({
      ...key(),
      name: { S: 'old' },
      count: { N: '1' },
      gone: { S: 'x' },
      tags: { SS: ['a', 'b'] },
      list: { L: [] },
    });
    const { Attributes } = update({
      AttributeUpdates: {
        name: { Value: { S: 'new' } },
        count: { Action: 'ADD', Value: { N: '9' } },
        gone: { Action: 'DELETE' },
        tags: { Action: 'DELETE', Value: { SS: ['a'] } },
        more: { Action: 'ADD', Value: { NS: ['1'] } },
        list: { Action: 'ADD', Value: { L: [{ S: 'appended' }] } },
        'a.b': { Action: 'PUT', Value: { BOOL: true } },
      },
      ReturnValues: 'ALL_NEW',
    });
    expect(Attributes).toEqual({
      ...key(),
      name: { S: 'new' },
      count: { N: '10' },
      tags: { SS: ['b'] },
      more: { NS: ['1'] },
      list: { L: [{ S: 'appended' }] },
      'a.b': { BOOL: true },
    });
    expect(stored()).toEqual(Attributes);
  });

  test('make an item where there is none, unless they only take away', () => {
    update({ AttributeUpdates: { gone: { Action: 'DELETE' }, tags: { Action: 'DELETE', Value: { SS: ['a'] } } } });
    expect(stored()).toBeUndefined();
    update({ AttributeUpdates: { count: { Action: 'ADD', Value: { N: '5' } } } });
    expect(stored()).toEqual({ ...key(), count: { N: '5' } });
  });

  test('that are empty leave the key', () => {
    update({ AttributeUpdates: {} });
    expect(stored()).toEqual(key());
  });

  test('hold only under their expectations', () => {
    const attempt = () =>
      update({ AttributeUpdates: { a: { Value: { S: 'x' } } }, Expected: { a: { Value: { S: 'y' } } } });
    expect(attempt).toThrow('The conditional request failed');
    expect(stored()).toBeUndefined();
  });

  test('return what they touched', () => {
    put({ ...key(), a: { N: '1' }, b: { N: '1' } });
    const AttributeUpdates = { a: { Action: 'ADD', Value: { N: '1' } } } as const;
    expect(update({ AttributeUpdates, ReturnValues: 'UPDATED_NEW' }).Attributes).toEqual({ a: { N: '2' } });
    expect(update({ AttributeUpdates, ReturnValues: 'UPDATED_OLD' }).Attributes).toEqual({ a: { N: '2' } });
  });

  const invalid = 'One or more parameter values were invalid: ';
  test.each<[NonNullable<OperationInput<'UpdateItem'>['AttributeUpdates']>[string], string]>([
    [{ Action: 'PUT' }, `${invalid}Only DELETE action is allowed when no attribute value is specified`],
    [{}, `${invalid}Only DELETE action is allowed when no attribute value is specified`],
    [{ Action: 'DELETE', Value: { S: 'x' } }, `${invalid}DELETE action with value is not supported for the type S`],
    [{ Action: 'ADD', Value: { M: {} } }, `${invalid}ADD action is not supported for the type M`],
    [{ Action: 'ADD', Value: { SS: ['x'] } }, 'Type mismatch for attribute to update'],
    [{ Action: 'ADD', Value: { L: [] } }, 'Type mismatch for attribute to update'],
    [{ Action: 'DELETE', Value: { NS: ['1'] } }, 'Type mismatch for attribute to update'],
  ])('refuse %j', (attributeUpdate, message) => {
    put({ ...key(), a: { N: '1' } });
    const attempt = () => update({ AttributeUpdates: { a: attributeUpdate } });
    expect(attempt).toThrow(expect.objectContaining({ name: 'ValidationException', message }));
    expect(stored()).toEqual({ ...key(), a: { N: '1' } });
  });

  test('refuse key attributes', () => {
    expect(() => update({ AttributeUpdates: { customer: { Value: { S: 'eve' } } } })).toThrow(
      `${invalid}Cannot update attribute customer. This attribute is part of the key`,
    );
  });

  test('refuse an action that is none', () => {
    const AttributeUpdates = { a: { Action: 'INCREASE', Value: { N: '1' } } };
    expect(() => engine.executeUntyped('UpdateItem', { TableName: 'orders', Key: key(), AttributeUpdates })).toThrow(
      "1 validation error detected: Value 'INCREASE' at 'attributeUpdates.a.member.action' failed to satisfy constraint: Member must satisfy enum value set: [ADD, PUT, DELETE]",
    );
  });
});

describe('KeyConditions, QueryFilter and ScanFilter', () => {
  beforeEach(() => {
    for (let number = 1; number <= 5; number++) {
      put({ ...key(number), total: { N: String(number * 10) }, state: { S: number % 2 ? 'open' : 'paid' } });
    }
  });
  const numbers = ({ Items = [] }: { Items?: readonly AttributeMap[] }) =>
    Items.map((item) => (item.number && 'N' in item.number ? Number(item.number.N) : undefined));
  const where = (
    ComparisonOperator: LegacyCondition['ComparisonOperator'],
    ...AttributeValueList: AttributeValue[]
  ) => ({
    KeyConditions: {
      customer: { ComparisonOperator: 'EQ', AttributeValueList: [{ S: 'ada' }] },
      number: { ComparisonOperator, AttributeValueList },
    } as const,
  });

  test('key conditions pick a range of the sort key', () => {
    expect(numbers(query({}))).toEqual([1, 2, 3, 4, 5]);
    expect(numbers(query(where('EQ', { N: '2' })))).toEqual([2]);
    expect(numbers(query(where('GT', { N: '3' })))).toEqual([4, 5]);
    expect(numbers(query(where('LE', { N: '2' })))).toEqual([1, 2]);
    expect(numbers(query({ ...where('BETWEEN', { N: '2' }, { N: '4' }), ScanIndexForward: false }))).toEqual([4, 3, 2]);
  });

  test('filters leave out, after counting', () => {
    const state = { ComparisonOperator: 'EQ', AttributeValueList: [{ S: 'open' }] } as const;
    const total = { ComparisonOperator: 'GE', AttributeValueList: [{ N: '30' }] } as const;
    expect(query({ QueryFilter: { state, total } })).toMatchObject({ Count: 2, ScannedCount: 5 });
    expect(scan({ ScanFilter: { state, total } })).toMatchObject({ Count: 2, ScannedCount: 5 });
    expect(scan({ ScanFilter: { state, total }, ConditionalOperator: 'OR' })).toMatchObject({ Count: 4 });
    expect(scan({ ScanFilter: {} })).toMatchObject({ Count: 5 });
  });

  test('key conditions go with an expression that filters', () => {
    const page = query({
      FilterExpression: '#total > :t',
      ExpressionAttributeNames: { '#total': 'total' },
      ExpressionAttributeValues: { ':t': { N: '30' } },
    });
    expect(numbers(page)).toEqual([4, 5]);
  });

  test('attributes to get leave out the rest', () => {
    expect(query({ AttributesToGet: ['total', 'missing'], Limit: 1 }).Items).toEqual([{ total: { N: '10' } }]);
    expect(scan({ AttributesToGet: ['state'], Select: 'SPECIFIC_ATTRIBUTES', Limit: 1 }).Items).toEqual([
      { state: { S: 'open' } },
    ]);
    const got = engine.execute('GetItem', { TableName: 'orders', Key: key(2), AttributesToGet: ['total'] });
    expect(got.Item).toEqual({ total: { N: '20' } });
  });

  const invalid = 'One or more parameter values were invalid: ';
  const eq = { ComparisonOperator: 'EQ', AttributeValueList: [{ S: 'x' }] } as const;
  test.each<[string, Partial<OperationInput<'Query'>>, string]>([
    ['no key condition', { KeyConditions: {} }, 'Conditions can be of length 1 or 2 only'],
    ['three', { KeyConditions: { customer: eq, number: eq, a: eq } }, 'Conditions can be of length 1 or 2 only'],
    [
      'an operator without order',
      { KeyConditions: { customer: { ...eq, ComparisonOperator: 'CONTAINS' } } },
      'Attempted conditional constraint is not an indexable operation',
    ],
    ['no partition key', { KeyConditions: { a: eq } }, 'Query condition missed key schema element: customer'],
    [
      'a value of another type',
      where('EQ', { S: 'x' }),
      `${invalid}Condition parameter type does not match schema type`,
    ],
    [
      'too few arguments',
      where('BETWEEN', { N: '1' }),
      `${invalid}Invalid number of argument(s) for the BETWEEN ComparisonOperator`,
    ],
    [
      'a filter of a key',
      { QueryFilter: { number: eq } },
      'QueryFilter can only contain non-primary key attributes: Primary key attribute: number',
    ],
    ['an attribute twice', { AttributesToGet: ['a', 'b', 'a'] }, `${invalid}Duplicate value in attribute name: a`],
    [
      'attributes of a count',
      { AttributesToGet: ['a'], Select: 'COUNT' },
      '1 validation error detected: Cannot specify the AttributesToGet when choosing to get only the Count',
    ],
    [
      'an operator alone',
      { ConditionalOperator: 'OR' },
      'ConditionalOperator cannot be used without Filter or Expected',
    ],
    [
      'an operator for one condition',
      { ConditionalOperator: 'OR', QueryFilter: { a: eq } },
      'ConditionalOperator can only be used when Filter or Expected has two or more elements',
    ],
    [
      'a mixture',
      {
        QueryFilter: { a: eq },
        ConditionalOperator: 'AND',
        AttributesToGet: ['a'],
        KeyConditionExpression: 'customer = :c',
        FilterExpression: 'a = :c',
        ProjectionExpression: 'a',
        ExpressionAttributeValues: { ':c': { S: 'x' } },
      },
      'Can not use both expression and non-expression parameters in the same request: Non-expression parameters: {AttributesToGet, QueryFilter, ConditionalOperator, KeyConditions} Expression parameters: {ProjectionExpression, FilterExpression, KeyConditionExpression}',
    ],
  ])('refuse %s', (_, rest, message) => {
    expect(() => query(rest)).toThrow(expect.objectContaining({ name: 'ValidationException', message }));
  });

  test('a scan words a contradiction without counting it', () => {
    expect(() => scan({ Select: 'COUNT', ProjectionExpression: 'price' })).toThrow(
      /^Cannot specify the ProjectionExpression when choosing to get only the Count$/,
    );
  });
});
