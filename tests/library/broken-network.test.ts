import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { a, classify, entity, InDoubtError, InternalError, table } from 'holdfast';
import { dynamodb } from 'holdfast/dynamodb';
import { describe, expect, it } from 'vitest';
import { impatient } from './faulty-store.js';

const Note = entity('NOTE', {
  key: { pk: 'NOTE#{id}', sk: 'NOTE' },
  attributes: { id: a.string(), text: a.string() },
});

/** A port at which `meet` is done to every connection; without it, nobody listens there. */
async function portThat(meet?: (socket: Socket) => void) {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    meet?.(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  if (meet === undefined) server.close();
  return { port, close: () => server.close() };
}

const half = 'HTTP/1.1 200 OK\r\ncontent-type: application/x-amz-json-1.0\r\ncontent-length: 100\r\n\r\n{"Attr';
const troubles: readonly {
  name: string;
  host?: string;
  meet?: (socket: Socket) => void;
  isOut: boolean;
  patience?: number;
}[] = [
  { name: 'nobody listens', isOut: false },
  { name: 'nobody listens at any of the addresses of a name', host: 'localhost', isOut: false },
  {
    name: 'the connection ends when the request has come',
    meet: (socket) => socket.on('data', () => socket.destroy()),
    isOut: true,
  },
  { name: 'the answer ends in its middle', meet: (socket) => socket.on('data', () => socket.end(half)), isOut: true },
  { name: 'no answer comes', meet: (socket) => socket.on('data', () => {}), isOut: true, patience: 300 },
];

describe('over real sockets, where', () => {
  it.each(troubles)('$name', async ({ host = '127.0.0.1', meet, isOut, patience = 20_000 }) => {
    const { port, close } = await portThat(meet);
    const client = new DynamoDBClient({
      endpoint: `http://${host}:${port}`,
      region: 'us-east-1',
      credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
      maxAttempts: 1,
      requestHandler: { requestTimeout: patience, throwOnRequestTimeout: true },
    });
    const notes = table({ name: 'notes', backend: dynamodb(client, { runtime: impatient }), entities: [Note] }).of(
      Note,
    );
    const write: unknown = await notes
      .put({ id: 'a', text: 'x' })
      .send({ maxAttempts: 1 })
      .catch((error: unknown) => error);
    expect(write).toBeInstanceOf(isOut ? InDoubtError : InternalError);
    expect(write).toMatchObject({ mayHaveHappened: isOut });
    const read: unknown = await notes
      .get({ id: 'a' })
      .send({ maxAttempts: 1 })
      .catch((error: unknown) => error);
    expect(read).toBeInstanceOf(InternalError);
    expect(read).toMatchObject({ mayHaveHappened: false, retry: 'repeat' });
    // it says what befell the connection, and to which address where there is one
    expect((read as InternalError).message).toMatch(/from notes: no answer from DynamoDB: \S/);
    if (!isOut) {
      expect((write as InternalError).message).toContain(
        host === 'localhost' ? 'ECONNREFUSED' : `ECONNREFUSED ${host}:${port}`,
      );
    }
    // the SDK's own error, beneath the port's, says the same
    const { cause } = (read as InternalError).cause as { readonly cause: unknown };
    expect(classify(cause)).toMatchObject({ mayHaveHappened: isOut });
    client.destroy();
    close();
  });
});
