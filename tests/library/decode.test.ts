import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { clientConfig, createEngine } from '@holdfast/engine';
import { a, entity, StoredItemError, table } from 'holdfast';
import { dynamodb, toCommand } from 'holdfast/dynamodb';
import { describe, expect, expectTypeOf, it } from 'vitest';

const Order = entity('ORDER', {
  key: { pk: 'CUSTOMER#{customer}', sk: 'ORDER#{order:6}' },
  attributes: {
    customer: a.string(),
    order: a.number(),
    total: a.decimal(),
    seal: a.binary().optional(),
    seals: a.binarySet().optional(),
    parts: a.list(a.map({ bytes: a.binary() })).optional(),
  },
});
const Line = entity('LINE', {
  key: { pk: 'CUSTOMER#{customer}', sk: 'LINE#{line}' },
  attributes: { customer: a.string(), line: a.string(), sku: a.string() },
});

const client = new DynamoDBClient(clientConfig(createEngine()));
const shop = table({ name: 'shop', backend: dynamodb(client), entities: [Order, Line] });
const orders = shop.of(Order);
const seal = new Uint8Array([0, 62, 63, 255]);
const order = {
  customer: 'ann',
  order: 1,
  total: '12.50',
  seal,
  seals: new Set([seal]),
  parts: [{ bytes: seal }],
} as const;

/** As an AWS Lambda function gets a stream record: JSON, where bytes are base64. */
function asEvent(image: object): Record<string, object> {
  const text = JSON.stringify(image, (_key, value) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
  );
  return JSON.parse(text);
}

describe('decode', () => {
  it('gives the item of a low-level answer, and of a stream image with base64', async () => {
    await shop.createTable();
    await orders.put({ ...order, parts: [...order.parts] }).send();
    const { Item } = await client.send(new GetItemCommand(toCommand(orders.get({ customer: 'ann', order: 1 })).input));
    const expected = await orders.get({ customer: 'ann', order: 1 }).orThrow();
    expect(orders.decode(Item)).toEqual(expected);
    expect(orders.decode(asEvent(Item ?? {}))).toEqual(expected);
    expect(orders.decode(asEvent(Item ?? {}))?.seal).toBeInstanceOf(Uint8Array);
  });

  it('tells entities apart, and gives nothing for others', () => {
    const [request] = shop.of(Line).put({ customer: 'ann', line: 'l1', sku: 's' }).explain().requests;
    const { Item: image } = (request?.input ?? {}) as { Item: Record<string, object> };
    const row = shop.decode(Order, Line, image);
    expect(row).toEqual({ entity: 'LINE', item: { customer: 'ann', line: 'l1', sku: 's' } });
    if (row?.entity === 'LINE') expectTypeOf(row.item.sku).toEqualTypeOf<string>();
    expect(shop.decode(Order, image)).toBeUndefined();
    expect(orders.decode(image)).toBeUndefined();
    expect(shop.decode(Order, Line, undefined)).toBeUndefined();
    expect(shop.decode(Order, { pk: { S: 'X' }, sk: { S: 'Y' } })).toBeUndefined();
  });

  it('refuses an image that says that it is of the entity and does not fit', () => {
    const image = { _entity: { S: 'ORDER' }, pk: { S: 'CUSTOMER#a' }, sk: { S: 'ORDER#000001' } };
    expect(() => orders.decode(image)).toThrow(StoredItemError);
    const base64 = { ...image, seal: { B: '*' }, customer: { S: 'a' }, order: { N: '1' }, total: { N: '1' } };
    expect(() => orders.decode(base64)).toThrow('seal: the binary value is neither bytes nor base64');
  });
});
