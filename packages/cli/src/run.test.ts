import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  CreateTableCommand,
  DynamoDBClient,
  ListTablesCommand,
  PutItemCommand,
  ScanCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { run } from './run.js';

/** Runs the command; `onOutput` sees all that it has printed so far, and may stop it. */
async function holdfast(args: readonly string[], onOutput: (text: string, stop: () => void) => void = () => {}) {
  const controller = new AbortController();
  let stdout = '';
  let stderr = '';
  const code = await run(args, {
    stdout: {
      write: (text) => {
        stdout += text;
        onOutput(stdout, () => controller.abort());
      },
    },
    stderr: { write: (text) => (stderr += text) },
    load: (url) => import(/* @vite-ignore */ url),
    signal: controller.signal,
  });
  return { code, stdout, stderr };
}

describe('holdfast', () => {
  it('tells its version, which is that of the package', async () => {
    const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
    expect(await holdfast(['--version'])).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: '' });
  });

  it('tells how it is used', async () => {
    const general = await holdfast(['--help']);
    expect(general).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Usage: holdfast <command>'),
      stderr: '',
    });
    const ofServe = await holdfast(['serve', '--help']);
    expect(ofServe).toMatchObject({ code: 0, stdout: expect.stringContaining('--port <number>'), stderr: '' });
  });

  it.each([
    [[], 'No command given. See holdfast --help'],
    [['sevre'], 'Unknown command sevre. Did you mean serve?'],
    [['explode'], 'Unknown command explode. Did you mean explore?'],
    [['dump'], 'Unknown command dump. There are serve, explore.'],
    [['--verison'], 'Unknown option --verison. Did you mean --version?'],
    [['-h'], 'Unknown option -h. There are --help, --version.'],
    [['serve', '--prot', '8000'], 'Unknown option --prot. Did you mean --port?'],
    [
      ['serve', '--__proto__'],
      'Unknown option --__proto__. There are --help, --port, --host, --allow-host, --expire-after.',
    ],
    [['serve', '8000'], 'Nothing was expected at "8000"'],
    [['serve', '--port'], '--port needs a value'],
    [['serve', '--port='], '--port needs a value'],
    [['serve', '--help=yes'], '--help takes no value; got "yes"'],
    [['serve', '--port', '65536'], '--port takes a whole number from 0 to 65535; got "65536"'],
    [['serve', '--port', '1e3'], '--port takes a whole number from 0 to 65535; got "1e3"'],
    [['explore'], 'explore needs the file whose explorations it is to run'],
    [['explore', 'a.js', 'b.js'], 'Nothing was expected at "b.js"'],
    [['explore', 'a.js', '--seed', '0'], '--seed takes a whole number from 1; got "0"'],
    [['explore', 'a.js', '--picture', 'a.png'], '--picture takes the name of an .html or .svg file; got "a.png"'],
    [['serve', '--expire-after', 'soon'], '--expire-after takes a whole number of seconds; got "soon"'],
  ])('exits with 2 and says what is wrong with %j', async (args, message) => {
    expect(await holdfast(args)).toEqual({ code: 2, stdout: '', stderr: `holdfast: ${message}\n` });
  });
});

describe('holdfast serve', () => {
  it('serves the SDK where it says, until it is stopped', async () => {
    let tables: Promise<readonly string[] | undefined> | undefined;
    const { code, stdout, stderr } = await holdfast(['serve', '--port', '0'], (text, stop) => {
      const endpoint = /AWS_ENDPOINT_URL_DYNAMODB=(\S+)/.exec(text)?.[1];
      if (tables || !endpoint) return;
      tables = createAndListTables(endpoint).finally(stop);
    });
    expect(await tables).toEqual(['orders']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^Serving DynamoDB at http:\/\/127\.0\.0\.1:\d+; .*\n.*\nStopped\.\n$/);
    expect(stdout).not.toContain('\x1b');
  });

  it('deletes expired items when it is told to', async () => {
    let items: Promise<number | undefined> | undefined;
    await holdfast(['serve', '--port', '0', '--expire-after', '0'], (text, stop) => {
      const endpoint = /AWS_ENDPOINT_URL_DYNAMODB=(\S+)/.exec(text)?.[1];
      if (items || !endpoint) return;
      items = putExpiredAndCount(endpoint).finally(stop);
    });
    expect(await items).toBe(0);
  });

  it('exits with 1 where the port is in use', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const { code, stdout, stderr } = await holdfast(['serve', '--port', String(port)]);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(`port ${port} is in use`);
    await new Promise((resolve) => other.close(resolve));
  });
});

function clientOf(endpoint: string): DynamoDBClient {
  const credentials = { accessKeyId: 'any', secretAccessKey: 'any' };
  return new DynamoDBClient({ endpoint, region: 'us-east-1', credentials });
}

const createOrders = () =>
  new CreateTableCommand({
    TableName: 'orders',
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    BillingMode: 'PAY_PER_REQUEST',
  });

async function putExpiredAndCount(endpoint: string): Promise<number | undefined> {
  const client = clientOf(endpoint);
  const TableName = 'orders';
  await client.send(createOrders());
  const TimeToLiveSpecification = { AttributeName: 'until', Enabled: true };
  await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
  const until = { N: String(Math.floor(Date.now() / 1000) - 60) };
  await client.send(new PutItemCommand({ TableName, Item: { pk: { S: 'a' }, until } }));
  const { Count } = await client.send(new ScanCommand({ TableName }));
  return Count;
}

async function createAndListTables(endpoint: string): Promise<readonly string[] | undefined> {
  const client = clientOf(endpoint);
  await client.send(createOrders());
  const { TableNames } = await client.send(new ListTablesCommand({}));
  return TableNames;
}
