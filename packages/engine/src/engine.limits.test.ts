import { ServiceError } from '@holdfast/wire';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { createEngine, type Engine } from './engine.js';
import { answerRequest } from './protocol/answer-request.js';

let engine: Engine;
const TableName = 'things';
const Key = { id: { S: 'a' } };

beforeEach(() => {
  engine = createEngine();
  engine.execute('CreateTable', {
    TableName,
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    BillingMode: 'PAY_PER_REQUEST',
  });
});

/** What the engine says: `answered`, or the error's name. Anything but an answer of the service fails the test. */
function outcomeOf(operation: string, input: unknown): string {
  try {
    engine.executeUntyped(operation, input);
    return 'answered';
  } catch (error) {
    if (error instanceof ServiceError && error.name !== 'InternalServerError') return error.name;
    throw error;
  }
}

const longest = 4096;
const deepParts = [
  ['(', ')'],
  ['NOT ', ''],
  ['NOT (', ')'],
  ['size(', ')'],
  ['attribute_exists(', ')'],
  ['a AND (', ')'],
  ['a = :v OR ', ''],
  ['(a = :v OR ', ')'],
  ['a.', ''],
  ['a[0].', ''],
  ['contains(a, ', ')'],
  ['a IN (', ')'],
  ['a BETWEEN :v AND ', ''],
  ['list_append(', ', a)'],
  ['if_not_exists(a, ', ')'],
  ['a + ', ''],
  ['SET a = ', ''],
  ['a, ', ''],
] as const;
const deep = fc
  .tuple(
    fc.array(fc.constantFrom(...deepParts), { minLength: 1, maxLength: 4 }),
    fc.integer({ min: 1, max: 3000 }),
    fc.constantFrom('a = :v', 'a', ':v', '', 'attribute_exists(a)', '#n'),
    fc.constantFrom('', 'SET a = ', 'REMOVE ', 'ADD ', 'SET a = if_not_exists(a, '),
    fc.boolean(),
  )
  .map(([parts, times, innermost, prefix, fitting]) => {
    const [open, close] = [
      parts.map(([o]) => o).join(''),
      parts
        .map(([, c]) => c)
        .reverse()
        .join(''),
    ];
    const most = Math.floor((longest - prefix.length - innermost.length) / (open.length + close.length));
    const repeated = fitting ? Math.min(times, most) : times;
    return prefix + open.repeat(repeated) + innermost + close.repeat(repeated);
  });

describe('deeply nested expressions', () => {
  test('are answered or refused, whatever parameter they stand in', () => {
    fc.assert(
      fc.property(deep, (text) => {
        const values = { ExpressionAttributeValues: { ':v': { N: '1' } } };
        const names = { ExpressionAttributeNames: { '#n': 'a' } };
        for (const placeholders of [{}, values, names, { ...values, ...names }]) {
          outcomeOf('DeleteItem', { TableName, Key, ConditionExpression: text, ...placeholders });
          outcomeOf('UpdateItem', { TableName, Key, UpdateExpression: text, ...placeholders });
          outcomeOf('Scan', { TableName, FilterExpression: text, ...placeholders });
          outcomeOf('Query', { TableName, KeyConditionExpression: text, ...placeholders });
          outcomeOf('GetItem', { TableName, Key, ProjectionExpression: text, ...placeholders });
        }
      }),
    );
  });

  test('work up to the limits', () => {
    const ask = (ConditionExpression: string) => outcomeOf('DeleteItem', { TableName, Key, ConditionExpression });
    expect(ask(`${'NOT '.repeat(300)}attribute_exists(a)`)).toBe('ConditionalCheckFailedException');
    expect(ask(`${'NOT '.repeat(301)}attribute_exists(a)`)).toBe('ValidationException');
    expect(ask(Array.from({ length: 140 }, () => 'attribute_not_exists(a)').join(' AND '))).toBe('answered');
  });
});

describe('deeply nested requests', () => {
  type Wrap = (inner: unknown) => unknown;
  const wraps: readonly Wrap[] = [
    (inner) => ({ L: [inner] }),
    (inner) => ({ M: { a: inner } }),
    (inner) => [inner],
    (inner) => ({ a: inner }),
  ];
  const nested = fc
    .tuple(fc.array(fc.constantFrom(...wraps), { minLength: 1, maxLength: 3 }), fc.integer({ min: 1, max: 20_000 }))
    .map(([around, depth]) => {
      let value: unknown = { S: 'innermost' };
      for (let level = 0; level < depth; level += 1) value = around[level % around.length]?.(value);
      return value;
    });

  test('are answered or refused, wherever the nesting stands', () => {
    fc.assert(
      fc.property(nested, (value) => {
        const attributes = { ...Key, a: value };
        outcomeOf('PutItem', { TableName, Item: attributes });
        outcomeOf('PutItem', { TableName, Item: value });
        outcomeOf('PutItem', value);
        outcomeOf('GetItem', { TableName: value, Key: attributes });
        outcomeOf('UpdateItem', {
          TableName,
          Key,
          UpdateExpression: 'SET a = :a',
          ExpressionAttributeValues: { ':a': value },
        });
        outcomeOf('Scan', { TableName, ExclusiveStartKey: attributes, Limit: value, Segment: value });
        outcomeOf('TransactWriteItems', { TransactItems: [{ Put: { TableName, Item: attributes } }, value] });
        outcomeOf('CreateTable', { TableName: 'others', KeySchema: value, AttributeDefinitions: [value] });
        outcomeOf('Scan', { TableName, Unknown: value });
      }),
      { numRuns: 30 },
    );
  });

  test('are told to be too deep from 33 levels on', () => {
    const nest = (levels: number) => {
      let value: unknown = { S: 'innermost' };
      for (let level = 0; level < levels; level += 1) value = { L: [value] };
      return value;
    };
    expect(outcomeOf('PutItem', { TableName, Item: { ...Key, a: nest(32) } })).toBe('answered');
    expect(outcomeOf('PutItem', { TableName, Item: { ...Key, a: nest(33) } })).toBe('ValidationException');
  });

  test.each(['[', '{"a":', '{"Item":{"a":{"L":[', '{"TransactItems":['])('survive as bytes: %s', (open) => {
    for (const body of [open.repeat(200_000), `{"TableName":"things","Key":${open.repeat(50_000)}`]) {
      const answer = answerRequest(engine, { target: 'DynamoDB_20120810.PutItem', body });
      expect(answer.status).toBe(400);
    }
    const closed = `${'{"Item":{"a":{"L":['.repeat(20_000)}1${']}}}'.repeat(20_000)}`;
    const answer = answerRequest(engine, { target: 'DynamoDB_20120810.PutItem', body: closed });
    expect(answer.status).toBe(400);
  });

  test('that contain themselves, or the same part everywhere, are refused', () => {
    const own: { M: Record<string, unknown> } = { M: {} };
    own.M.own = own;
    expect(outcomeOf('PutItem', { TableName, Item: { ...Key, own } })).toBe('ValidationException');
    let doubled: unknown = { S: '' };
    for (let level = 0; level < 32; level += 1) doubled = { L: [doubled, doubled] };
    expect(outcomeOf('PutItem', { TableName, Item: { ...Key, doubled } })).toBe('ValidationException');
    expect(
      outcomeOf('Scan', {
        TableName,
        FilterExpression: 'a = :v',
        ExpressionAttributeValues: { ':v': doubled },
      }),
    ).toBe('ValidationException');
  });
});

test('long values that are alike to the last byte are searched and compared', () => {
  const B = new Uint8Array(300_000);
  engine.execute('PutItem', { TableName, Item: { ...Key, b: { B }, s: { S: '\0'.repeat(90_000) } } });
  const part = new Uint8Array(150_000);
  part[part.length - 1] = 1;
  const search = (value: unknown, path: string) =>
    outcomeOf('UpdateItem', {
      TableName,
      Key,
      UpdateExpression: 'REMOVE nothing',
      ConditionExpression: `contains(${path}, :part)`,
      ExpressionAttributeValues: { ':part': value },
    });
  expect(search({ B: part }, 'b')).toBe('ConditionalCheckFailedException');
  expect(search({ B: part.subarray(0, -1) }, 'b')).toBe('answered');
  expect(search({ S: `${'\0'.repeat(45_000)}x` }, 's')).toBe('ConditionalCheckFailedException');
});
