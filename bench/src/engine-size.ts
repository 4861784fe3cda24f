import { createEngine, type Engine } from '@holdfast/engine';

/**
 * What the number of items in a table does to the cost of one request: processor time for each, in tables of a thousand
 * to a million small items, half of them in one partition, and as a multiple of the smallest table's. A logarithm grows by
 * the same step with each factor of ten; the rest is the memory that is looked at for the first time.
 */
const sizes = [1_000, 10_000, 100_000, 1_000_000];
const requests = 20_000;
const TableName = 'things';
const keyOf = (index: number) => ({
  pk: { S: index % 2 === 0 ? 'ONE' : `PARTITION#${index}` },
  sk: { S: `ITEM#${String(index).padStart(8, '0')}` },
});
const itemOf = (index: number) => ({ ...keyOf(index), n: { N: String(index) }, name: { S: `the name of ${index}` } });

function filled(size: number): Engine {
  const engine = createEngine();
  const names = ['pk', 'sk'];
  engine.execute('CreateTable', {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: names.map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    KeySchema: names.map((AttributeName, index) => ({ AttributeName, KeyType: index === 0 ? 'HASH' : 'RANGE' })),
  });
  for (let index = 0; index < size; index += 1) engine.execute('PutItem', { TableName, Item: itemOf(index) });
  return engine;
}

const measured: Readonly<Record<string, (engine: Engine, index: number) => unknown>> = {
  get: (engine, index) => engine.execute('GetItem', { TableName, Key: keyOf(index) }),
  put: (engine, index) => engine.execute('PutItem', { TableName, Item: itemOf(index) }),
  'conditional update': (engine, index) =>
    engine.execute('UpdateItem', {
      TableName,
      Key: keyOf(index),
      UpdateExpression: 'ADD n :one',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':one': { N: '1' } },
    }),
  'query of 10 items': (engine, index) =>
    engine.execute('Query', {
      TableName,
      Limit: 10,
      KeyConditionExpression: 'pk = :pk AND sk >= :sk',
      ExpressionAttributeValues: { ':pk': { S: 'ONE' }, ':sk': keyOf(index).sk },
    }),
  'delete and put': (engine, index) => {
    engine.execute('DeleteItem', { TableName, Key: keyOf(index) });
    engine.execute('PutItem', { TableName, Item: itemOf(index) });
  },
  'snapshot, put and restore': (engine, index) => {
    const before = engine.snapshot();
    engine.execute('PutItem', { TableName, Item: itemOf(index) });
    engine.restore(before);
  },
};

/** Microseconds of processor time for each request; keys in an order that nothing can foresee, and that is the same each time. */
function cost(engine: Engine, size: number, run: (engine: Engine, index: number) => unknown): number {
  const round = (count: number) => {
    const start = process.cpuUsage();
    for (let step = 0; step < count; step += 1) run(engine, (step * 7_919_317) % size);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / count;
  };
  round(requests / 4);
  const rounds = Array.from({ length: 3 }, () => round(requests)).sort((one, other) => one - other);
  return rounds[1] ?? Number.NaN;
}

const first = new Map<string, number>();
for (const size of sizes) {
  const engine = filled(size);
  console.log(`\n${size.toLocaleString('en')} items`);
  for (const [name, run] of Object.entries(measured)) {
    const microseconds = cost(engine, size, run);
    const base = first.get(name) ?? microseconds;
    first.set(name, base);
    console.log(
      `  ${name.padEnd(26)} ${microseconds.toFixed(1).padStart(8)} µs   ${(microseconds / base).toFixed(2).padStart(6)} ×`,
    );
  }
}
