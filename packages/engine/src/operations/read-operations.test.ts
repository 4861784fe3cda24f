import type { AttributeMap, OperationInput } from '@holdfast/wire';
import { beforeEach, describe, expect, test } from 'vitest';
import { createEngine, type Engine } from '../engine.js';

let engine: Engine;

beforeEach(() => {
  engine = createEngine();
  for (const [name, type] of [
    ['words', 'S'],
    ['numbers', 'N'],
    ['bytes', 'B'],
  ] as const) {
    engine.execute('CreateTable', {
      TableName: name,
      AttributeDefinitions: [
        { AttributeName: 'pk', AttributeType: 'S' },
        { AttributeName: 'sk', AttributeType: type },
      ],
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      BillingMode: 'PAY_PER_REQUEST',
    });
  }
});

function store(...sorts: string[]) {
  for (const pk of ['a', 'p', 'q']) {
    for (const sk of sorts) {
      engine.execute('PutItem', {
        TableName: 'words',
        Item: { pk: { S: pk }, sk: { S: sk }, length: { N: String(sk.length) } },
      });
    }
  }
}
const query = (KeyConditionExpression: string, values: AttributeMap, rest: Partial<OperationInput<'Query'>> = {}) =>
  engine.execute('Query', {
    TableName: 'words',
    KeyConditionExpression,
    ExpressionAttributeValues: { ':p': { S: 'p' }, ...values },
    ...rest,
  });
const sortsOf = (items: readonly AttributeMap[] | undefined) =>
  items?.map(({ sk }) => (sk !== undefined && 'S' in sk ? sk.S : sk !== undefined && 'N' in sk ? sk.N : undefined));

test('a query takes no partition key that is longer than one can be', () => {
  expect(query('pk = :p', { ':p': { S: 'x'.repeat(2048) } }).Count).toBe(0);
  expect(() => query('pk = :p', { ':p': { S: 'é'.repeat(1024).concat('x') } })).toThrow(
    'One or more parameter values were invalid: Size of hashkey has exceeded the maximum size limit of2048 bytes',
  );
});

describe('Query', () => {
  const words = ['ant', 'bee', 'beetle', 'cat', 'cow', '\uffee', '\u{1F600}'];

  test.each<[string, AttributeMap, string[]]>([
    ['pk = :p', {}, words],
    ['pk = :p AND sk = :a', { ':a': { S: 'bee' } }, ['bee']],
    ['pk = :p AND sk < :a', { ':a': { S: 'beetle' } }, ['ant', 'bee']],
    ['pk = :p AND sk <= :a', { ':a': { S: 'bee' } }, ['ant', 'bee']],
    ['sk > :a AND pk = :p', { ':a': { S: 'beetle' } }, words.slice(3)],
    [':p = pk AND :a <= sk', { ':a': { S: 'cow' } }, words.slice(4)],
    ['pk = :p AND sk BETWEEN :a AND :b', { ':a': { S: 'bee' }, ':b': { S: 'cat' } }, ['bee', 'beetle', 'cat']],
    ['pk = :p AND begins_with(sk, :a)', { ':a': { S: 'bee' } }, ['bee', 'beetle']],
    ['pk = :p AND sk = :a', { ':a': { S: 'none' } }, []],
  ])('%s', (condition, values, expected) => {
    store(...words);
    const output = query(condition, values);
    expect(sortsOf(output.Items)).toEqual(expected);
    expect(output).toMatchObject({ Count: expected.length, ScannedCount: expected.length });
    expect(output.LastEvaluatedKey).toBeUndefined();
    expect(sortsOf(query(condition, values, { ScanIndexForward: false }).Items)).toEqual([...expected].reverse());
  });

  test('orders numbers by size', () => {
    const sorted = ['-100', '-20', '-1.5', '0', '0.001', '3', '20', '100'];
    for (const sk of [...sorted].sort()) {
      engine.execute('PutItem', { TableName: 'numbers', Item: { pk: { S: 'p' }, sk: { N: sk } } });
    }
    const output = query('pk = :p', {}, { TableName: 'numbers' });
    expect(sortsOf(output.Items)).toEqual(sorted);
    const between = query(
      'pk = :p AND sk BETWEEN :a AND :b',
      { ':a': { N: '-20.0' }, ':b': { N: '3' } },
      { TableName: 'numbers' },
    );
    expect(sortsOf(between.Items)).toEqual(sorted.slice(1, 6));
  });

  test('orders binary by its bytes, and finds it by what it begins with', () => {
    const sorted = [[0], [1], [1, 0], [1, 255], [2], [255]];
    for (const bytes of [...sorted].reverse()) {
      engine.execute('PutItem', {
        TableName: 'bytes',
        Item: { pk: { S: 'p' }, sk: { B: new Uint8Array(bytes) } },
      });
    }
    const bytesOf = (items: readonly AttributeMap[] = []) =>
      items.map(({ sk }) => (sk !== undefined && 'B' in sk ? [...sk.B] : undefined));
    expect(bytesOf(query('pk = :p', {}, { TableName: 'bytes' }).Items)).toEqual(sorted);
    const ones = query('pk = :p AND begins_with(sk, :a)', { ':a': { B: new Uint8Array([1]) } }, { TableName: 'bytes' });
    expect(bytesOf(ones.Items)).toEqual([[1], [1, 0], [1, 255]]);
  });

  test.each([true, false])('pages through everything once, forward %s', (ScanIndexForward) => {
    store(...words);
    const found: unknown[] = [];
    let startKey: AttributeMap | undefined;
    let pages = 0;
    do {
      const page = query(
        'pk = :p',
        {},
        { Limit: 3, ScanIndexForward, ...(startKey && { ExclusiveStartKey: startKey }) },
      );
      found.push(...(sortsOf(page.Items) ?? []));
      startKey = page.LastEvaluatedKey;
      pages += 1;
    } while (startKey !== undefined);
    expect(found).toEqual(ScanIndexForward ? words : [...words].reverse());
    expect(pages).toBe(3);
  });

  test('a page that the limit fills says that there may be more, as the service does', () => {
    store('a', 'b');
    expect(query('pk = :p', {}, { Limit: 2 }).LastEvaluatedKey).toEqual({ pk: { S: 'p' }, sk: { S: 'b' } });
  });

  test('filters after the limit, projects after the filter, counts without items', () => {
    store('a', 'bb', 'cc', 'd');
    const filtered = {
      FilterExpression: '#l = :two',
      ExpressionAttributeNames: { '#l': 'length' },
      Limit: 3,
    };
    const output = query('pk = :p', { ':two': { N: '2' } }, { ...filtered, ProjectionExpression: 'sk' });
    expect(output).toEqual({
      Items: [{ sk: { S: 'bb' } }, { sk: { S: 'cc' } }],
      Count: 2,
      ScannedCount: 3,
      LastEvaluatedKey: { pk: { S: 'p' }, sk: { S: 'cc' } },
    });
    const counted = query('pk = :p', { ':two': { N: '2' } }, { ...filtered, Select: 'COUNT' });
    expect(counted).toEqual({ Count: 2, ScannedCount: 3, LastEvaluatedKey: { pk: { S: 'p' }, sk: { S: 'cc' } } });
  });

  test('ends a page with the item that fills a megabyte, and bills what it looked at', () => {
    for (let index = 0; index < 20; index += 1) {
      engine.execute('PutItem', {
        TableName: 'words',
        Item: { pk: { S: 'p' }, sk: { S: `s${index + 10}` }, text: { S: 'x'.repeat(60_000) } },
      });
    }
    const first = query('pk = :p', {}, { ReturnConsumedCapacity: 'TOTAL' });
    expect(first.Count).toBe(18);
    expect(first.ConsumedCapacity).toEqual({ TableName: 'words', CapacityUnits: 132 });
    const second = query('pk = :p', {}, { ConsistentRead: true, ExclusiveStartKey: first.LastEvaluatedKey ?? {} });
    expect(second.Count).toBe(2);
    expect(second.LastEvaluatedKey).toBeUndefined();
  });

  test.each<[string, AttributeMap, string]>([
    ['sk = :a', { ':a': { S: 'x' } }, 'Query condition missed key schema element: pk'],
    ['length = :a', { ':a': { S: 'x' } }, 'Query condition missed key schema element: pk'],
    ['pk = :a AND x = :a', { ':a': { S: 'x' } }, 'Query condition missed key schema element: sk'],
    ['pk > :a', { ':a': { S: 'x' } }, 'Query key condition not supported'],
    ['begins_with(pk, :a)', { ':a': { S: 'x' } }, 'Query key condition not supported'],
    ['pk = :a OR sk = :a', { ':a': { S: 'x' } }, 'Invalid operator used in KeyConditionExpression: OR'],
    ['NOT pk = :a', { ':a': { S: 'x' } }, 'Invalid operator used in KeyConditionExpression: NOT'],
    ['pk = :a AND sk <> :a', { ':a': { S: 'x' } }, 'Invalid operator used in KeyConditionExpression: <>'],
    ['pk = :a AND sk IN (:a)', { ':a': { S: 'x' } }, 'Invalid operator used in KeyConditionExpression: IN'],
    [
      'pk = :a AND attribute_exists(sk)',
      { ':a': { S: 'x' } },
      'Invalid operator used in KeyConditionExpression: attribute_exists',
    ],
    [
      'pk = :a AND sk > :a AND sk < :a',
      { ':a': { S: 'x' } },
      'KeyConditionExpressions must only contain one condition per key',
    ],
    ['pk = :a AND size(sk) = :a', { ':a': { S: 'x' } }, 'KeyConditionExpressions cannot contain nested operations'],
    [
      'pk = :a AND sk.x = :a',
      { ':a': { S: 'x' } },
      'KeyConditionExpressions cannot have conditions on nested attributes',
    ],
    [
      'pk = sk AND sk = :a',
      { ':a': { S: 'x' } },
      'Invalid condition in KeyConditionExpression: Multiple attribute names used in one condition',
    ],
    [
      'pk = :a AND sk = :b',
      { ':a': { S: 'x' }, ':b': { N: '1' } },
      'One or more parameter values were invalid: Condition parameter type does not match schema type',
    ],
    ['', {}, 'Invalid KeyConditionExpression: The expression can not be empty;'],
  ])('refuses the key condition %s', (KeyConditionExpression, ExpressionAttributeValues, message) => {
    const values = Object.keys(ExpressionAttributeValues).length > 0 ? { ExpressionAttributeValues } : {};
    const input = { TableName: 'words', KeyConditionExpression, ...values };
    const renamed = KeyConditionExpression.startsWith('length')
      ? { ...input, KeyConditionExpression: '#l = :a', ExpressionAttributeNames: { '#l': 'length' } }
      : input;
    expect(() => engine.execute('Query', renamed)).toThrow(
      expect.objectContaining({ name: 'ValidationException', message }),
    );
  });

  test.each<[string, Partial<OperationInput<'Query'>>, string]>([
    [
      'a limit of 0',
      { Limit: 0 },
      "1 validation error detected: Value at 'Limit' failed to satisfy constraint: Member must have value greater than or equal to 1",
    ],
    ['an index', { IndexName: 'by-name' }, 'The table does not have the specified index: by-name'],
    [
      'a filter on a key attribute',
      { FilterExpression: 'sk = :p' },
      'Filter Expression can only contain non-primary key attributes: Primary key attribute: sk',
    ],
    [
      'a start key of another partition',
      { ExclusiveStartKey: { pk: { S: 'q' }, sk: { S: 'a' } } },
      'The provided starting key is outside query boundaries based on provided conditions',
    ],
    [
      'a start key of another type',
      { ExclusiveStartKey: { pk: { N: '1' }, sk: { S: 'a' } } },
      'The provided key element does not match the schema',
    ],
    [
      'a start key outside of the range of sort keys',
      {
        KeyConditionExpression: 'pk = :p AND sk > :s',
        ExpressionAttributeValues: { ':p': { S: 'p' }, ':s': { S: 'm' } },
        ExclusiveStartKey: { pk: { S: 'p' }, sk: { S: 'a' } },
      },
      'The provided starting key does not match the range key predicate',
    ],
    [
      'a start key in the range of sort keys of another partition',
      {
        KeyConditionExpression: 'pk = :p AND sk > :s',
        ExpressionAttributeValues: { ':p': { S: 'p' }, ':s': { S: 'm' } },
        ExclusiveStartKey: { pk: { S: 'q' }, sk: { S: 'z' } },
      },
      'The query can return at most one row and cannot be restarted',
    ],
    ['a start key that is none', { ExclusiveStartKey: { pk: { S: 'p' } } }, 'The provided starting key is invalid'],
    [
      'SPECIFIC_ATTRIBUTES of which none are named',
      { Select: 'SPECIFIC_ATTRIBUTES' },
      'Must specify the AttributesToGet or ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES',
    ],
  ])('refuses %s', (_, rest, message) => {
    expect(() => query('pk = :p', {}, rest)).toThrow(expect.objectContaining({ name: 'ValidationException', message }));
  });

  test('refuses a query without a key condition', () => {
    expect(() => engine.executeUntyped('Query', { TableName: 'words' })).toThrow(
      'Either the KeyConditions or KeyConditionExpression parameter must be specified in the request.',
    );
  });
});

describe('Scan', () => {
  const everything = (input: Partial<OperationInput<'Scan'>>) => {
    const found: AttributeMap[] = [];
    let startKey: AttributeMap | undefined;
    do {
      const page = engine.execute('Scan', {
        TableName: 'words',
        ...input,
        ...(startKey && { ExclusiveStartKey: startKey }),
      });
      found.push(...(page.Items ?? []));
      startKey = page.LastEvaluatedKey;
    } while (startKey !== undefined);
    return found.map((item) => JSON.stringify(item)).sort();
  };

  test('reads the whole table, in pages and in segments', () => {
    store('x', 'y', 'z');
    const whole = everything({});
    expect(whole).toHaveLength(9);
    expect(everything({ Limit: 2 })).toEqual(whole);
    const segments = [0, 1, 2, 3].map((Segment) => everything({ Segment, TotalSegments: 4, Limit: 2 }));
    expect(segments.flat().sort()).toEqual(whole);
  });

  test('keeps a partition together, in the order of its sort key', () => {
    store('x', 'y', 'z');
    const { Items = [] } = engine.execute('Scan', { TableName: 'words' });
    const order = Items.map(({ pk, sk }) => JSON.stringify([pk, sk]));
    for (const pk of ['a', 'p', 'q']) {
      const first = order.indexOf(JSON.stringify([{ S: pk }, { S: 'x' }]));
      expect(order.slice(first, first + 3)).toEqual(
        ['x', 'y', 'z'].map((sk) => JSON.stringify([{ S: pk }, { S: sk }])),
      );
    }
  });

  test('filters, also on key attributes', () => {
    store('x', 'y');
    const output = engine.execute('Scan', {
      TableName: 'words',
      FilterExpression: 'pk = :p AND sk > :x',
      ExpressionAttributeValues: { ':p': { S: 'p' }, ':x': { S: 'x' } },
    });
    expect(output).toMatchObject({ Count: 1, ScannedCount: 6, Items: [{ pk: { S: 'p' }, sk: { S: 'y' } }] });
  });

  test.each<[Partial<OperationInput<'Scan'>>, string]>([
    [
      { Segment: 0 },
      'The TotalSegments parameter is required but was not present in the request when Segment parameter is present',
    ],
    [
      { TotalSegments: 4 },
      'The Segment parameter is required but was not present in the request when parameter TotalSegments is present',
    ],
    [
      { Segment: 5, TotalSegments: 5 },
      'The Segment parameter is zero-based and must be less than parameter TotalSegments: Segment: 5 is not less than TotalSegments: 5',
    ],
    [
      { Limit: 0 },
      "1 validation error detected: Value '0' at 'limit' failed to satisfy constraint: Member must have value greater than or equal to 1",
    ],
  ])('refuses %o', (input, message) => {
    expect(() => engine.execute('Scan', { TableName: 'words', ...input })).toThrow(
      expect.objectContaining({ name: 'ValidationException', message }),
    );
  });

  test('refuses to go on in a segment that the start key does not belong to', () => {
    store('x');
    const wrong = [0, 1].map(
      (Segment) => () =>
        engine.execute('Scan', {
          TableName: 'words',
          Segment,
          TotalSegments: 2,
          ExclusiveStartKey: { pk: { S: 'p' }, sk: { S: 'x' } },
        }),
    );
    const outcomes = wrong.map((attempt) => {
      try {
        return attempt().ScannedCount;
      } catch (error) {
        return String(error);
      }
    });
    expect(outcomes.filter((outcome) => typeof outcome === 'string')).toEqual([
      expect.stringMatching(/Please use ExclusiveStartKey with correct Segment\. TotalSegments: 2 Segment: [01]$/),
    ]);
  });
});
