import { once } from 'node:events';
import { createRequire } from 'node:module';
import type { AddressInfo, Server } from 'node:net';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { clientConfig, createEngine, listen } from '@holdfast/engine';
import { type Backend, type Capabilities, everyCapability } from '@holdfast/wire';
import { dynamodb } from 'holdfast/dynamodb';
import { dynoxideBinary, startDynoxide } from '../engine/dynoxide-server.js';

export interface OpenBackend {
  readonly backend: Backend;
  /** Of those that are reached through the AWS SDK. */
  readonly client?: DynamoDBClient;
  close(): Promise<void>;
}
interface BackendKind {
  readonly name: string;
  /** What it can do. A test of what needs more asserts that it is refused. */
  readonly capabilities: Capabilities;
  open(): Promise<OpenBackend>;
}
interface ClientKind extends BackendKind {
  open(): Promise<OpenBackend & { readonly client: DynamoDBClient }>;
}

/** A further DynamoDB endpoint to run the library's tests on, such as that of DynamoDB local. */
const endpoint = process.env.HOLDFAST_ENDPOINT;
/** What it cannot do, by name: `transactions,timeToLive`. */
const lacking = (process.env.HOLDFAST_ENDPOINT_LACKS ?? '').split(',').filter((name) => name !== '');

/** Dynalite, where it is installed: a dependency of the benchmarks that is left out where it does not install. */
const dynalite = optional<(options: object) => Server>('dynalite');
const dynoxide = dynoxideBinary();
const ofDynalite: Partial<Capabilities> = {
  transactions: false,
  returnValuesOnConditionCheckFailure: false,
  timeToLive: false,
  streams: false,
};

/** The ways to reach a store through the AWS SDK. */
export const clients: readonly ClientKind[] = [
  {
    name: 'the engine, through the AWS SDK in the process',
    capabilities: everyCapability,
    open: async () => sdk(new DynamoDBClient(clientConfig(createEngine()))),
  },
  {
    name: 'the engine, through the AWS SDK over HTTP',
    capabilities: everyCapability,
    open: async () => {
      const server = await listen(createEngine(), { port: 0 });
      return sdk(local(server.url), {}, () => server.close());
    },
  },
  ...(dynalite === undefined ? [] : [overDynalite(dynalite)]),
  ...(dynoxide === undefined ? [] : [overDynoxide(dynoxide)]),
  ...(endpoint === undefined ? [] : [atEndpoint(endpoint)]),
];

/** The ways to reach a store, each of which must show the library the same as far as its capabilities go. */
export const backends: readonly BackendKind[] = [
  {
    name: 'the engine, directly',
    capabilities: everyCapability,
    open: async () => ({ backend: createEngine().backend(), close: async () => {} }),
  },
  ...clients,
];

/** How often to try a property on a store: a few times where each run goes over a wire. */
export function runsOn(kind: BackendKind, runs: number): number {
  return kind === backends[0] ? runs : Math.ceil(runs / 15);
}

function overDynalite(create: (options: object) => Server): ClientKind {
  return {
    name: 'dynalite',
    capabilities: { ...everyCapability, ...ofDynalite },
    open: async () => {
      const server = create({ createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      return sdk(local(`http://127.0.0.1:${port}`), ofDynalite, async () => {
        server.close();
      });
    },
  };
}

function overDynoxide(binary: string): ClientKind {
  return {
    name: 'dynoxide',
    capabilities: everyCapability,
    open: async () => {
      const server = await startDynoxide(binary);
      return sdk(local(`http://127.0.0.1:${server.port}`), {}, () => server.close());
    },
  };
}

function atEndpoint(url: string): ClientKind {
  const without = Object.fromEntries(lacking.map((name) => [name, false]));
  return {
    name: `the endpoint ${url}`,
    capabilities: { ...everyCapability, ...without },
    open: async () => {
      const client = local(url);
      await client.send(new ListTablesCommand({ Limit: 1 }));
      return sdk(client, without);
    },
  };
}

function local(url: string): DynamoDBClient {
  // an endpoint that checks them finds real ones where the SDK looks for them
  const isReal = url === endpoint && process.env.AWS_ACCESS_KEY_ID !== undefined;
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  return new DynamoDBClient({ endpoint: url, ...(isReal ? {} : { region: 'us-east-1', credentials }) });
}

function sdk(
  client: DynamoDBClient,
  capabilities: Partial<Capabilities> = {},
  close: () => Promise<void> = async () => {},
): OpenBackend & { readonly client: DynamoDBClient } {
  return {
    backend: dynamodb(client, { capabilities }),
    client,
    close: async () => {
      client.destroy();
      await close();
    },
  };
}

/** A package that need not be there. */
function optional<Module>(name: string): Module | undefined {
  try {
    return createRequire(new URL('../../bench/package.json', import.meta.url))(name);
  } catch {
    return undefined;
  }
}
