import type { Runtime } from '@holdfast/wire';
import { join, read } from '../footprint/footprint.js';
import type { ClientState } from '../world/client-state.js';
import type { Delivery } from '../world/message-queues.js';
import type { Request } from '../world/process.js';
import type { World } from '../world/world.js';
import { ClientBackend } from './client-backend.js';
import type { ExploredClient, ExploredClientConfig, MessageQueue, MessageSource } from './explored-client.js';
import { ExploredRequestHandler } from './explored-request-handler.js';
import { ExploredRetryStrategy } from './explored-retry-strategy.js';

/** The attempts that the AWS SDK makes by default. */
export const defaultAttempts = 4;

/** What a client reaches the world by, the same in every schedule. */
export class Door {
  readonly backend: ClientBackend;
  readonly runtime: Runtime;
  readonly #world: World;
  readonly #client: ClientState;
  readonly #maxAttempts: number;

  constructor(world: World, client: ClientState, runtime: Runtime, maxAttempts: number) {
    this.#world = world;
    this.#client = client;
    this.#maxAttempts = maxAttempts;
    this.runtime = runtime;
    this.backend = new ClientBackend(world, client, runtime, maxAttempts);
  }

  clientConfig(): ExploredClientConfig {
    return {
      region: this.#world.engine.region,
      endpoint: 'http://holdfast.invalid',
      credentials: { accessKeyId: 'holdfast', secretAccessKey: 'holdfast' },
      signer: { sign: async (request) => request },
      requestHandler: new ExploredRequestHandler(this.#world, this.#client),
      retryStrategy: new ExploredRetryStrategy(this.runtime, this.#maxAttempts),
    };
  }

  client<Store>(store: Store): ExploredClient<Store> {
    const { backend, runtime } = this;
    const { name, starts } = this.#client;
    return {
      name,
      store,
      backend,
      runtime,
      starts,
      clientConfig: () => this.clientConfig(),
      effect: (effect, payload) => this.#send({ target: 'effect', operation: effect, input: payload, writes: true }),
      queue: (queue) => this.#queue(`queue ${queue}`),
      stream: (tableName, consumer = name) => this.#source(`stream ${tableName} ${consumer}`, tableName),
      operation: (operation, input, run) => this.#operation(operation, input, run),
    };
  }

  #send(request: Request): Promise<unknown> {
    return this.#world.send(this.#client, request);
  }

  #queue<Body>(queue: string): MessageQueue<Body> {
    return {
      ...this.#source<Body>(queue, undefined),
      send: async (body) => {
        await this.#send({ target: 'queue', operation: 'send', input: { queue, body }, writes: true });
      },
    };
  }

  #source<Body>(queue: string, stream: string | undefined): MessageSource<Body> {
    const from = { queue, ...(stream !== undefined && { stream }) };
    return {
      receive: async () => {
        const input = { ...from };
        return (await this.#send({ target: 'queue', operation: 'receive', input, writes: true })) as
          | Delivery<Body>
          | undefined;
      },
      acknowledge: async ({ id }) => {
        await this.#send({ target: 'queue', operation: 'acknowledge', input: { ...from, id }, writes: true });
      },
    };
  }

  /** The order of an end and a later beginning counts: that of two beginnings, or of two ends, does not. */
  async #operation<Output>(operation: string, input: unknown, run: () => Promise<Output>): Promise<Output> {
    const world = this.#world;
    const id = world.history.length;
    world.touchNamed('history', join);
    world.history.push({ kind: 'call', client: this.#client.name, id, operation, input });
    const output = await run();
    world.touchNamed('history', read);
    world.history.push({ kind: 'return', id, output });
    return output;
  }
}
