import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { gunzipSync, gzipSync } from 'node:zlib';
import { CreateTableCommand, DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEngine } from '../index.js';
import { crc32 } from '../protocol/crc32.js';
import { type Listener, listen } from './listen.js';

let listener: Listener;
beforeEach(async () => {
  listener = await listen(createEngine(), { port: 0 });
});
afterEach(() => listener.close());

const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
const signed = {
  'content-type': 'application/x-amz-json-1.0',
  'x-amz-target': 'DynamoDB_20120810.ListTables',
  'x-amz-date': '20260101T000000Z',
  authorization: 'AWS4-HMAC-SHA256 Credential=a/b/c, SignedHeaders=host, Signature=0',
};
const amazon = 'com.amazon.coral.service';

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Uint8Array;
  readonly agent?: Agent;
}

async function send({ method = 'POST', path = '/', headers = signed, body = '{}', agent }: Sent) {
  const outgoing = request(listener.url + path, {
    method,
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    ...(agent && { agent }),
  });
  outgoing.end(body);
  const [incoming] = await once(outgoing, 'response');
  const chunks: Buffer[] = await incoming.toArray();
  const bytes = Buffer.concat(chunks);
  return { status: incoming.statusCode as number, headers: incoming.headers, bytes, text: bytes.toString() };
}

/** What comes back for these bytes until the server ends the connection. */
async function sendBytes(bytes: string | Uint8Array): Promise<string> {
  const socket = connect(listener.port, '127.0.0.1');
  socket.end(bytes);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  await new Promise((resolve) => socket.on('close', resolve).on('error', resolve));
  return Buffer.concat(chunks).toString();
}

describe('the service over HTTP', () => {
  it('serves an AWS SDK client', async () => {
    const client = new DynamoDBClient({ endpoint: listener.url, region: 'us-east-1', credentials });
    await client.send(
      new CreateTableCommand({
        TableName: 'orders',
        AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
        BillingMode: 'PAY_PER_REQUEST',
      }),
    );
    expect((await client.send(new ListTablesCommand({}))).TableNames).toEqual(['orders']);
    client.destroy();
  });

  it('says that it is well', async () => {
    const { status, headers, text } = await send({ method: 'GET', headers: {}, body: '' });
    expect([status, text]).toEqual([200, 'healthy: dynamodb.us-east-1.amazonaws.com ']);
    expect(headers['x-amzn-requestid']).toMatch(/^[0-9A-V]{52}$/);
    expect(headers['x-amz-crc32']).toBe('3128867991');
  });

  it('answers what is no call to DynamoDB as the service does', async () => {
    const notFound = [404, '<UnknownOperationException/>\n'];
    for (const sent of [{ method: 'PUT' }, { method: 'DELETE' }, { headers: { 'content-type': 'text/plain' } }]) {
      const { status, text } = await send(sent);
      expect([status, text]).toEqual(notFound);
    }
    const { status, headers, text } = await send({ headers: { 'content-type': 'application/json; charset=utf-8' } });
    expect([status, JSON.parse(text)]).toEqual([400, { __type: `${amazon}#UnknownOperationException` }]);
    expect(headers['content-type']).toBe('application/json');
    expect(JSON.parse((await send({ headers: {}, body: '' })).text)).toEqual({
      __type: `${amazon}#UnknownOperationException`,
    });
  });

  it('wants a request to be signed, by anyone', async () => {
    const { authorization, ...unsigned } = signed;
    const { 'x-amz-date': _, ...undated } = signed;
    const answer = async (sent: Sent) => JSON.parse((await send(sent)).text);
    const missing = {
      __type: `${amazon}#MissingAuthenticationTokenException`,
      message: 'Request is missing Authentication Token',
    };
    expect(await answer({ headers: unsigned })).toEqual(missing);
    expect(await answer({ headers: { ...signed, authorization: 'AWS4' } })).toEqual(missing);
    expect(await answer({ headers: undated })).toEqual({
      __type: `${amazon}#IncompleteSignatureException`,
      message: `Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' header. Authorization=${authorization}`,
    });
    expect(await answer({ headers: { ...signed, authorization: 'AWS4- Signature=b,Credential=a' } })).toEqual({
      __type: `${amazon}#IncompleteSignatureException`,
      message: "Authorization header requires 'SignedHeaders' parameter. Authorization=AWS4- Signature=b,Credential=a",
    });
    expect(await answer({ path: '/?X-Amz-Algorithm' })).toMatchObject({
      __type: `${amazon}#InvalidSignatureException`,
    });
    expect(
      await answer({
        path: '/?X-Amz-Algorithm=a&X-Amz-Credential=b&X-Amz-Signature=c&X-Amz-Date=d',
        headers: unsigned,
      }),
    ).toEqual({
      __type: `${amazon}#IncompleteSignatureException`,
      message:
        "AWS query-string parameters must include 'X-Amz-SignedHeaders'. Re-examine the query-string parameters.",
    });
    expect(await answer({})).toEqual({ TableNames: [] });
  });

  it('keeps a connection open for the next request', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const first = await send({ agent });
    expect(first.headers.connection).toBe('keep-alive');
    const [socket] = Object.values(agent.freeSockets).flat();
    await send({ agent });
    expect(Object.values(agent.freeSockets).flat()).toEqual([socket]);
    agent.destroy();
  });
});

describe('compression', () => {
  it('takes a body under gzip, and refuses one that is not what it says', async () => {
    const zipped = { ...signed, 'content-encoding': 'gzip' };
    const { status, text } = await send({ headers: zipped, body: gzipSync('{"Limit":1}') });
    expect([status, JSON.parse(text)]).toEqual([200, { TableNames: [] }]);
    const broken = await send({ headers: zipped, body: '{"Limit":1}' });
    expect([broken.status, JSON.parse(broken.text)]).toEqual([400, { __type: `${amazon}#SerializationException` }]);
    expect((await send({ headers: { ...signed, 'content-encoding': 'br' } })).status).toBe(415);
    expect((await send({ headers: { ...signed, 'content-encoding': 'identity' } })).status).toBe(200);
  });

  it('refuses a body that is too long once it is inflated', async () => {
    const bomb = gzipSync(Buffer.alloc(17 * 1024 * 1024 + 1, ' '));
    expect((await send({ headers: { ...signed, 'content-encoding': 'gzip' }, body: bomb })).status).toBe(413);
    expect((await send({})).status).toBe(200);
  });

  it('compresses long answers for clients that take it, with the checksum of the bytes sent', async () => {
    for (let index = 0; index < 40; index += 1) {
      await send({
        headers: { ...signed, 'x-amz-target': 'DynamoDB_20120810.CreateTable' },
        body: JSON.stringify({
          TableName: `a-table-with-a-long-name-${index}`,
          AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
          KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
          BillingMode: 'PAY_PER_REQUEST',
        }),
      });
    }
    for (const accepted of ['gzip', 'deflate, GZIP;q=0.5', 'br;q=1.0, gzip']) {
      const { headers, bytes } = await send({ headers: { ...signed, 'accept-encoding': accepted } });
      expect(headers['content-encoding']).toBe('gzip');
      expect(headers['content-length']).toBe(String(bytes.length));
      expect(headers['x-amz-crc32']).toBe(String(crc32(bytes)));
      expect(JSON.parse(gunzipSync(bytes).toString()).TableNames).toHaveLength(40);
    }
    for (const accepted of ['identity', 'gzip;q=0', 'br', '']) {
      const { headers, text } = await send({ headers: { ...signed, 'accept-encoding': accepted } });
      expect([accepted, headers['content-encoding']]).toEqual([accepted, undefined]);
      expect(JSON.parse(text).TableNames).toHaveLength(40);
    }
    const short = await send({ headers: { ...signed, 'accept-encoding': 'gzip' }, body: '{"Limit":1}' });
    expect(short.headers['content-encoding']).toBeUndefined();
  });
});

describe('a request that means no good', () => {
  it('is refused where a foreign name was pointed here', async () => {
    for (const host of [
      'evil.example',
      'evil.example:8000',
      '127.0.0.1.evil.example',
      'localhost.evil.example',
      '10.0.0.7',
      '[::2]',
    ]) {
      const { status, text } = await send({ headers: { ...signed, host } });
      expect([host, status]).toEqual([host, 403]);
      expect(JSON.parse(text).Message).toContain(JSON.stringify(host));
    }
    for (const host of ['localhost', 'LOCALHOST:1', 'db.localhost', '127.0.0.1', '127.1.2.3:80', '[::1]:8000']) {
      expect([host, (await send({ headers: { ...signed, host } })).status]).toEqual([host, 200]);
    }
  });

  it('is answered under a name that was allowed', async () => {
    await listener.close();
    listener = await listen(createEngine(), { port: 0, allowedHosts: ['DynamoDB'] });
    expect((await send({ headers: { ...signed, host: 'dynamodb:8000' } })).status).toBe(200);
    expect((await send({ headers: { ...signed, host: 'dynamodb.evil.example' } })).status).toBe(403);
  });

  it('is cut off where its body is too long', async () => {
    const limit = 17 * 1024 * 1024;
    const head = 'POST / HTTP/1.1\r\nHost: localhost\r\n';
    expect(await sendBytes(`${head}Content-Length: ${limit + 1}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 413 /);
    const chunk = Buffer.alloc(limit + 1, 'a');
    const chunked = Buffer.concat([
      Buffer.from(`${head}Transfer-Encoding: chunked\r\n\r\n${chunk.length.toString(16)}\r\n`),
      chunk,
    ]);
    expect(await sendBytes(chunked)).toMatch(/^HTTP\/1\.1 413 |^$/);
    expect((await send({ body: ' '.repeat(limit) })).status).toBe(400);
    expect((await send({})).status).toBe(200);
  });

  it('does no harm, whatever its bytes', async () => {
    const bytes = Uint8Array.from({ length: 4096 }, (_, index) => (index * 197 + (index >> 3)) & 255);
    await sendBytes(bytes);
    await sendBytes('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"broken');
    await sendBytes('GET http://[ HTTP/1.1\r\nHost: [\r\n\r\n');
    await sendBytes('POST /?%E0%A4%A HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
    await sendBytes('POST / HTTP/1.0\r\n\r\n');
    expect((await send({ body: bytes })).status).toBe(400);
    expect((await send({ body: '{"Limit":' })).status).toBe(400);
    expect((await send({})).status).toBe(200);
  });
});

describe('listening', () => {
  it('names the port that is in use', async () => {
    const second = listen(createEngine(), { port: listener.port });
    await expect(second).rejects.toThrow(
      `Cannot listen on 127.0.0.1:${listener.port}: port ${listener.port} is in use`,
    );
  });

  it('on every address tells one that can be reached, and answers under it', async () => {
    await listener.close();
    listener = await listen(createEngine(), { port: 0, host: '0.0.0.0' });
    expect(listener.url).toBe(`http://127.0.0.1:${listener.port}`);
    expect((await send({})).status).toBe(200);
    expect((await send({ headers: { ...signed, host: 'evil.example' } })).status).toBe(403);
  });

  it('refuses what is no port', async () => {
    for (const port of [-1, 65_536, 80.5, Number.NaN]) {
      await expect(listen(createEngine(), { port })).rejects.toThrow(`got ${port}`);
    }
  });

  it('ends idle connections when it closes, and may be closed twice', async () => {
    const agent = new Agent({ keepAlive: true });
    await send({ agent });
    await listener.close();
    await listener.close();
    await expect(send({ agent })).rejects.toThrow();
    agent.destroy();
  });

  it('ends a connection on which a request never finishes', async () => {
    const socket = connect(listener.port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{');
    await once(socket, 'connect');
    await (await fetch(listener.url)).text();
    await listener.close();
    if (!socket.closed) await once(socket, 'close');
    expect(socket.destroyed).toBe(true);
  });
});
