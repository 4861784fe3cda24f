import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { PutItemCommand as BarePut, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { PutItemCommand } from 'dynamodb-toolbox';
import { dynamodb } from 'holdfast/dynamodb';
import { Bench } from 'tinybench';
import { electroPerson } from './person/electro.js';
import { benchTable, Person } from './person/holdfast.js';
import { onetablePerson } from './person/onetable.js';
import { toolboxPerson } from './person/toolbox.js';
import { values } from './person/values.js';
import { printMedians } from './print-medians.js';

// One put of ten attributes through the AWS SDK's client: what each library adds to the bare client. First with a request
// handler that answers at once, so that nothing hides the cost, then over HTTP to a server in another process.

async function measure(client: DynamoDBClient): Promise<void> {
  const people = benchTable(dynamodb(client)).of(Person);
  const electro = electroPerson(client);
  const Toolbox = toolboxPerson(client);
  const OnePerson = onetablePerson(client);
  const documents = DynamoDBDocumentClient.from(client);
  const item = { pk: 'PERSON#p1', sk: 'PROFILE', id: 'p1', ...values };
  const number = (value: number) => ({ N: String(value) });
  const wire = Object.fromEntries(
    Object.entries(item).map(([name, value]) => [name, typeof value === 'number' ? number(value) : { S: value }]),
  );
  const bench = new Bench({ time: 2_000, warmupTime: 1_000 });
  bench
    .add('bare client', () => client.send(new BarePut({ TableName: 'bench', Item: wire })))
    .add('Holdfast', () => people.put({ id: 'p1', ...values }).send())
    .add('DocumentClient', () => documents.send(new PutCommand({ TableName: 'bench', Item: item })))
    .add('ElectroDB', () => electro.put({ id: 'p1', ...values }).go())
    .add('DynamoDB-Toolbox', () =>
      Toolbox.build(PutItemCommand)
        .item({ id: 'p1', ...values })
        .send(),
    )
    .add('OneTable', () => OnePerson.create({ id: 'p1', ...values }, { exists: null }));
  await bench.run();
  printMedians(bench);
}

const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
const answer = {
  statusCode: 200,
  headers: { 'content-type': 'application/x-amz-json-1.0' },
  body: new TextEncoder().encode('{}'),
};
console.log('answered at once');
await measure(
  new DynamoDBClient({
    region: 'eu-north-1',
    credentials,
    requestHandler: { handle: async () => ({ response: answer }) } as never,
  }),
);

const port = 18_390;
const cli = fileURLToPath(new URL('../../packages/cli/bin/holdfast.js', import.meta.url));
const server = spawn(process.execPath, [cli, 'serve', '--port', String(port)], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  await once(server.stdout, 'data');
  const client = new DynamoDBClient({ region: 'eu-north-1', credentials, endpoint: `http://127.0.0.1:${port}` });
  await benchTable(dynamodb(client)).createTable();
  console.log('over HTTP');
  await measure(client);
  client.destroy();
} finally {
  server.kill();
}
