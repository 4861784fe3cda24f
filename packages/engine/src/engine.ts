import {
  type Answer,
  type Backend,
  type ExecuteOptions,
  type OperationInput,
  type OperationName,
  type OperationOutput,
  type Operations,
  type Runtime,
  ServiceError,
  type StreamOperationInput,
  type StreamOperationName,
  type StreamOperationOutput,
  type StreamOperations,
  systemRuntime,
} from '@holdfast/wire';
import { EngineState } from './engine-state.js';
import type { OperationContext, OperationHandler } from './operations/operation-handler.js';
import { isOperationName, operations } from './operations/operations.js';
import { refuseParameters } from './operations/refuse-parameters.js';
import type { StreamOperationHandler } from './stream-operations/stream-operation-handler.js';
import { isStreamOperationName, streamOperations } from './stream-operations/stream-operations.js';
import { expireItems } from './tables/expire-items.js';
import { checkShape } from './validation/check-shape.js';

export interface EngineOptions {
  /** Time and chance as the engine sees them; the process's own by default. */
  readonly runtime?: Runtime;
  /** The Region in the tables' ARNs; `us-east-1` by default. */
  readonly region?: string;
  /**
   * How long after its time an expired item is deleted, in milliseconds: by the first request after that, whatever it is, and
   * before it is carried out. Unless given, nothing but {@link Engine.expireItems} deletes expired items; the service may take
   * days, so code that relies on their being gone is wrong.
   */
  readonly expireAfter?: number;
}

declare const contents: unique symbol;

/** All that an engine stored at one moment. It does not change, and any engine can go back to it any number of times. */
export interface EngineSnapshot {
  readonly [contents]: true;
}

/** Input and output of each operation that an engine carries out: those of DynamoDB and of DynamoDB Streams. */
export interface EngineOperations extends Operations, StreamOperations {}

/**
 * Amazon DynamoDB in the process: tables, items, conditions and transactions, with the service's results, errors and limits.
 * Everything lives in memory. For development, tests and one machine.
 */
export interface Engine {
  readonly runtime: Runtime;
  readonly region: string;
  /**
   * One request in, its answer out, synchronously. Neither input nor output shares memory with what is stored.
   *
   * @throws ServiceError as the service answers with an error
   * @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Operations_Amazon_DynamoDB.html
   * @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Operations_Amazon_DynamoDB_Streams.html
   */
  execute<Name extends keyof EngineOperations>(
    operation: Name,
    input: EngineOperations[Name]['input'],
  ): EngineOperations[Name]['output'];
  /**
   * As {@link execute}, for a request that nobody has typed, such as one that came over the wire. Binary values are bytes.
   *
   * @throws ServiceError UnknownOperationException for an operation that the engine does not have, SerializationException for
   *   JSON of the wrong types, else as `execute`
   */
  executeUntyped(operation: string, input: unknown): unknown;
  /** The engine as a backend of the library. There is no network, so no attempt is ever in doubt. */
  backend(): Backend;
  /**
   * Deletes every item whose time to live has come, by the runtime's clock, as the service does some time after; streams tell
   * these deletions by their `userIdentity`. Items that expired more than five years ago stay, as they do in the service.
   *
   * @returns how many there were
   * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/howitworks-ttl.html
   */
  expireItems(): number;
  /** Keeps the present state; costs in proportion to the number of tables, then to what changes. */
  snapshot(): EngineSnapshot;
  /** Goes back to a kept state, of this engine or of another. Time does not go back with it. */
  restore(snapshot: EngineSnapshot): void;
}

/** An empty engine. */
export function createEngine(options: EngineOptions = {}): Engine {
  const { runtime = systemRuntime, region = 'us-east-1', expireAfter } = options;
  if (expireAfter !== undefined && !(expireAfter >= 0)) {
    throw new RangeError(`expireAfter is a number of milliseconds, 0 or more; got ${expireAfter}`);
  }
  return new InProcessEngine(runtime, region, expireAfter);
}

class Snapshot implements EngineSnapshot {
  declare readonly [contents]: true;
  readonly #state: EngineState;

  constructor(state: EngineState) {
    this.#state = state.clone();
  }

  static stateOf(snapshot: EngineSnapshot): EngineState {
    if (!(snapshot instanceof Snapshot)) {
      throw new TypeError('an engine can only restore what snapshot() of an engine returned');
    }
    return snapshot.#state.clone();
  }
}

class InProcessEngine implements Engine {
  readonly runtime: Runtime;
  readonly region: string;
  readonly #expireAfter: number | undefined;
  #state = EngineState.empty();

  constructor(runtime: Runtime, region: string, expireAfter: number | undefined) {
    this.runtime = runtime;
    this.region = region;
    this.#expireAfter = expireAfter;
  }

  execute<Name extends keyof EngineOperations>(
    operation: Name,
    input: EngineOperations[Name]['input'],
  ): EngineOperations[Name]['output'] {
    return this.executeUntyped(operation, input) as EngineOperations[Name]['output'];
  }

  executeUntyped(operation: string, input: unknown): unknown {
    if (this.#expireAfter !== undefined) this.#expire(this.#expireAfter);
    return isStreamOperationName(operation)
      ? this.#executeOnStreams(operation, input as StreamOperationInput<typeof operation>)
      : this.#executeOnTables(operation as OperationName, input as OperationInput<OperationName>);
  }

  #executeOnTables<Name extends OperationName>(operation: Name, input: OperationInput<Name>): OperationOutput<Name> {
    if (!isOperationName(operation)) {
      throw new ServiceError('UnknownOperationException', `The engine has no operation ${operation}`);
    }
    const handler: OperationHandler<Name> = operations[operation];
    checkShape(handler.shape, input);
    refuseParameters(handler, input);
    return handler.handle(this.#context(), input);
  }

  #executeOnStreams<Name extends StreamOperationName>(
    operation: Name,
    input: StreamOperationInput<Name>,
  ): StreamOperationOutput<Name> {
    const handler: StreamOperationHandler<Name> = streamOperations[operation];
    checkShape(handler.shape, input);
    return handler.handle(this.#context(), input);
  }

  #context(): OperationContext {
    return { state: this.#state, runtime: this.runtime, region: this.region };
  }

  expireItems(): number {
    return this.#expire(0);
  }

  /** Deletes what expired more than `delay` milliseconds ago. */
  #expire(delay: number): number {
    const now = this.runtime.now();
    return expireItems(this.#state.tables, now - delay, now);
  }

  backend(): Backend {
    return {
      runtime: this.runtime,
      capabilities: { transactions: true },
      execute: async <Name extends OperationName>(
        operation: Name,
        input: OperationInput<Name>,
        options: ExecuteOptions = {},
      ): Promise<Answer<OperationOutput<Name>>> => {
        options.signal?.throwIfAborted();
        return { output: this.executeUntyped(operation, input) as OperationOutput<Name>, attempts: [] };
      },
    };
  }

  snapshot(): EngineSnapshot {
    return new Snapshot(this.#state);
  }

  restore(snapshot: EngineSnapshot): void {
    this.#state = Snapshot.stateOf(snapshot);
  }
}
