import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';

/** Sends requests to one server of the benchmark, on connections that it keeps. */
export interface BenchClient {
  /** The body of the answer, whose status is 200. */
  call(operation: string, body: string): Promise<string>;
  close(): void;
}

const headers = {
  'content-type': 'application/x-amz-json-1.0',
  authorization:
    'AWS4-HMAC-SHA256 Credential=bench/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host;x-amz-date;x-amz-target, Signature=0000000000000000000000000000000000000000000000000000000000000000',
  'x-amz-date': '20260101T000000Z',
};
const targetOf = (operation: string) => `DynamoDB_20120810.${operation}`;

/** What most programs use, bare. It takes longer over a request than a fast server does. */
export function nodeHttpClient(port: number): BenchClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  return {
    call: (operation, body) =>
      new Promise((done, fail) => {
        const own = { 'x-amz-target': targetOf(operation), 'content-length': Buffer.byteLength(body) };
        const sent = request(
          { port, agent, host: '127.0.0.1', method: 'POST', path: '/', headers: { ...headers, ...own } },
          (answer) => {
            const chunks: Buffer[] = [];
            answer.on('data', (chunk: Buffer) => chunks.push(chunk));
            answer.on('end', () => {
              const text = Buffer.concat(chunks).toString();
              if (answer.statusCode === 200) done(text);
              else fail(new Error(`${operation}: ${answer.statusCode} ${text}`));
            });
          },
        );
        sent.on('error', fail);
        sent.end(body);
      }),
    close: () => agent.destroy(),
  };
}

/** Writes the same requests to a socket and looks no further into the answers than it must, so that the server is what is measured. */
export function socketClient(port: number): BenchClient {
  const common = Object.entries({ ...headers, host: `127.0.0.1:${port}`, connection: 'keep-alive' })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  const open = new Set<Connection>();
  const free: Connection[] = [];
  return {
    call: async (operation, body) => {
      const connection = free.pop() ?? new Connection(port);
      open.add(connection);
      const length = `content-length: ${Buffer.byteLength(body)}\r\n`;
      const target = `x-amz-target: ${targetOf(operation)}\r\n`;
      const answer = await connection.ask(`POST / HTTP/1.1\r\n${common}${target}${length}\r\n${body}`);
      free.push(connection);
      if (answer.head.startsWith('HTTP/1.1 200 ')) return answer.body;
      throw new Error(`${operation}: ${answer.head} ${answer.body}`);
    },
    close: () => {
      for (const connection of open) connection.close();
    },
  };
}

interface Answer {
  readonly head: string;
  readonly body: string;
}

/** One request at a time. */
class Connection {
  readonly #socket: Socket;
  #bytes: Buffer = Buffer.alloc(0);
  #waiting: { done(answer: Answer): void; fail(error: Error): void } | undefined;

  constructor(port: number) {
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.#socket.on('data', (bytes) => this.#receive(bytes));
    this.#socket.on('error', (error) => this.#waiting?.fail(error));
    this.#socket.on('close', () => this.#waiting?.fail(new Error('The server ended the connection')));
  }

  ask(request: string): Promise<Answer> {
    return new Promise((done, fail) => {
      this.#waiting = { done, fail };
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #receive(bytes: Buffer): void {
    this.#bytes = this.#bytes.length === 0 ? bytes : Buffer.concat([this.#bytes, bytes]);
    const end = this.#bytes.indexOf('\r\n\r\n');
    if (end < 0) return;
    const head = this.#bytes.toString('latin1', 0, end);
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    if (length === undefined) {
      this.#waiting?.fail(new Error(`An answer does not tell its length: ${head}`));
      return;
    }
    const whole = end + 4 + Number(length);
    if (this.#bytes.length < whole) return;
    const body = this.#bytes.toString('latin1', end + 4, whole);
    this.#bytes = this.#bytes.subarray(whole);
    this.#waiting?.done({ head, body });
  }
}
