import {
  type Answer,
  type Attempt,
  type Backend,
  type Capabilities,
  type ExecuteOptions,
  everyCapability,
  type OperationInput,
  type OperationName,
  type OperationOutput,
  type Runtime,
  ServiceError,
  stopwatch,
  UnansweredError,
} from '@holdfast/wire';
import type { ClientState } from '../world/client-state.js';
import { storeRequest } from '../world/store-request.js';
import type { World } from '../world/world.js';

/** What the SDK's standard retry mode sends again, apart from what got no answer. */
const retried: ReadonlySet<string> = new Set([
  'InternalServerError',
  'LimitExceededException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ServiceUnavailable',
  'ThrottlingException',
  'TransactionInProgressException',
]);

/**
 * The store as one client sees it, with attempts as the AWS SDK makes them. Between two attempts it does not wait: when each
 * is carried out is for the explorer to choose.
 */
export class ClientBackend implements Backend {
  readonly runtime: Runtime;
  readonly capabilities: Capabilities = everyCapability;
  readonly #world: World;
  readonly #client: ClientState;
  readonly #maxAttempts: number;

  constructor(world: World, client: ClientState, runtime: Runtime, maxAttempts: number) {
    this.#world = world;
    this.#client = client;
    this.runtime = runtime;
    this.#maxAttempts = maxAttempts;
  }

  async execute<Name extends OperationName>(
    operation: Name,
    input: OperationInput<Name>,
    options: ExecuteOptions = {},
  ): Promise<Answer<OperationOutput<Name>>> {
    const {
      signal,
      maxAttempts = this.#maxAttempts,
      stopAfterOpen = false,
      repeatWithin = Number.POSITIVE_INFINITY,
    } = options;
    signal?.throwIfAborted();
    const attempts: Attempt[] = [];
    const age = stopwatch(this.runtime);
    for (;;) {
      try {
        const output = await this.#world.send(this.#client, storeRequest(operation, input), signal);
        attempts.push({ end: 'answered' });
        return { output: output as OperationOutput<Name>, attempts };
      } catch (error) {
        const attempt = attemptOf(error);
        attempts.push(attempt);
        const isLast = attempts.length >= maxAttempts || signal?.aborted === true || age() > repeatWithin;
        if (isLast || (stopAfterOpen && attempt.end === 'open') || !mayRepeat(attempt)) throw ended(error, attempts);
      }
    }
  }
}

function attemptOf(error: unknown): Attempt {
  if (!(error instanceof ServiceError)) return { end: 'open', error: error instanceof Error ? error.name : 'Error' };
  const isOpen = error.name === 'InternalServerError' || error.name === 'ServiceUnavailable';
  return { end: isOpen ? 'open' : 'refused', error: error.name };
}

function mayRepeat({ end, error = '' }: Attempt): boolean {
  return end === 'open' || retried.has(error);
}

function ended(error: unknown, attempts: readonly Attempt[]): unknown {
  if (!(error instanceof ServiceError)) return new UnansweredError('no answer came', attempts, error);
  if (attempts.length === 1) return error;
  const { name, message, item, cancellationReasons } = error;
  return new ServiceError(name, message, {
    attempts,
    cause: error,
    ...(item && { item }),
    ...(cancellationReasons && { cancellationReasons }),
  });
}
