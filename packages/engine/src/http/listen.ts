import { type AddressInfo, createServer, type Server } from 'node:net';
import type { Executor } from '../protocol/executor.js';
import { AnswerBatch } from './answer-batch.js';
import { Connection } from './connection.js';
import { hostName } from './host-check.js';
import { HttpDoor } from './http-door.js';

export interface ListenOptions {
  /** From 1 to 65535, or 0 for any free one. */
  readonly port: number;
  /** The name or address to bind; `127.0.0.1` unless given. */
  readonly host?: string;
  /** Further names by which clients may call this server, such as a container's; see {@link listen}. */
  readonly allowedHosts?: readonly string[];
}

export interface Listener {
  /** For an SDK's `endpoint`. */
  readonly url: string;
  readonly port: number;
  /** Stops accepting connections and ends those that are open; requests under way get a second to finish. */
  close(): Promise<void>;
}

/**
 * How long a client may keep an idle connection, in milliseconds: longer than the SDKs do, so that they end it first.
 */
const keepAlive = 120_000;
/** How long requests under way may take once the listener closes, in milliseconds. */
const grace = 1_000;

/**
 * Serves `engine` over HTTP/1.1 as DynamoDB's own endpoint does, for any AWS SDK or tool.
 *
 * Meant for the own machine: the request must be signed, but any credentials will do. Requests are answered only if
 * their Host header is a loopback name, the address they arrived at, `host`, or one of `allowedHosts`, so that no web
 * page can reach the engine by pointing its own name here.
 *
 * @throws RangeError where the port is no port
 * @throws Error where the address cannot be bound, with the system's error as `cause`
 */
export async function listen(engine: Executor, options: ListenOptions): Promise<Listener> {
  const { port, host = '127.0.0.1', allowedHosts = [] } = options;
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new RangeError(`A port is a whole number from 0 to 65535; got ${port}`);
  }
  const allowed = new Set([host, ...allowedHosts].map((name) => hostName(name) ?? name.toLowerCase()));
  const door = new HttpDoor(engine, allowed);
  const connections = new Set<Connection>();
  const batch = new AnswerBatch();
  const server = createServer({ noDelay: true }, (socket) => {
    const connection = new Connection(socket, door, batch);
    socket.setTimeout(keepAlive);
    connections.add(connection);
    socket.on('close', () => connections.delete(connection));
  });
  const bound = await bind(server, port, host);
  return {
    url: `http://${reachable(host)}:${bound.port}`,
    port: bound.port,
    close: () => close(server, connections),
  };
}

/** How this machine reaches a server that is bound to `host`. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

function bind(server: Server, port: number, host: string): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.on('error', (cause) => reject(bindError(cause, port, host)));
    server.listen(port, host, () => resolve(server.address() as AddressInfo));
  });
}

function bindError(cause: NodeJS.ErrnoException, port: number, host: string): Error {
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `port ${port} is in use. Choose another, or 0 for any free one`,
    EACCES: `port ${port} needs privileges. Choose one above 1023, or 0 for any free one`,
    EADDRNOTAVAIL: 'this machine has no such address',
    ENOTFOUND: 'the name has no address',
  };
  return new Error(`Cannot listen on ${host}:${port}: ${reasons[cause.code ?? ''] ?? cause.message}`, { cause });
}

function close(server: Server, connections: ReadonlySet<Connection>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      for (const connection of connections) connection.destroy();
    }, grace);
    // Already closed is closed.
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    for (const connection of connections) connection.close();
  });
}
