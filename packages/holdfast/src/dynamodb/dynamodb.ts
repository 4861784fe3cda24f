import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  type Answer,
  type Backend,
  type Capabilities,
  type ExecuteOptions,
  everyCapability,
  type OperationInput,
  type OperationName,
  type OperationOutput,
  type Runtime,
  systemRuntime,
} from '@holdfast/wire';
import { AttemptLog } from './attempt-log.js';
import { commandFor } from './commands.js';
import { toBackendError } from './to-backend-error.js';

export interface DynamoDBOptions {
  /**
   * What stands behind the client, where it can do less than DynamoDB with a table in one Region: an emulator without
   * transactions (`{ transactions: false }`), a global table (`{ regions: 'several' }`; `severalConsistent` has no transactions
   * and no time to live unless said otherwise).
   */
  readonly capabilities?: Partial<Capabilities>;
  /** Clocks, timers and randomness; those of the process unless given. */
  readonly runtime?: Runtime;
}

/**
 * Reaches DynamoDB through the AWS SDK's client, with the client's own credentials, endpoint and retry policy.
 *
 * ```ts
 * import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
 * import { dynamodb } from 'holdfast/dynamodb';
 *
 * const backend = dynamodb(new DynamoDBClient({}));
 * ```
 *
 * The SDK tells only how its last attempt ended. This backend sees every one of them, since a condition that failed after
 * an attempt without an answer may have failed on the write's own effect.
 */
export function dynamodb(client: DynamoDBClient, options: DynamoDBOptions = {}): Backend {
  const { capabilities = {}, runtime = systemRuntime } = options;
  const missing = capabilities.regions === 'severalConsistent' ? { transactions: false, timeToLive: false } : {};
  return new DynamoDBBackend(client, runtime, { ...everyCapability, ...missing, ...capabilities });
}

class DynamoDBBackend implements Backend {
  readonly runtime: Runtime;
  readonly capabilities: Capabilities;
  readonly #client: DynamoDBClient;

  constructor(client: DynamoDBClient, runtime: Runtime, capabilities: Capabilities) {
    this.#client = client;
    this.runtime = runtime;
    this.capabilities = capabilities;
  }

  async execute<Name extends OperationName>(
    operation: Name,
    input: OperationInput<Name>,
    options: ExecuteOptions = {},
  ): Promise<Answer<OperationOutput<Name>>> {
    options.signal?.throwIfAborted();
    const command = commandFor(operation, input);
    const log = new AttemptLog(options, this.runtime);
    log.observe(command.middlewareStack);
    try {
      // always with options: without, a client with `cacheMiddleware` sends every command by the first one's middleware
      const { signal } = options;
      const output =
        signal === undefined
          ? await Promise.race([this.#client.send(command, {}), log.ended])
          : await untilAborted(signal, Promise.race([this.#client.send(command, { abortSignal: signal }), log.ended]));
      return { output: output as unknown as OperationOutput<Name>, attempts: log.attempts };
    } catch (error) {
      throw toBackendError(error, options.signal?.aborted ? log.abandoned() : log.attempts);
    }
  }
}

/** Not every request handler, and no wait between two attempts, ends with the signal. */
function untilAborted<Output>(signal: AbortSignal, sent: Promise<Output>): Promise<Output> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    sent.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
