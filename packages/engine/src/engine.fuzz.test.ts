import { ServiceError } from '@holdfast/wire';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createEngine } from './engine.js';

/** Requests that work, so that what is changed in one of them is met deep inside. */
const working = {
  PutItem: { TableName: 'things', Item: { id: { S: 'a' }, a: { N: '1' } } },
  GetItem: { TableName: 'things', Key: { id: { S: 'a' } } },
  DeleteItem: { TableName: 'things', Key: { id: { S: 'a' } } },
  UpdateItem: { TableName: 'things', Key: { id: { S: 'a' } } },
  Query: {
    TableName: 'things',
    KeyConditionExpression: 'id = :v',
    ExpressionAttributeValues: { ':v': { S: 'a' } },
  },
  Scan: { TableName: 'things' },
} as const;
type Operation = keyof typeof working;
const actions = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'GetItem',
  Get: 'GetItem',
} as const;

const name = fc.constantFrom('id', 'a', 'b', '__proto__', 'constructor');
const scalar = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.uint8Array({ maxLength: 3 }));
const { valid } = fc.letrec((tie) => ({
  valid: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('5', '-0', '1e125', '-3.25', '12345678901234567890123456789012345678').map((N) => ({ N })),
    fc.constantFrom('a', 'b', '').map((S) => ({ S })),
    fc.uint8Array({ maxLength: 3 }).map((B) => ({ B })),
    fc.constantFrom({ BOOL: true }, { NULL: true }, { SS: ['a', 'b'] }, { NS: ['1', '2'] }),
    fc.array(tie('valid'), { maxLength: 3 }).map((L) => ({ L })),
    fc.dictionary(name, tie('valid'), { maxKeys: 3 }).map((M) => ({ M })),
  ),
}));
const descriptor = fc.constantFrom('S', 'N', 'B', 'BOOL', 'NULL', 'SS', 'NS', 'BS', 'L', 'M', 'X');
const value = fc.oneof(
  { weight: 8, arbitrary: valid },
  {
    weight: 1,
    arbitrary: fc.dictionary(descriptor, fc.oneof(scalar, fc.array(fc.oneof(scalar, valid), { maxLength: 2 })), {
      maxKeys: 2,
    }),
  },
  { weight: 1, arbitrary: fc.oneof(scalar, fc.array(scalar, { maxLength: 2 })) },
);
const attributes = fc.oneof(
  { weight: 3, arbitrary: fc.dictionary(name, value, { maxKeys: 3 }).map((rest) => ({ ...rest, id: { S: 'a' } })) },
  { weight: 1, arbitrary: fc.dictionary(name, value, { maxKeys: 3 }) },
);
const operand = fc.constantFrom('a', 'b', 'a.b', 'a[0]', '#n', ':v', ':w', 'size(a)', 'id');
const path = fc.constantFrom('a', 'b', 'a.b', 'a[0]', '#n', 'id');
const condition = fc.oneof(
  fc.constantFrom('attribute_exists(id)', 'a <> :v', 'NOT contains(#n, :v)', 'size(a) < :v', 'a = :v OR b > :w'),
  fc.tuple(operand, fc.constantFrom('=', '<>', '<', '>='), operand).map((parts) => parts.join(' ')),
  fc.tuple(operand, operand, operand).map(([a, b, c]) => `${a} BETWEEN ${b} AND ${c} OR NOT ${a} IN (${a}, ${b})`),
  fc
    .tuple(fc.constantFrom('begins_with', 'contains', 'attribute_type'), operand, operand)
    .map(([f, a, b]) => `${f}(${a}, ${b})`),
  operand.map((a) => `attribute_exists(${a}) OR (attribute_not_exists(${a}))`),
  fc.string(),
);
const update = fc.oneof(
  fc.constantFrom(
    'SET b = :v',
    'SET b = if_not_exists(b, :v)',
    'SET a = a - :v',
    'SET #n.b = :v',
    'REMOVE a, b',
    'ADD a :v',
  ),
  fc.tuple(operand, operand, operand).map(([a, b, c]) => `SET ${a} = ${b} + ${c}`),
  fc.tuple(operand, operand, operand).map(([a, b, c]) => `SET ${a} = list_append(if_not_exists(${b}, ${c}), ${c})`),
  fc.tuple(operand, operand, operand).map(([a, b, c]) => `ADD ${a} ${b} REMOVE ${c}`),
  fc.tuple(operand, operand).map(([a, b]) => `DELETE ${a} ${b}`),
);
const change = fc.record(
  {
    Item: attributes,
    Key: attributes,
    ExclusiveStartKey: attributes,
    ConditionExpression: condition,
    UpdateExpression: update,
    FilterExpression: condition,
    KeyConditionExpression: fc.oneof(
      { weight: 3, arbitrary: fc.constant('id = :v') },
      condition,
      condition.map((rest) => `id = :v AND ${rest}`),
    ),
    ProjectionExpression: fc.oneof(
      path,
      fc.tuple(path, path).map((parts) => parts.join(', ')),
      operand,
    ),
    Limit: fc.integer({ min: 0, max: 9 }),
    ReturnValues: fc.constantFrom('ALL_OLD', 'ALL_NEW', 'UPDATED_NEW', 'UPDATED_OLD', 'NONE'),
    ReturnConsumedCapacity: fc.constantFrom('TOTAL', 'INDEXES', 'NONE'),
    Select: fc.constantFrom('COUNT', 'ALL_ATTRIBUTES'),
  },
  { requiredKeys: [] },
);
/** Which changes an operation is likely to look at; the others are rarely among them. */
const relevant: Readonly<Record<Operation, readonly string[]>> = {
  PutItem: ['Item', 'ConditionExpression', 'ReturnValues', 'ReturnConsumedCapacity'],
  GetItem: ['Key', 'ProjectionExpression', 'ReturnConsumedCapacity'],
  DeleteItem: ['Key', 'ConditionExpression', 'ReturnValues'],
  UpdateItem: ['Key', 'UpdateExpression', 'ConditionExpression', 'ReturnValues'],
  Query: ['KeyConditionExpression', 'FilterExpression', 'ProjectionExpression', 'ExclusiveStartKey', 'Limit', 'Select'],
  Scan: ['FilterExpression', 'ProjectionExpression', 'ExclusiveStartKey', 'Limit', 'Select'],
};

/** Placeholders for exactly what the expressions use, most of the time, so that they are not refused for that alone. */
function withPlaceholders(request: Record<string, unknown>, v: unknown, w: unknown, complete: boolean) {
  const text = Object.entries(request)
    .filter(([member]) => member.endsWith('Expression'))
    .map(([, expression]) => expression)
    .join(' ');
  const values = Object.fromEntries([[':v', v] as const, [':w', w] as const].filter(([key]) => text.includes(key)));
  return {
    ...(Object.keys(values).length > 0 && complete ? { ExpressionAttributeValues: values } : {}),
    ...(text.includes('#n') && complete ? { ExpressionAttributeNames: { '#n': 'a' } } : {}),
    ...request,
  };
}
const requestOf = (operation: Operation) =>
  fc
    .record({
      change,
      v: fc.oneof(fc.constantFrom<object[]>({ S: 'a' }, { N: '2' }), value),
      w: value,
      complete: fc.integer({ min: 0, max: 9 }),
    })
    .map(({ change: all, v, w, complete }) => {
      const kept = Object.entries(all).filter(([member]) => relevant[operation].includes(member));
      const { ExpressionAttributeValues: _, ...base }: Record<string, unknown> = working[operation];
      return withPlaceholders({ ...base, ...Object.fromEntries(kept) }, v, w, complete > 0);
    });
const operations = Object.keys(working) as Operation[];
const actionOf = (...kinds: (keyof typeof actions)[]) =>
  fc.constantFrom(...kinds).chain((kind) => requestOf(actions[kind]).map((request) => ({ [kind]: request })));
const transaction = (operation: string, ...kinds: (keyof typeof actions)[]) =>
  fc
    .array(actionOf(...kinds), { minLength: 1, maxLength: 2 })
    .map((TransactItems) => ({ operation, input: { TransactItems } as object }));
const call = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .constantFrom(...operations)
      .chain((operation) =>
        requestOf(operation).map((input) => ({ operation: operation as string, input: input as object })),
      ),
  },
  { weight: 1, arbitrary: transaction('TransactWriteItems', 'Put', 'Update', 'Delete', 'ConditionCheck') },
  { weight: 1, arbitrary: transaction('TransactGetItems', 'Get') },
);

test('whatever comes in, only answers and the errors of the service come out, and stored items stay readable', () => {
  fc.assert(
    fc.property(fc.array(call, { maxLength: 10 }), (calls) => {
      const engine = createEngine();
      engine.execute('CreateTable', {
        TableName: 'things',
        AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
        BillingMode: 'PAY_PER_REQUEST',
      });
      engine.execute('PutItem', working.PutItem);
      for (const { operation, input } of calls) {
        try {
          engine.executeUntyped(operation, input);
        } catch (error) {
          expect(error).toBeInstanceOf(ServiceError);
        }
      }
      for (const item of engine.execute('Scan', { TableName: 'things' }).Items ?? []) {
        const Key = { id: item.id as { S: string } };
        expect(engine.execute('GetItem', { TableName: 'things', Key }).Item).toEqual(item);
        engine.execute('PutItem', { TableName: 'things', Item: item });
      }
      expect(engine.execute('DescribeTable', { TableName: 'things' }).Table.ItemCount).toBe(
        engine.execute('Scan', { TableName: 'things' }).Count,
      );
    }),
    { numRuns: 1000 },
  );
});
