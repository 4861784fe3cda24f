import {
  answerRequest,
  type Executor,
  type SdkHandlerOptions,
  type SdkRequest,
  type SdkRequestHandler,
  type SdkResponse,
} from '@holdfast/engine';
import { ServiceError } from '@holdfast/wire';
import type { ClientState } from '../world/client-state.js';
import { storeRequest } from '../world/store-request.js';
import type { World } from '../world/world.js';

/** Carries the requests of an AWS SDK client into an exploration: each attempt is a request of the client to the store. */
export class ExploredRequestHandler implements SdkRequestHandler {
  readonly metadata = { handlerProtocol: 'http/1.1' };
  readonly #world: World;
  readonly #client: ClientState;

  constructor(world: World, client: ClientState) {
    this.#world = world;
    this.#client = client;
  }

  async handle(request: SdkRequest, options: SdkHandlerOptions = {}): Promise<{ response: SdkResponse }> {
    const asked = new Asked(this.#world);
    const early = asked.answer(request);
    if (asked.request === undefined) return { response: early };
    const { operation, input } = asked.request;
    const signal = options.abortSignal instanceof AbortSignal ? options.abortSignal : undefined;
    const output = this.#world.send(this.#client, storeRequest(operation, input), signal);
    return { response: await answered(request, output, this.#world) };
  }

  destroy(): void {}

  updateHttpClientConfig(): void {}

  httpHandlerConfigs(): Record<string, never> {
    return {};
  }
}

/** Takes a request in without carrying it out. */
class Asked implements Executor {
  readonly runtime: Executor['runtime'];
  readonly region: string;
  request: { readonly operation: string; readonly input: unknown } | undefined;

  constructor(world: World) {
    this.runtime = world.engine.runtime;
    this.region = world.engine.region;
  }

  executeUntyped(operation: string, input: unknown): unknown {
    this.request = { operation, input };
    return {};
  }

  answer(request: SdkRequest): SdkResponse {
    return responseTo(this, request);
  }
}

/** Words what the store answered as the service does. */
async function answered(request: SdkRequest, output: Promise<unknown>, { engine }: World): Promise<SdkResponse> {
  const { runtime, region } = engine;
  try {
    const value = await output;
    return responseTo({ runtime, region, executeUntyped: () => value }, request);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const refuse = () => {
      throw error;
    };
    return responseTo({ runtime, region, executeUntyped: refuse }, request);
  }
}

function responseTo(executor: Executor, { headers, body }: SdkRequest): SdkResponse {
  const bytes = typeof body === 'string' || body instanceof Uint8Array ? body : '';
  const {
    status,
    headers: answerHeaders,
    body: answerBody,
  } = answerRequest(executor, { target: headers['x-amz-target'], body: bytes });
  return { statusCode: status, headers: answerHeaders, body: answerBody };
}
