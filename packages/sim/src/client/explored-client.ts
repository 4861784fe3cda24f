import type { ClientConfig } from '@holdfast/engine';
import type { Backend, Runtime } from '@holdfast/wire';
import type { Delivery } from '../world/message-queues.js';
import type { ExploredRequestHandler } from './explored-request-handler.js';
import type { ExploredRetryStrategy } from './explored-retry-strategy.js';

/** What a client of an exploration gets: its own way to everything outside of it. */
export interface ExploredClient<Store = unknown> {
  readonly name: string;
  /** What `open` made of this client's backend. */
  readonly store: Store;
  /** The store, with faults. */
  readonly backend: Backend;
  /** This client's clocks, timers and randomness; those of `backend`. */
  readonly runtime: Runtime;
  /** How often the client has begun, this time included: more than 1 after a crash. */
  readonly starts: number;
  /**
   * The configuration of an AWS SDK v3 client (`DynamoDBClient`, `DynamoDBDocumentClient`) whose requests, attempts and waits in
   * between are steps of the exploration.
   */
  clientConfig(): ExploredClientConfig;
  /**
   * An effect outside of the store, such as a charge on a card. Like a request to the store it can be lost, land late or twice,
   * and lose its answer.
   *
   * @returns what the handler of that name under `effects` returns
   * @throws Error named `TimeoutError` where no answer came
   */
  effect(name: string, payload?: unknown): Promise<unknown>;
  /** A queue that delivers each message at least once. */
  queue<Body = unknown>(name: string): MessageQueue<Body>;
  /**
   * The records of a table's stream in their order, each at least once. A record is handed out again until it is acknowledged,
   * and none behind it before that.
   *
   * @param consumer tells apart consumers that each get all records; the client's name unless given
   */
  stream(tableName: string, consumer?: string): MessageSource<unknown>;
  /**
   * Records `run` as one operation on an object that the clients share, for `linearizable()`.
   */
  operation<Output>(name: string, input: unknown, run: () => Promise<Output>): Promise<Output>;
}

export interface MessageSource<Body> {
  /**
   * The next message. It comes again, to this client or another, unless it is acknowledged.
   *
   * @returns `undefined` once nothing can bring a further message
   */
  receive(): Promise<Delivery<Body> | undefined>;
  acknowledge(delivery: Pick<Delivery, 'id'>): Promise<void>;
}

export interface MessageQueue<Body> extends MessageSource<Body> {
  send(body: Body): Promise<void>;
}

/** What an AWS SDK v3 client needs to take part in an exploration. */
export interface ExploredClientConfig extends Pick<ClientConfig, 'region' | 'endpoint' | 'credentials' | 'signer'> {
  requestHandler: ExploredRequestHandler;
  retryStrategy: ExploredRetryStrategy;
}
