import { createEngine } from '@holdfast/engine';
import {
  type AttributeMap,
  type AttributeValue,
  type OperationInput,
  type OperationName,
  ServiceError,
} from '@holdfast/wire';
import { a, Decimal, entity, table, transactWrite, ValidationError } from 'holdfast';
import { beforeEach, describe, expect, it } from 'vitest';
import { recorded } from './recorded.js';

const Note = entity('NOTE', {
  key: { pk: '{id}', sk: '{part}' },
  attributes: {
    id: a.string(),
    part: a.string(),
    text: a.string().optional(),
    count: a.number().optional(),
    exact: a.decimal().optional(),
    whole: a.bigint().optional(),
    tree: a.json<unknown>().optional(),
    kind: a.string().optional(),
  },
  indexes: { kind: { pk: '{kind}', sk: 'NOTE' } },
});

async function opened() {
  const engine = createEngine().backend();
  const { backend, requests } = recorded(engine);
  const shop = table({ name: 'shop', backend, entities: [Note] });
  await shop.createTable();
  requests.length = 0;
  return { engine, requests, notes: shop.of(Note) };
}
let shop: Awaited<ReturnType<typeof opened>>;
beforeEach(async () => {
  shop = await opened();
});

type Request = { [Name in OperationName]: readonly [Name, OperationInput<Name>] }[OperationName];
interface Limit {
  /** The most that is taken. */
  readonly most: number;
  /** By the library. */
  send(size: number): Promise<unknown>;
  /** The request as the library would have made it. */
  request(size: number): Request;
  /** What the library says of one more. */
  readonly message: string;
}

const key = { id: 'a', part: 'b' };
const stored: AttributeMap = {
  pk: { S: 'a' },
  sk: { S: 'b' },
  id: { S: 'a' },
  part: { S: 'b' },
  _entity: { S: 'NOTE' },
};
const put = (item: AttributeMap): Request => ['PutItem', { TableName: 'shop', Item: { ...stored, ...item } }];
const text = (size: number, with_: AttributeMap = {}) => put({ ...with_, text: { S: 'x'.repeat(size) } });
/** What the stored attributes beside a text weigh, with its name. */
const overhead = 2 + 1 + 2 + 1 + 2 + 1 + 4 + 1 + 7 + 4 + 4;
const nested = (depth: number): AttributeValue => (depth === 0 ? { S: 'x' } : { L: [nested(depth - 1)] });
const nestedArray = (depth: number): unknown => (depth === 0 ? 'x' : [nestedArray(depth - 1)]);
const condition = (ConditionExpression: string, values: number): Request => [
  'DeleteItem',
  {
    TableName: 'shop',
    Key: { pk: { S: 'a' }, sk: { S: 'b' } },
    ConditionExpression,
    ExpressionAttributeNames: { '#0': 'count' },
    ExpressionAttributeValues: Object.fromEntries(
      Array.from({ length: values }, (_, at) => [`:${at}`, { N: `${at}` }] as const),
    ),
  },
];
const actions = (count: number, size: (at: number) => number): Request => [
  'TransactWriteItems',
  {
    TransactItems: Array.from({ length: count }, (_, at) => {
      const item = { ...stored, pk: { S: `${at}`.padStart(3, '0') }, id: { S: `${at}`.padStart(3, '0') } };
      return { Put: { TableName: 'shop', Item: { ...item, text: { S: 'x'.repeat(size(at)) } } } };
    }),
  },
];
const puts = (count: number, size: (at: number) => number) =>
  Array.from({ length: count }, (_, at) =>
    shop.notes.put({ id: `${at}`.padStart(3, '0'), part: 'b', text: 'x'.repeat(size(at)) }),
  );
const tenLarge = (last: number) => (at: number) => (at < 10 ? 409_000 : last);
const ones = (size: number) => Array.from({ length: size }, (_, at) => at);

const limits: Readonly<Record<string, Limit>> = {
  'the bytes of an item': {
    most: 409_600 - overhead,
    send: (size) => shop.notes.put({ ...key, text: 'x'.repeat(size) }).send(),
    request: (size) => text(size),
    message: 'the item would have 409601 bytes, and DynamoDB takes 409600; its largest attributes: text 4095',
  },
  'the bytes of an item that an update makes': {
    most: 409_600 - overhead,
    send: (size) =>
      shop.notes
        .upsert(key)
        .set({ text: 'x'.repeat(size) })
        .send(),
    request: (size) => text(size),
    message: 'the item would have 409601 bytes',
  },
  'the bytes of a transaction': {
    most: 4_194_304 - 10 * (409_000 + overhead + 4) - overhead - 4,
    send: (size) => transactWrite(puts(11, tenLarge(size))).send(),
    request: (size) => actions(11, tenLarge(size)),
    message: 'the transaction would have 4194305 bytes, and DynamoDB takes 4194304; its largest writes: 0 4090',
  },
  'the actions of a transaction': {
    most: 100,
    send: async (size) => transactWrite(puts(size, () => 1)).send(),
    request: (size) => actions(size, () => 1),
    message: 'a transaction takes 100 writes, not 101, so 100 and what follows it are too many',
  },
  'the characters of a token': {
    most: 36,
    send: async (size) =>
      transactWrite(puts(1, () => 1))
        .token('t'.repeat(size))
        .send(),
    request: (size) => [
      'TransactWriteItems',
      {
        TransactItems: [{ Delete: { TableName: 'shop', Key: { pk: { S: 'a' }, sk: { S: 'b' } } } }],
        ClientRequestToken: 'r'.repeat(size),
      },
    ],
    message: 'a token takes 1 to 36 characters',
  },
  'the bytes of a partition key': {
    most: 2048,
    send: async (size) => shop.notes.put({ ...key, id: 'x'.repeat(size) }).send(),
    request: (size) => put({ pk: { S: 'x'.repeat(size) } }),
    message: 'has 2049 bytes; DynamoDB takes 2048',
  },
  'the bytes of a sort key': {
    most: 1024,
    send: async (size) => shop.notes.put({ ...key, part: 'x'.repeat(size) }).send(),
    request: (size) => put({ sk: { S: 'x'.repeat(size) } }),
    message: 'has 1025 bytes; DynamoDB takes 1024',
  },
  "the bytes of an index's partition key": {
    most: 2048,
    send: async (size) => shop.notes.put({ ...key, kind: 'x'.repeat(size) }).send(),
    request: (size) => put({ kindpk: { S: 'x'.repeat(size) }, kindsk: { S: 'NOTE' } }),
    message: 'has 2049 bytes; DynamoDB takes 2048',
  },
  'the digits of a number': {
    most: 38,
    send: async (size) =>
      shop.notes.put({ ...key, exact: Decimal.from('1'.repeat(38)), whole: BigInt('1'.repeat(size)) }).send(),
    request: (size) => put({ whole: { N: '1'.repeat(size) } }),
    message: 'NOTE.whole',
  },
  'the exponent of a number': {
    most: 125,
    send: async (size) => shop.notes.put({ ...key, count: Number(`9.9e${size}`) }).send(),
    request: (size) => put({ count: { N: `9.9e${size}` } }),
    message: 'NOTE.count',
  },
  'the negative exponent of a number': {
    most: 130,
    send: async (size) => shop.notes.put({ ...key, count: Number(`1e-${size}`) }).send(),
    request: (size) => put({ count: { N: `1e-${size}` } }),
    message: 'NOTE.count',
  },
  'how deep lists are nested': {
    most: 32,
    send: async (size) => shop.notes.put({ ...key, tree: nestedArray(size) }).send(),
    request: (size) => put({ tree: nested(size) }),
    message: 'tree nests lists and maps over 32 deep',
  },
  'how deep an update nests lists': {
    most: 32,
    send: async (size) =>
      shop.notes
        .upsert(key)
        .set({ tree: nestedArray(size) })
        .send(),
    request: (size) => put({ tree: nested(size) }),
    message: 'tree nests lists and maps over 32 deep',
  },
  'the operands of IN': {
    most: 100,
    send: async (size) =>
      shop.notes
        .delete(key)
        .if((n) => n.count.in(...ones(size)))
        .trySend(),
    request: (size) => condition(`NOT #0 IN (${ones(size).map((at) => `:${at}`)})`, size),
    message: 'takes 1 to 100 values, not 101',
  },
  'the operators of a condition': {
    // of comparisons and the ORs between them, with a NOT, or with BETWEEN and its AND, in place of one
    most: 300,
    send: async (size) =>
      shop.notes
        .delete(key)
        .if((n) => {
          const [first, ...others] = ones(150).map((at) => (at === 1 ? n.count.between(1, 2) : n.count.eq(at)));
          const all = first?.or(...others, ...(size > 300 ? [n.count.eq(1).not()] : [])) ?? n.count.eq(1);
          return size > 300 ? all : all.not();
        })
        .trySend(),
    request: (size) =>
      condition(
        `${'NOT '.repeat(size % 2 === 0 ? 1 : 0)}${ones(Math.ceil(size / 2))
          .map(() => '#0 = :0')
          .join(' OR ')}`,
        1,
      ),
    message: 'the ConditionExpression has 302 operators, and DynamoDB takes 300',
  },
};

async function isTakenByEngine([operation, input]: Request): Promise<boolean> {
  try {
    await shop.engine.execute(operation as OperationName, input as OperationInput<OperationName>);
    return true;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return error.name === 'ConditionalCheckFailedException';
  }
}

describe.each(Object.entries(limits))('%s', (_name, { most, send, request, message }) => {
  it('are taken to the limit, by the library and by the service', async () => {
    expect(await isTakenByEngine(request(most))).toBe(true);
    await send(most);
    expect(shop.requests).toHaveLength(1);
  });

  it('are refused beyond, by the service, and by the library before anything is sent', async () => {
    expect(await isTakenByEngine(request(most + 1))).toBe(false);
    const sent = send(most + 1);
    await expect(sent).rejects.toThrow(ValidationError);
    await expect(sent).rejects.toThrow(message);
    expect(shop.requests).toEqual([]);
  });
});

describe('the bytes of an expression', () => {
  const joined = (values: number) =>
    shop.notes.delete(key).if((n) => {
      const [first, ...others] = Array.from({ length: Math.ceil(values / 90) }, (_, at) =>
        n.count.in(...ones(Math.min(90, values - at * 90)).map((each) => each + at * 90)),
      );
      return first?.or(...others) ?? n.count.exists();
    });

  it('are counted as the service counts them', async () => {
    let values = 600;
    const explained = () => joined(values).explain().requests[0];
    const accepted = () => {
      try {
        return explained() !== undefined;
      } catch (error) {
        expect(error).toBeInstanceOf(ValidationError);
        expect(String(error)).toContain('bytes, and DynamoDB takes 4096');
        return false;
      }
    };
    while (accepted()) values += 1;
    const [beyond] = /\d+ bytes/.exec(String(await joined(values).trySend().catch(String))) ?? [];
    expect(Number.parseInt(beyond ?? '', 10)).toBeLessThan(4_120);
    expect(shop.requests).toEqual([]);
    values -= 1;
    const request = explained();
    const size = request?.sizes.expressions.ConditionExpression ?? 0;
    expect(size).toBeGreaterThan(4_080);
    const input = request?.input as OperationInput<'DeleteItem'>;
    const padded = (to: number): Request => [
      'DeleteItem',
      { ...input, ConditionExpression: (input.ConditionExpression ?? '').padEnd(to) },
    ];
    expect(await isTakenByEngine(padded(4_096))).toBe(true);
    expect(await isTakenByEngine(padded(4_097))).toBe(false);
  });
});

describe('what the service never takes', () => {
  const update = (UpdateExpression: string, ExpressionAttributeValues: AttributeMap): Request => [
    'UpdateItem',
    { TableName: 'shop', Key: { pk: { S: 'a' }, sk: { S: 'b' } }, UpdateExpression, ExpressionAttributeValues },
  ];
  const deletion = { Delete: { TableName: 'shop', Key: { pk: { S: 'a' }, sk: { S: 'b' } } } };

  it.each<readonly [string, () => unknown, string, Request]>([
    [
      'one item twice',
      () => transactWrite({ one: shop.notes.delete(key), other: shop.notes.put(key) }),
      'one and other write the same item',
      ['TransactWriteItems', { TransactItems: [deletion, deletion] }],
    ],
    [
      'overlapping paths',
      () => shop.notes.update(key).set({ count: 1 }).add({ count: 1 }),
      'Two document paths overlap',
      update('SET hits = :v ADD hits :v', { ':v': { N: '1' } }),
    ],
    [
      'a change of the key',
      () => shop.notes.update(key).set({ part: 'c' } as object),
      'NOTE.part is part of the key',
      update('SET sk = :v', { ':v': { S: 'c' } }),
    ],
    ['an empty key', () => shop.notes.get({ ...key, id: '' }), 'NOTE.id is empty', put({ pk: { S: '' } })],
    [
      'a number that is none',
      () => shop.notes.put({ ...key, count: Number.NaN }),
      'NOTE.count takes a finite number, not NaN',
      put({ count: { N: 'NaN' } }),
    ],
    [
      'an infinite number',
      () => shop.notes.put({ ...key, count: Number.POSITIVE_INFINITY }),
      'NOTE.count takes a finite number, not Infinity',
      put({ count: { N: 'Infinity' } }),
    ],
  ])('%s', async (_name, call, message, request) => {
    expect(call).toThrow(ValidationError);
    expect(call).toThrow(message);
    expect(shop.requests).toEqual([]);
    expect(await isTakenByEngine(request)).toBe(false);
  });
});
