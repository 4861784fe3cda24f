import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { type BenchClient, nodeHttpClient, socketClient } from './bench-client.js';

// The engine's server beside dynalite and dynoxide, each in a process of its own, asked over bare node:http and from bare sockets.

interface Server {
  readonly name: string;
  readonly command: readonly string[];
  /** Operations that it does not have. */
  readonly lacks: readonly string[];
}
const resolve = createRequire(import.meta.url).resolve;
const node = process.execPath;
const firstPort = 18_400;
const turnCount = 5;
const turnMilliseconds = 500;

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
  found.push({
    name: 'fixed answer',
    command: [node, fileURLToPath(new URL('fixed-answer-server.js', import.meta.url)), 'PORT', '1000'],
    lacks: ['query of 100 items', 'transaction of 3 puts'],
  });
  return found;
}

async function call(client: BenchClient, operation: string, input: object): Promise<unknown> {
  return JSON.parse(await client.call(operation, JSON.stringify(input)));
}

const TableName = 'bench';
const filler = 'x'.repeat(900);
const itemAt = (pk: string, sk: string) => ({ pk: { S: pk }, sk: { S: sk }, n: { N: '1' }, text: { S: filler } });
const small = (pk: string, sk: string) => ({ pk: { S: pk }, sk: { S: sk }, n: { N: '1' } });
const keyAt = (pk: string, sk: string) => ({ pk: { S: pk }, sk: { S: sk } });

interface Measure {
  readonly name: string;
  readonly run: (index: number) => readonly [string, object];
}

const measures: readonly Measure[] = [
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

async function started(client: BenchClient): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await call(client, 'ListTables', {});
      return;
    } catch (error) {
      if (attempt >= 200) throw error;
      await wait(25);
    }
  }
}

async function prepare(client: BenchClient): Promise<void> {
  const names = ['pk', 'sk'];
  await call(client, 'CreateTable', {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: names.map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    KeySchema: names.map((AttributeName, index) => ({ AttributeName, KeyType: index === 0 ? 'HASH' : 'RANGE' })),
  });
  for (;;) {
    const described = (await call(client, 'DescribeTable', { TableName })) as { Table: { TableStatus: string } };
    if (described.Table.TableStatus === 'ACTIVE') break;
    await wait(50);
  }
  for (let index = 0; index < 1_000; index += 1) {
    await call(client, 'PutItem', { TableName, Item: itemAt(`p${index}`, 'a') });
  }
  for (let index = 0; index < 100; index += 1) {
    await call(client, 'PutItem', { TableName, Item: small('hundred', String(index).padStart(3, '0')) });
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

interface Turn {
  /** Requests a second. */
  readonly rate: number;
  /** Microseconds of processor time for each: the server's and the client's. */
  readonly server: number;
  readonly client: number;
}

let next = 0;
async function measure(
  pid: number | undefined,
  client: BenchClient,
  inFlight: number,
  run: Measure['run'],
): Promise<Turn> {
  let count = 0;
  const before = processorTime(pid);
  const ownBefore = process.cpuUsage();
  const start = performance.now();
  const end = start + turnMilliseconds;
  const worker = async () => {
    while (performance.now() < end) {
      next += 1;
      const [operation, input] = run(next);
      await client.call(operation, JSON.stringify(input));
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
  const { user, system } = process.cpuUsage(ownBefore);
  return {
    rate: (count * 1_000) / (performance.now() - start),
    server: (processorTime(pid) - before) / count,
    client: (user + system) / count,
  };
}

const medianOf = (turns: readonly Turn[], what: keyof Turn) => {
  const sorted = turns.map((turn) => turn[what]).sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};

const running: { server: Server; port: number; process: ChildProcess }[] = [];
try {
  for (const [index, server] of servers().entries()) {
    const port = firstPort + index;
    const [command = '', ...args] = server.command.map((part) => (part === 'PORT' ? String(port) : part));
    running.push({ server, port, process: spawn(command, args, { stdio: 'ignore' }) });
    const client = nodeHttpClient(port);
    await started(client);
    await prepare(client);
    client.close();
  }
  for (const [clientName, clientOf] of Object.entries({ 'node:http': nodeHttpClient, sockets: socketClient })) {
    for (const inFlight of [1, 32]) {
      console.log(`\n${clientName}, ${inFlight} in flight`);
      const clients = running.map((each) => ({ ...each, client: clientOf(each.port) }));
      for (const { name, run } of measures) {
        const turns = new Map(running.map(({ server }) => [server.name, [] as Turn[]]));
        // in turns, so that a machine whose speed drifts does not favour anyone; the first turn warms up
        for (let turn = 0; turn <= turnCount; turn += 1) {
          for (const { server, client, process: child } of clients) {
            if (server.lacks.includes(name)) continue;
            const taken = await measure(child.pid, client, inFlight, run);
            if (turn > 0) turns.get(server.name)?.push(taken);
          }
        }
        report(name, turns);
      }
      for (const { client } of clients) client.close();
    }
  }
} finally {
  for (const { process: child } of running) child.kill();
}

function report(name: string, turns: ReadonlyMap<string, readonly Turn[]>): void {
  const ours = turns.get('Holdfast') ?? [];
  const shown = [...turns].map(([server, theirs]) => {
    if (theirs.length === 0) return `${server} has none`;
    const [rate, cost, client] = [medianOf(theirs, 'rate'), medianOf(theirs, 'server'), medianOf(theirs, 'client')];
    const times =
      theirs === ours
        ? ''
        : ` (x${(medianOf(ours, 'rate') / rate).toFixed(2)}, x${(cost / medianOf(ours, 'server')).toFixed(2)})`;
    return `${server} ${Math.round(rate)}/s, ${Math.round(cost)}+${Math.round(client)} µs${times}`;
  });
  console.log(
    `  ${name.padEnd(22)} ${shown
      .map((each) => each.padEnd(44))
      .join(' ')
      .trimEnd()}`,
  );
}
