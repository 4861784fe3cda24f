import { answerRequest } from '../protocol/answer-request.js';
import type { Executor } from '../protocol/executor.js';
import type {
  SdkAbortSignal,
  SdkHandlerOptions,
  SdkRequest,
  SdkRequestHandler,
  SdkResponse,
} from './request-handler.js';

/**
 * Carries the requests of an AWS SDK client to an engine in the same process, without a socket.
 *
 * Each request is carried out on a later turn of the event loop, so that concurrent callers interleave as they do over
 * a network. A request aborted before its turn is not carried out.
 */
export class EngineRequestHandler implements SdkRequestHandler {
  readonly metadata = { handlerProtocol: 'http/1.1' };
  readonly #engine: Executor;

  constructor(engine: Executor) {
    this.#engine = engine;
  }

  /** @throws Error named `AbortError` where the request's signal is aborted before the answer */
  handle(request: SdkRequest, options: SdkHandlerOptions = {}): Promise<{ response: SdkResponse }> {
    return new Promise((resolve, reject) => {
      const signal = options.abortSignal;
      if (signal?.aborted) {
        reject(abortError(signal));
        return;
      }
      const target = request.headers['x-amz-target'];
      const body = bodyOf(request);
      const turn = setImmediate(() => {
        stopWatching?.();
        resolve({ response: this.#answer(target, body) });
      });
      const stopWatching =
        signal &&
        onAbort(signal, () => {
          clearImmediate(turn);
          reject(abortError(signal));
        });
    });
  }

  destroy(): void {}

  updateHttpClientConfig(): void {}

  httpHandlerConfigs(): Record<string, never> {
    return {};
  }

  #answer(target: string | undefined, body: Uint8Array | string): SdkResponse {
    const answer = answerRequest(this.#engine, { target, body });
    return { statusCode: answer.status, headers: answer.headers, body: answer.body };
  }
}

function bodyOf(request: SdkRequest): Uint8Array | string {
  const { body } = request;
  if (typeof body === 'string' || body instanceof Uint8Array) return body;
  if (body === undefined || body === null) return '';
  throw new TypeError('The body of a request to DynamoDB is a string or bytes; got a stream or another object');
}

/** Calls `listener` when `signal` is aborted, and returns how to stop that. */
function onAbort(signal: SdkAbortSignal, listener: () => void): () => void {
  if (signal.addEventListener) {
    signal.addEventListener('abort', listener, { once: true });
    return () => signal.removeEventListener?.('abort', listener);
  }
  signal.onabort = listener;
  return () => {
    if (signal.onabort === listener) signal.onabort = null;
  };
}

function abortError(signal: SdkAbortSignal): Error {
  const error = new Error('Request aborted', { cause: signal.reason });
  error.name = 'AbortError';
  return error;
}
