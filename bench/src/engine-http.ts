import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

// The engine's server beside dynalite and dynoxide, each in a process of its own, asked over bare node:http.

interface Server {
  readonly name: string;
  readonly command: readonly string[];
  /** Operations that it does not have. */
  readonly lacks: readonly string[];
}
const resolve = createRequire(import.meta.url).resolve;
const node = process.execPath;
const firstPort = 18_400;

function servers(): Server[] {
  const found: Server[] = [
    {
      name: 'Holdfast',
      command: [
        node,
        fileURLToPath(new URL('../../packages/cli/bin/holdfast.js', import.meta.url)),
        'serve',
        '--port',
        'PORT',
      ],
      lacks: [],
    },
  ];
  const optional = (name: string, lacks: readonly string[], command: () => readonly string[]) => {
    try {
      found.push({ name, command: command(), lacks });
    } catch {
      console.log(`${name} is not installed here`);
    }
  };
  optional('dynalite', ['transaction of 3 puts'], () => [
    node,
    resolve('dynalite/cli.js'),
    '--port',
    'PORT',
    '--createTableMs',
    '0',
  ]);
  optional('dynoxide', [], () => [resolve('@dynoxide/linux-x64/dynoxide'), 'serve', '--port', 'PORT']);
  return found;
}

const headers = {
  'content-type': 'application/x-amz-json-1.0',
  authorization:
    'AWS4-HMAC-SHA256 Credential=bench/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host;x-amz-date;x-amz-target, Signature=0000000000000000000000000000000000000000000000000000000000000000',
  'x-amz-date': '20260101T000000Z',
};

function call(port: number, agent: Agent, operation: string, input: object): Promise<unknown> {
  return new Promise((done, fail) => {
    const body = JSON.stringify(input);
    const target = { 'x-amz-target': `DynamoDB_20120810.${operation}`, 'content-length': Buffer.byteLength(body) };
    const sent = request(
      { port, agent, host: '127.0.0.1', method: 'POST', path: '/', headers: { ...headers, ...target } },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          if (answer.statusCode === 200) done(JSON.parse(text));
          else fail(new Error(`${operation}: ${answer.statusCode} ${text}`));
        });
      },
    );
    sent.on('error', fail);
    sent.end(body);
  });
}

const TableName = 'bench';
const filler = 'x'.repeat(900);
const itemAt = (pk: string, sk: string) => ({ pk: { S: pk }, sk: { S: sk }, n: { N: '1' }, text: { S: filler } });
const small = (pk: string, sk: string) => ({ pk: { S: pk }, sk: { S: sk }, n: { N: '1' } });
const keyAt = (pk: string, sk: string) => ({ pk: { S: pk }, sk: { S: sk } });

const measures: readonly { readonly name: string; readonly run: (index: number) => readonly [string, object] }[] = [
  { name: 'put of 1 KB', run: (i) => ['PutItem', { TableName, Item: itemAt(`p${i % 1_000}`, 'a') }] },
  { name: 'get of 1 KB', run: (i) => ['GetItem', { TableName, Key: keyAt(`p${i % 1_000}`, 'a') }] },
  {
    name: 'conditional update',
    run: (i) => [
      'UpdateItem',
      {
        TableName,
        Key: keyAt(`p${i % 1_000}`, 'a'),
        UpdateExpression: 'SET n = n + :one',
        ConditionExpression: 'attribute_exists(pk) AND n > :zero',
        ExpressionAttributeValues: { ':one': { N: '1' }, ':zero': { N: '0' } },
      },
    ],
  },
  {
    name: 'query of 100 items',
    run: () => [
      'Query',
      { TableName, KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': { S: 'hundred' } } },
    ],
  },
  {
    name: 'transaction of 3 puts',
    run: (i) => [
      'TransactWriteItems',
      { TransactItems: ['x', 'y', 'z'].map((sk) => ({ Put: { TableName, Item: small(`t${i}`, sk) } })) },
    ],
  },
];

const wait = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

async function started(port: number, agent: Agent): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await call(port, agent, 'ListTables', {});
      return;
    } catch (error) {
      if (attempt >= 200) throw error;
      await wait(25);
    }
  }
}

async function prepare(port: number, agent: Agent): Promise<void> {
  const names = ['pk', 'sk'];
  await call(port, agent, 'CreateTable', {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: names.map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    KeySchema: names.map((AttributeName, index) => ({ AttributeName, KeyType: index === 0 ? 'HASH' : 'RANGE' })),
  });
  for (;;) {
    const described = (await call(port, agent, 'DescribeTable', { TableName })) as { Table: { TableStatus: string } };
    if (described.Table.TableStatus === 'ACTIVE') break;
    await wait(50);
  }
  for (let index = 0; index < 1_000; index += 1) {
    await call(port, agent, 'PutItem', { TableName, Item: itemAt(`p${index}`, 'a') });
  }
  for (let index = 0; index < 100; index += 1) {
    await call(port, agent, 'PutItem', { TableName, Item: small('hundred', String(index).padStart(3, '0')) });
  }
}

/** The processor time that a process has taken so far, in microseconds; where there is no /proc, not a number. */
function processorTime(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    // utime and stime, in ticks of 10 milliseconds
    return (Number(fields[11]) + Number(fields[12])) * 10_000;
  } catch {
    return Number.NaN;
  }
}

let next = 0;
/** Requests a second, and the microseconds of processor time that the server took for each. */
async function rate(
  pid: number | undefined,
  port: number,
  agent: Agent,
  inFlight: number,
  run: (index: number) => readonly [string, object],
  milliseconds: number,
) {
  let count = 0;
  const taken = processorTime(pid);
  const start = performance.now();
  const end = start + milliseconds;
  const worker = async () => {
    while (performance.now() < end) {
      next += 1;
      const [operation, input] = run(next);
      await call(port, agent, operation, input);
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
  return {
    rate: (count * 1_000) / (performance.now() - start),
    cost: (processorTime(pid) - taken) / count,
  };
}

const running: { server: Server; port: number; process: ChildProcess; agent: Agent }[] = [];
try {
  for (const [index, server] of servers().entries()) {
    const port = firstPort + index;
    const [command = '', ...args] = server.command.map((part) => (part === 'PORT' ? String(port) : part));
    const agent = new Agent({ keepAlive: true, maxSockets: 64 });
    running.push({ server, port, agent, process: spawn(command, args, { stdio: 'ignore' }) });
    await started(port, agent);
    await prepare(port, agent);
  }
  for (const inFlight of [1, 32]) {
    console.log(
      `\n${inFlight} in flight, requests a second (and as a ratio to Holdfast's), and the server's processor time for each; medians of 5 turns`,
    );
    for (const { name, run } of measures) {
      const measured = new Map(running.map(({ server }) => [server.name, [] as { rate: number; cost: number }[]]));
      // in turns, so that a machine whose speed drifts does not favour anyone; the first turn warms up
      for (let turn = 0; turn < 6; turn += 1) {
        for (const { server, port, agent, process: child } of running) {
          if (server.lacks.includes(name)) continue;
          const turnOf = await rate(child.pid, port, agent, inFlight, run, 500);
          if (turn > 0) measured.get(server.name)?.push(turnOf);
        }
      }
      const median = (of: string, what: 'rate' | 'cost') =>
        measured
          .get(of)
          ?.map((turn) => turn[what])
          .sort((one, other) => one - other)[2];
      const ours = median('Holdfast', 'rate') ?? Number.NaN;
      const shown = running.map(({ server }) => {
        const found = median(server.name, 'rate');
        if (found === undefined) return `${server.name} has none`;
        const cost = Math.round(median(server.name, 'cost') ?? Number.NaN);
        return `${server.name} ${Math.round(found)} (${(found / ours).toFixed(2)}), ${cost} µs`;
      });
      console.log(`  ${name.padEnd(24)}${shown.map((each) => each.padEnd(34)).join('')}`);
    }
  }
} finally {
  for (const { process: child, agent } of running) {
    agent.destroy();
    child.kill();
  }
}
