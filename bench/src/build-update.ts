import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { Backend } from '@holdfast/wire';
import { systemRuntime } from '@holdfast/wire';
import { Table as OneTable } from 'dynamodb-onetable';
import {
  item,
  number,
  string,
  Entity as ToolboxEntity,
  Table as ToolboxTable,
  UpdateItemCommand,
} from 'dynamodb-toolbox';
import { Entity as ElectroEntity } from 'electrodb';
import { a, entity, table } from 'holdfast';
import { Bench } from 'tinybench';

// Building one update of ten attributes with a condition, up to the request that would go out. No request does.

const values = {
  name: 'Ann',
  street: 'Main Street 1',
  city: 'Oslo',
  country: 'NO',
  phone: '+47 1',
  plan: 'paid',
  visits: 7,
  score: 12.5,
  credit: 100,
  level: 3,
} as const;
const client = new DynamoDBClient({ region: 'eu-north-1', credentials: { accessKeyId: 'a', secretAccessKey: 'b' } });

/** Takes the request and answers; the library's own sending is part of what is measured. */
const sink: Backend = {
  runtime: systemRuntime,
  capabilities: { transactions: true },
  execute: async () => ({ output: {} as never, attempts: [] }),
};
const Person = entity('PERSON', {
  key: { pk: 'PERSON#{id}', sk: 'PROFILE' },
  attributes: {
    id: a.string(),
    name: a.string(),
    street: a.string(),
    city: a.string(),
    country: a.string(),
    phone: a.string(),
    plan: a.string(),
    visits: a.number(),
    score: a.number(),
    credit: a.number(),
    level: a.number(),
  },
});
const people = table({ name: 'bench', backend: sink, entities: [Person] }).of(Person);

const electro = new ElectroEntity(
  {
    model: { entity: 'person', version: '1', service: 'bench' },
    attributes: {
      id: { type: 'string' },
      name: { type: 'string' },
      street: { type: 'string' },
      city: { type: 'string' },
      country: { type: 'string' },
      phone: { type: 'string' },
      plan: { type: 'string' },
      visits: { type: 'number' },
      score: { type: 'number' },
      credit: { type: 'number' },
      level: { type: 'number' },
    },
    indexes: { primary: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } } },
  },
  { table: 'bench', client },
);

const toolboxTable = new ToolboxTable({
  name: 'bench',
  partitionKey: { name: 'pk', type: 'string' },
  sortKey: { name: 'sk', type: 'string' },
  documentClient: DynamoDBDocumentClient.from(client),
});
const Toolbox = new ToolboxEntity({
  name: 'PERSON',
  table: toolboxTable,
  schema: item({
    id: string().key(),
    name: string(),
    street: string(),
    city: string(),
    country: string(),
    phone: string(),
    plan: string(),
    visits: number(),
    score: number(),
    credit: number(),
    level: number(),
  }),
  computeKey: ({ id }: { id: string }) => ({ pk: `PERSON#${id}`, sk: 'PROFILE' }),
});

const one = new OneTable({
  name: 'bench',
  client,
  partial: false,
  schema: {
    format: 'onetable:1.1.0',
    version: '0.0.1',
    indexes: { primary: { hash: 'pk', sort: 'sk' } },
    models: {
      Person: {
        // biome-ignore lint/suspicious/noTemplateCurlyInString: OneTable's own templates
        pk: { type: String, value: 'PERSON#${id}' },
        sk: { type: String, value: 'PROFILE' },
        id: { type: String, required: true },
        name: { type: String },
        street: { type: String },
        city: { type: String },
        country: { type: String },
        phone: { type: String },
        plan: { type: String },
        visits: { type: Number },
        score: { type: Number },
        credit: { type: Number },
        level: { type: Number },
      },
    },
  },
});
const OnePerson = one.getModel('Person');

const bench = new Bench({ time: 1_000, warmupTime: 500 });
bench
  .add('Holdfast, sent to a sink', () =>
    people
      .update({ id: 'p1' })
      .set(values)
      .if((person) => person.level.lt(3))
      .send(),
  )
  .add('ElectroDB, params', () => {
    electro
      .patch({ id: 'p1' })
      .set(values)
      .where(({ level }, { lt }) => lt(level, 3))
      .params();
  })
  .add('DynamoDB-Toolbox, params', () => {
    Toolbox.build(UpdateItemCommand)
      .item({ id: 'p1', ...values })
      .options({ condition: { attr: 'level', lt: 3 } })
      .params();
  })
  .add('OneTable, execute: false', () =>
    // biome-ignore lint/suspicious/noTemplateCurlyInString: OneTable's own templates
    OnePerson.update({ id: 'p1', ...values }, { execute: false, where: '${level} < {3}' }),
  )
  .add('SDK, marshall of the ten values alone', () => {
    marshall(values);
  });
await bench.run();

const medians = bench.tasks.map(({ name, result }) => {
  if (!('latency' in result)) throw new Error(`${name} did not run: ${JSON.stringify(result)}`);
  return { name, median: result.latency.p50 * 1_000 };
});
const [first] = medians;
for (const { name, median } of medians) {
  const ratio = first === undefined ? 1 : median / first.median;
  console.log(`${name.padEnd(40)} ${median.toFixed(1).padStart(8)} µs   ${ratio.toFixed(2).padStart(6)} × Holdfast`);
}
