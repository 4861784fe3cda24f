import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEngine } from '../index.js';
import { type Listener, listen } from './listen.js';

let listener: Listener;
beforeEach(async () => {
  listener = await listen(createEngine(), { port: 0 });
});
afterEach(() => listener.close());

const signed = [
  'Host: localhost',
  'Content-Type: application/x-amz-json-1.0',
  'X-Amz-Target: DynamoDB_20120810.ListTables',
  'X-Amz-Date: 20260101T000000Z',
  'Authorization: AWS4-HMAC-SHA256 Credential=a/b/c, SignedHeaders=host, Signature=0',
];

function post(body: string, more: readonly string[] = [`Content-Length: ${Buffer.byteLength(body)}`], version = '1.1') {
  return `POST / HTTP/${version}\r\n${[...signed, ...more].join('\r\n')}\r\n\r\n${body}`;
}

/** What comes back for these pieces of bytes, each sent on its own, until the server ends the connection. */
async function sendPieces(pieces: readonly (string | Uint8Array)[]): Promise<string> {
  const socket = connect({ port: listener.port, host: '127.0.0.1', noDelay: true });
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  const closed = new Promise((resolve) => socket.on('close', resolve).on('error', resolve));
  for (const piece of pieces) {
    await new Promise<void>((resolve) => socket.write(piece, () => setImmediate(resolve)));
  }
  socket.end();
  await closed;
  return Buffer.concat(chunks).toString();
}

/** The status and the body of each answer in the bytes of a connection. */
function answers(bytes: string): (readonly [number, string])[] {
  const found: (readonly [number, string])[] = [];
  for (let rest = bytes; rest !== ''; ) {
    const end = rest.indexOf('\r\n\r\n') + 4;
    const length = Number(/^content-length: (\d+)/im.exec(rest.slice(0, end))?.[1] ?? 0);
    found.push([Number(rest.slice(9, 12)), rest.slice(end, end + length)]);
    rest = rest.slice(end + length);
  }
  return found;
}

const none = [200, '{"TableNames":[]}'] as const;

describe('a connection', () => {
  it('answers requests that come at once, in their order', async () => {
    const bytes = await sendPieces([post('{}') + post('{') + post('') + post('{"Limit":0}') + post('{}')]);
    expect(answers(bytes).map(([status]) => status)).toEqual([200, 400, 400, 400, 200]);
    expect(answers(bytes).at(-1)).toEqual(none);
  });

  it('reads requests however their bytes are cut', async () => {
    const requests = Buffer.from(
      post('{"Limit": 10}') + post('e\r\n{"Limit": 10 }\r\n0\r\n\r\n', ['Transfer-Encoding: chunked']),
    );
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.nat({ max: requests.length }), { maxLength: 8 }), async (cuts) => {
        const at = [0, ...cuts.sort((one, other) => one - other), requests.length];
        const pieces = at.slice(1).map((end, index) => requests.subarray(at[index], end));
        expect(answers(await sendPieces(pieces))).toEqual([none, none]);
      }),
      { numRuns: 40 },
    );
    const bytes = Array.from(requests, (byte) => Uint8Array.of(byte));
    expect(answers(await sendPieces(bytes))).toEqual([none, none]);
  });

  it('reads a body in chunks, with extensions and trailers', async () => {
    const body = '2;a=b\r\n{"\r\n8 \r\nLimit":1\r\n1\r\n}\r\n000;x\r\nTrailer: a\r\nOther: b\r\n\r\n';
    const bytes = await sendPieces([post(body, ['Transfer-Encoding: Chunked']) + post('{}')]);
    expect(answers(bytes)).toEqual([none, none]);
  });

  it('asks for the body where the client waits for that', async () => {
    const headers = [...signed, 'Content-Length: 2', 'Expect: 100-continue'].map((line) => line.split(': ', 2));
    const outgoing = request(listener.url, { method: 'POST', headers: Object.fromEntries(headers) });
    outgoing.on('continue', () => outgoing.end('{}'));
    outgoing.flushHeaders();
    const [incoming] = await once(outgoing, 'response');
    expect(String(Buffer.concat(await incoming.toArray()))).toBe(none[1]);
    const eager = post('{}', ['Content-Length: 2', 'Expect: 100-continue']);
    expect(answers(await sendPieces([eager]))).toEqual([none]);
  });

  it('ends after the answer where the client wants that', async () => {
    const closing = post('{}', ['Content-Length: 2', 'Connection: Close']);
    const bytes = await sendPieces([closing + post('{}')]);
    expect(answers(bytes)).toEqual([none]);
    expect(bytes).toContain('Connection: close\r\n');
    expect(answers(await sendPieces([post('{}', undefined, '1.0') + post('{}')]))).toEqual([none]);
    const chunks = ['Transfer-Encoding: chunked', 'Connection: Keep-Alive'];
    const chunked = post('2\r\n{}\r\n0\r\n\r\n', chunks, '1.0');
    expect(answers(await sendPieces([chunked + post('{}')]))).toEqual([none]);
    const kept = post('{}', ['Content-Length: 2', 'Connection: Keep-Alive'], '1.0');
    expect(answers(await sendPieces([kept + post('{}')]))).toEqual([none, none]);
  });

  it('sends no body in answer to HEAD', async () => {
    const bytes = await sendPieces(['HEAD / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n']);
    expect(bytes).toMatch(/^HTTP\/1\.1 404 Not Found\r\n[\s\S]*content-length: 29\r\n[\s\S]*\r\n\r\n$/);
  });
});

describe('bytes that are no request', () => {
  const get = (lines: string) => `GET / HTTP/1.1\r\n${lines}\r\n\r\n`;

  it.each([
    ['no request line', 'hello\r\n\r\n', 400],
    ['another protocol', 'GET / SPDY/3\r\n\r\n', 400],
    ['a later version', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    ['a space before the colon', get('Host : localhost'), 400],
    ['a folded header', get('Host: localhost\r\n more'), 400],
    ['a bare line feed', get('Host: localhost\nX: y'), 400],
    ['a control character', get('Host: local\0host'), 400],
    ['two hosts', get('Host: localhost\r\nHost: evil.example'), 400],
    ['two lengths', post('{}', ['Content-Length: 2', 'Content-Length: 3']), 400],
    ['a length and chunks', post('{}', ['Content-Length: 2', 'Transfer-Encoding: chunked']), 400],
    ['a negative length', post('', ['Content-Length: -1']), 400],
    ['an unknown expectation', post('{}', ['Content-Length: 2', 'Expect: the-unexpected']), 417],
    ['a length in words', post('', ['Content-Length: 0x10']), 400],
    ['a length beyond all bounds', post('', ['Content-Length: 999999999999999']), 413],
    ['another transfer coding', post('', ['Transfer-Encoding: gzip, chunked']), 501],
    ['a chunk without size', post('\r\n{}', ['Transfer-Encoding: chunked']), 400],
    ['a chunk that is too long', post('1\r\n{}\r\n0\r\n\r\n', ['Transfer-Encoding: chunked']), 400],
    ['a chunk of negative size', post('-1\r\n', ['Transfer-Encoding: chunked']), 400],
    ['a chunk beyond all bounds', post('ffffffff\r\n', ['Transfer-Encoding: chunked']), 413],
    ['an endless chunk size', post('0'.repeat(3_000), ['Transfer-Encoding: chunked']), 400],
    ['endless trailers', post(`0\r\n${'A: b\r\n'.repeat(100)}`, ['Transfer-Encoding: chunked']), 431],
    ['an endless head', `GET / HTTP/1.1\r\n${'A: b\r\n'.repeat(4_000)}`, 431],
  ])('get an answer and the end of the connection: %s', async (_, bytes, status) => {
    const followed = await sendPieces([bytes + post('{}')]);
    expect(answers(followed).map(([each]) => each)).toEqual([status]);
    expect(followed).toContain('Connection: close\r\n');
    expect(answers(await sendPieces([post('{}')]))).toEqual([none]);
  });

  it('end the connection of a client that goes on sending, too', async () => {
    const socket = connect({ port: listener.port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true });
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk)).on('error', () => {});
    const closed = new Promise((resolve) => socket.on('close', resolve));
    socket.write(post('', ['Content-Length: 99999999']));
    const sending = setInterval(() => socket.write('more'), 50);
    await closed;
    clearInterval(sending);
    expect(answers(Buffer.concat(chunks).toString()).map(([status]) => status)).toEqual([413]);
  });

  it('never bring the server down', async () => {
    const sound = post('{"Limit":1}') + post('2\r\n{}\r\n0\r\n\r\n', ['Transfer-Encoding: chunked']);
    const mutated = fc
      .tuple(fc.nat({ max: sound.length }), fc.nat({ max: 4 }), fc.string({ unit: 'binary', maxLength: 4 }))
      .map(([at, dropped, inserted]) => sound.slice(0, at) + inserted + sound.slice(at + dropped));
    await fc.assert(
      fc.asyncProperty(fc.oneof(mutated, fc.uint8Array({ maxLength: 300 })), async (bytes) => {
        await sendPieces([bytes]);
      }),
      { numRuns: 200 },
    );
    expect(answers(await sendPieces([post('{}')]))).toEqual([none]);
  });
});
