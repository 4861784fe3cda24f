import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { clientConfig, createEngine, listen } from '@holdfast/engine';
import type { Backend } from '@holdfast/wire';
import { dynamodb } from 'holdfast/dynamodb';

export interface OpenBackend {
  readonly backend: Backend;
  close(): Promise<void>;
}
interface BackendKind {
  readonly name: string;
  open(): Promise<OpenBackend>;
}

/** A further DynamoDB endpoint to run the library's tests on, such as that of DynamoDB local. */
const endpoint = process.env.HOLDFAST_TEST_ENDPOINT;

/** The ways to reach a store, each of which must show the library the same. */
export const backends: readonly BackendKind[] = [
  {
    name: 'the engine, directly',
    open: async () => ({ backend: createEngine().backend(), close: async () => {} }),
  },
  {
    name: 'the engine, through the AWS SDK in the process',
    open: async () => sdk(new DynamoDBClient(clientConfig(createEngine()))),
  },
  {
    name: 'the engine, through the AWS SDK over HTTP',
    open: async () => {
      const server = await listen(createEngine(), { port: 0 });
      return sdk(local(server.url), () => server.close());
    },
  },
  ...(endpoint === undefined
    ? []
    : [{ name: `the endpoint ${endpoint}`, open: async () => sdk(local(endpoint)) } satisfies BackendKind]),
];

function local(url: string): DynamoDBClient {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  return new DynamoDBClient({ endpoint: url, region: 'us-east-1', credentials });
}

function sdk(client: DynamoDBClient, close: () => Promise<void> = async () => {}): OpenBackend {
  return {
    backend: dynamodb(client),
    close: async () => {
      client.destroy();
      await close();
    },
  };
}
