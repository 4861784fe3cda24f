import { createEngine } from '@holdfast/engine';
import type { AttributeMap } from '@holdfast/wire';

/**
 * How many requests the engine answers in a second of processor time when it is called directly: items of 1 KB in ten
 * attributes, 10,000 of them in 100 partitions. Processor time, garbage collection included, because it does not depend on
 * what else the machine does. Each figure is the median of five rounds.
 */
const rounds = 5;
const roundMilliseconds = Number(process.argv[2] ?? 1000);
const itemCount = 10_000;
const partitions = 100;
const TableName = 'things';

const keys = Array.from({ length: itemCount }, (_, index) => ({
  pk: { S: `PARTITION#${index % partitions}` },
  sk: { S: `ITEM#${String(Math.floor(index / partitions)).padStart(8, '0')}` },
}));
const items: AttributeMap[] = keys.map((key, index) => ({
  ...key,
  number: { N: String(index) },
  price: { N: '1234.56' },
  active: { BOOL: true },
  name: { S: `the name of item ${index}` },
  address: { M: { street: { S: 'Long Street 17' }, city: { S: 'Rome' }, zip: { S: '00100' } } },
  history: { L: [{ S: 'created' }, { S: 'changed' }, { N: '17' }] },
  tags: { SS: ['red', 'green', 'blue'] },
  text: { S: 'x'.repeat(770) },
}));

const engine = createEngine();
engine.execute('CreateTable', {
  TableName,
  AttributeDefinitions: [
    { AttributeName: 'pk', AttributeType: 'S' },
    { AttributeName: 'sk', AttributeType: 'S' },
  ],
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ],
  BillingMode: 'PAY_PER_REQUEST',
});
for (const Item of items) engine.execute('PutItem', { TableName, Item });

const itemAt = (index: number) => items[index % itemCount] as AttributeMap;
const keyAt = (index: number) => keys[index % itemCount] as AttributeMap;

const measured: Readonly<Record<string, (index: number) => unknown>> = {
  put: (index) => engine.execute('PutItem', { TableName, Item: itemAt(index) }),
  get: (index) => engine.execute('GetItem', { TableName, Key: keyAt(index) }),
  'get, strongly consistent, of 3 attributes': (index) =>
    engine.execute('GetItem', {
      TableName,
      Key: keyAt(index),
      ConsistentRead: true,
      ProjectionExpression: '#number, address.city, #name',
      ExpressionAttributeNames: { '#number': 'number', '#name': 'name' },
    }),
  'conditional put': (index) =>
    engine.execute('PutItem', {
      TableName,
      Item: itemAt(index),
      ConditionExpression: 'attribute_exists(pk) AND #number = :number',
      ExpressionAttributeNames: { '#number': 'number' },
      ExpressionAttributeValues: { ':number': { N: String(index % itemCount) } },
    }),
  'conditional update': (index) =>
    engine.execute('UpdateItem', {
      TableName,
      Key: keyAt(index),
      UpdateExpression: 'SET price = :price, #name = :name ADD changes :one',
      ConditionExpression: 'active = :true',
      ExpressionAttributeNames: { '#name': 'name' },
      ExpressionAttributeValues: {
        ':price': { N: String(index) },
        ':name': { S: `the new name of item ${index}` },
        ':one': { N: '1' },
        ':true': { BOOL: true },
      },
    }),
  'delete and put': (index) => {
    engine.execute('DeleteItem', { TableName, Key: keyAt(index) });
    return engine.execute('PutItem', { TableName, Item: itemAt(index) });
  },
  'query of 100 items': (index) =>
    engine.execute('Query', {
      TableName,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':pk': { S: `PARTITION#${index % partitions}` }, ':prefix': { S: 'ITEM#' } },
    }),
  'transaction of 3 puts': (index) =>
    engine.execute('TransactWriteItems', {
      TransactItems: [0, 1, 2].map((offset) => ({ Put: { TableName, Item: itemAt(index * 3 + offset) } })),
    }),
  'snapshot, put and restore': (index) => {
    const snapshot = engine.snapshot();
    engine.execute('PutItem', { TableName, Item: itemAt(index) });
    engine.restore(snapshot);
  },
};

function perSecond(step: (index: number) => unknown): number {
  const start = process.cpuUsage();
  let steps = 0;
  let microseconds = 0;
  while (microseconds < roundMilliseconds * 1000) {
    for (let index = 0; index < 100; index += 1) step(steps + index);
    steps += 100;
    const { user, system } = process.cpuUsage(start);
    microseconds = user + system;
  }
  return (steps / microseconds) * 1e6;
}

for (const [name, step] of Object.entries(measured)) {
  perSecond(step);
  const figures = Array.from({ length: rounds }, () => perSecond(step)).sort((a, b) => a - b);
  const median = Math.round(figures[Math.floor(rounds / 2)] ?? 0);
  console.log(`${name.padEnd(44)} ${median.toLocaleString('en').padStart(12)} a second`);
}
