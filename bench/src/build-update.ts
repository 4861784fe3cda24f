import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { type Backend, everyCapability, systemRuntime } from '@holdfast/wire';
import { UpdateItemCommand } from 'dynamodb-toolbox';
import { Bench } from 'tinybench';
import { electroPerson } from './person/electro.js';
import { benchTable, Person } from './person/holdfast.js';
import { onetablePerson } from './person/onetable.js';
import { toolboxPerson } from './person/toolbox.js';
import { values } from './person/values.js';
import { printMedians } from './print-medians.js';

// Building one update of ten attributes with a condition, up to the request that would go out. No request does.

const client = new DynamoDBClient({ region: 'eu-north-1', credentials: { accessKeyId: 'a', secretAccessKey: 'b' } });

/** Takes the request and answers; the library's own sending is part of what is measured. */
const sink: Backend = {
  runtime: systemRuntime,
  capabilities: everyCapability,
  execute: async () => ({ output: {} as never, attempts: [] }),
};
const people = benchTable(sink).of(Person);
const electro = electroPerson(client);
const Toolbox = toolboxPerson(client);
const OnePerson = onetablePerson(client);

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

printMedians(bench);
