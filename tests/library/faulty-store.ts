import { Readable } from 'node:stream';
import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import {
  clientConfig,
  createEngine,
  type Engine,
  type SdkRequest,
  type SdkRequestHandler,
  type SdkResponse,
} from '@holdfast/engine';
import { type Backend, type Runtime, systemRuntime } from '@holdfast/wire';
import { dynamodb } from 'holdfast/dynamodb';

/**
 * What happens to one write request on its way.
 *
 * - `lost`: it never arrives. `unanswered`: it is carried out, and the answer is lost. `late`: the client sees a dropped
 *   socket, and the request is carried out when {@link FaultyStore.land} says so.
 * - `carried out, never answered`: the client waits for ever, as one that has crashed.
 * - `cut`: it is carried out, and the connection breaks in the middle of the answer.
 * - `twice`: it is carried out twice, and the first answer arrives.
 * - `throttled`, `conflict`: the service refuses it. `in progress`: the service says that it is still at it, and is done with
 *   it when {@link FaultyStore.land} says so. `failing`: the service answers 500 after carrying it out.
 */
export type Fate =
  | 'carried out, never answered'
  | 'carried out'
  | 'lost'
  | 'unanswered'
  | 'cut'
  | 'late'
  | 'twice'
  | 'throttled'
  | 'conflict'
  | 'in progress'
  | 'failing';

/** A way to a store on which write requests meet the fates that a test writes down. */
export interface Faults {
  /**
   * The fates of the next write requests, in order; those after them are carried out. A function runs before its request
   * and gives the request's fate.
   */
  meet(...fates: readonly (Fate | (() => Promise<Fate>))[]): void;
  /** Carries out the requests that were late. */
  land(): Promise<void>;
  /** How many write requests went out. */
  readonly writes: number;
}

/** An engine behind the real AWS SDK, with faults between the two. */
export interface FaultyStore extends Faults {
  readonly engine: Engine;
  readonly backend: Backend;
  readonly client: DynamoDBClient;
}

/** Waits end at once. */
export const impatient: Runtime = {
  ...systemRuntime,
  sleep: async (_milliseconds, signal) => signal?.throwIfAborted(),
};

export function faultyStore(options: DynamoDBClientConfig = {}): FaultyStore {
  const engine = createEngine();
  const config = clientConfig(engine);
  const client = new DynamoDBClient({ ...config, ...options });
  const faults = withFaults(client);
  return Object.assign(faults, { engine, client, backend: dynamodb(client, { runtime: impatient }) });
}

/** Puts faults between a client and its store. */
export function withFaults(client: DynamoDBClient): Faults {
  const fates: (Fate | (() => Promise<Fate>))[] = [];
  const withheld: SdkRequest[] = [];
  const store = { writes: 0 };
  const inner = client.config.requestHandler as unknown as SdkRequestHandler;
  const handle: typeof inner.handle = async (request, options) => {
    if (!isWrite(request)) return inner.handle(request, options);
    store.writes += 1;
    const next = fates.shift() ?? 'carried out';
    const fate = typeof next === 'function' ? await next() : next;
    switch (fate) {
      case 'carried out':
        return inner.handle(request, options);
      case 'lost':
        throw droppedSocket();
      case 'late':
        withheld.push(request);
        throw droppedSocket();
      case 'carried out, never answered':
        await inner.handle(request);
        return new Promise(() => {});
      case 'cut': {
        const { response } = await inner.handle(request);
        return { response: { ...response, body: brokenBody() } };
      }
      case 'twice': {
        const first = await inner.handle(request);
        await inner.handle(request);
        return first;
      }
      case 'unanswered':
        await inner.handle(request);
        throw droppedSocket();
      case 'failing':
        await inner.handle(request);
        return answer(500, 'InternalServerError');
      case 'throttled':
        return answer(400, 'ProvisionedThroughputExceededException');
      case 'in progress':
        withheld.push(request);
        return answer(400, 'TransactionInProgressException');
      case 'conflict':
        return conflict(request);
    }
  };
  client.config.requestHandler = Object.assign(Object.create(inner), { handle });
  return Object.assign(store, {
    meet: (...next: typeof fates) => void fates.push(...next),
    land: async () => {
      for (const request of withheld.splice(0)) await inner.handle(request);
    },
  });
}

function isWrite({ headers }: SdkRequest): boolean {
  return /\.(Put|Update|Delete|BatchWrite|TransactWrite)Items?$/.test(headers['x-amz-target'] ?? '');
}

function brokenBody(): Readable {
  return new Readable({
    read() {
      this.push('{"Attr');
      this.destroy(droppedSocket());
    },
  });
}

function droppedSocket(): Error {
  return Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
}

function answer(statusCode: number, name: string, members: object = {}): { response: SdkResponse } {
  const body = JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: name, ...members });
  const headers = { 'content-type': 'application/x-amz-json-1.0' };
  return { response: { statusCode, headers, body: new TextEncoder().encode(body) } };
}

function conflict(request: SdkRequest): { response: SdkResponse } {
  if (!request.headers['x-amz-target']?.endsWith('TransactWriteItems'))
    return answer(400, 'TransactionConflictException');
  const body: { readonly TransactItems: readonly unknown[] } = JSON.parse(String(request.body));
  const CancellationReasons = body.TransactItems.map((_, index) => ({
    Code: index === 0 ? 'TransactionConflict' : 'None',
  }));
  return answer(400, 'TransactionCanceledException', { CancellationReasons });
}
