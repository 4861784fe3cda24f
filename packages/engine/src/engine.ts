import {
  type Answer,
  type Backend,
  type ExecuteOptions,
  everyCapability,
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
import { CallbackGuard } from './conditions/callback-guard.js';
import type { ServiceConditions } from './conditions/service-conditions.js';
import { EngineState } from './engine-state.js';
import { type LateIndexUpdate, lateIndexUpdates } from './late-indexes/late-index-update.js';
import { termsOfWrite } from './late-indexes/terms-of-write.js';
import type { OperationContext, OperationHandler } from './operations/operation-handler.js';
import { isOperationName, operations } from './operations/operations.js';
import { refuseParameters } from './operations/refuse-parameters.js';
import { namedRequest } from './operations/table-references.js';
import type { StreamOperationHandler } from './stream-operations/stream-operation-handler.js';
import { isStreamOperationName, streamOperations } from './stream-operations/stream-operations.js';
import { expiredItems, expireItems } from './tables/expire-items.js';
import type { ApplyIndexUpdate } from './tables/index-update.js';
import type { Table } from './tables/table.js';
import {
  answeredTransaction,
  type RunningTransaction,
  runningTransaction,
} from './transactions/running-transaction.js';
import type { AnswerWording } from './transactions/running-transactions.js';
import { beginTransaction } from './transactions/write-transaction.js';
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
  /** In which state the service is met; by default none of its troubles. */
  readonly conditions?: ServiceConditions;
}

declare const contents: unique symbol;

/** All that an engine stored at one moment. It does not change, and any engine can go back to it any number of times. */
export interface EngineSnapshot {
  readonly [contents]: true;
}

/** Input and output of each operation that an engine carries out: those of DynamoDB and of DynamoDB Streams. */
export interface EngineOperations extends Operations, StreamOperations {}

/**
 * Amazon DynamoDB in the process: tables, items, indexes, batches, transactions, streams and time to live, with the service's
 * results, errors and limits. Everything lives in memory. For development, tests and one machine.
 */
export interface Engine {
  readonly runtime: Runtime;
  readonly region: string;
  /** In which state the service is met. Setting it replaces all of it, from the next request on. */
  conditions: ServiceConditions;
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
  /**
   * Takes in a TransactWriteItems and leaves its steps to the caller, so that other requests can come in between.
   *
   * @throws ServiceError where the request itself is at fault, or one with its token is still running
   */
  begin(operation: 'TransactWriteItems', input: OperationInput<'TransactWriteItems'>): RunningTransaction;
  /** The transactions under way in the order in which they began, the abandoned ones too. */
  runningTransactions(): readonly RunningTransaction[];
  /** The engine as a backend of the library. There is no network, so no attempt is ever in doubt. */
  backend(): Backend;
  /**
   * Deletes every item whose time to live has come, by the runtime's clock, as the service does some time after; streams tell
   * these deletions by their `userIdentity`. Items that expired more than five years ago stay, as they do in the service, and
   * for as long as it runs, those of a transaction under way.
   *
   * @returns how many there were
   * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/howitworks-ttl.html
   */
  expireItems(): number;
  /**
   * The updates of global secondary indexes that are on their way, in the order of the writes; none unless
   * {@link ServiceConditions.lateIndexUpdates} holds them back.
   */
  pendingIndexUpdates(): readonly LateIndexUpdate[];
  /**
   * Lets index updates arrive.
   *
   * @param id which one; all of them by default
   * @throws RangeError where none that is ready has the id
   */
  applyIndexUpdates(id?: number): void;
  /**
   * Keeps the present state, all but the conditions; costs in proportion to the tables and to what is under way, then to what
   * changes.
   */
  snapshot(): EngineSnapshot;
  /** Goes back to a kept state, of this engine or of another. Time and the conditions do not go back with it. */
  restore(snapshot: EngineSnapshot): void;
}

/** An empty engine. */
export function createEngine(options: EngineOptions = {}): Engine {
  const { runtime = systemRuntime, region = 'us-east-1', expireAfter, conditions = {} } = options;
  if (expireAfter !== undefined && !(expireAfter >= 0)) {
    throw new RangeError(`expireAfter is a number of milliseconds, 0 or more; got ${expireAfter}`);
  }
  return new InProcessEngine(runtime, region, expireAfter, conditions);
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
  readonly #guard = new CallbackGuard();
  #state = EngineState.empty();
  #conditions: ServiceConditions;
  #guarded: ServiceConditions;

  constructor(runtime: Runtime, region: string, expireAfter: number | undefined, conditions: ServiceConditions) {
    this.runtime = runtime;
    this.region = region;
    this.#expireAfter = expireAfter;
    this.#conditions = conditions;
    this.#guarded = this.#guard.guarded(conditions);
  }

  get conditions(): ServiceConditions {
    return this.#conditions;
  }

  set conditions(conditions: ServiceConditions) {
    this.#guard.refuseWhileAsking('set the conditions');
    const before = this.#conditions;
    this.#conditions = conditions;
    // Writes in between are not remembered, so that what was known before them is not the past any more.
    if (before.staleReads === undefined || conditions.staleReads === undefined) this.#state.versions.forget();
    this.#guarded = this.#guard.guarded(conditions);
    this.#recordVersions();
  }

  execute<Name extends keyof EngineOperations>(
    operation: Name,
    input: EngineOperations[Name]['input'],
  ): EngineOperations[Name]['output'] {
    return this.executeUntyped(operation, input) as EngineOperations[Name]['output'];
  }

  executeUntyped(operation: string, input: unknown): unknown {
    this.#guard.refuseWhileAsking('call execute()');
    this.#expireInTime();
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
    const request = namedRequest(operation, this.region, input);
    const named = request.input as OperationInput<Name>;
    refuseParameters(handler, named);
    const output = request.answer(this.#givingBack(() => handler.handle(this.#context(), named)));
    this.#recordVersions();
    return output as OperationOutput<Name>;
  }

  #executeOnStreams<Name extends StreamOperationName>(
    operation: Name,
    input: StreamOperationInput<Name>,
  ): StreamOperationOutput<Name> {
    const handler: StreamOperationHandler<Name> = streamOperations[operation];
    checkShape(handler.shape, input);
    return handler.handle(this.#context(), input);
  }

  /** Carries out a request; where a function of the conditions is why it fails, it has used no capacity. */
  #givingBack<Output>(request: () => Output): Output {
    if (!this.#conditions.throttling) return request();
    const { buckets } = this.#state;
    const before = buckets.clone();
    try {
      return request();
    } catch (error) {
      if (this.#guard.isAtFault(error)) buckets.restore(before);
      throw error;
    }
  }

  begin(operation: 'TransactWriteItems', input: OperationInput<'TransactWriteItems'>): RunningTransaction {
    this.#guard.refuseWhileAsking('call begin()');
    if (operation !== 'TransactWriteItems') {
      throw new TypeError(`only TransactWriteItems has steps; ${String(operation)} is carried out by execute()`);
    }
    this.#expireInTime();
    const handler = operations[operation];
    checkShape(handler.shape, input);
    const request = namedRequest(operation, this.region, input);
    const named = request.input as typeof input;
    refuseParameters(handler, named);
    const worded = request.answer as AnswerWording;
    const beginning = beginTransaction(this.#context(), named, worded);
    return beginning.kind === 'repeated'
      ? answeredTransaction(beginning.output)
      : this.#running(beginning.transaction.id);
  }

  runningTransactions(): readonly RunningTransaction[] {
    return this.#state.transactions.ids().map((id) => this.#running(id));
  }

  pendingIndexUpdates(): readonly LateIndexUpdate[] {
    return lateIndexUpdates(this.#state.indexUpdates, this.#state.tables);
  }

  applyIndexUpdates(id?: number): void {
    this.#guard.refuseWhileAsking('call applyIndexUpdates()');
    const { indexUpdates, tables } = this.#state;
    const apply: ApplyIndexUpdate = ({ tableName, indexName, key, before, after }) =>
      tables.find(tableName)?.updateIndex(indexName, key, before, after);
    if (id === undefined) indexUpdates.applyAll(apply);
    else indexUpdates.apply(id, apply);
    this.#recordVersions();
  }

  expireItems(): number {
    this.#guard.refuseWhileAsking('call expireItems()');
    return this.#expire(0);
  }

  #expireInTime(): void {
    if (this.#expireAfter !== undefined) this.#expire(this.#expireAfter);
  }

  /** Deletes what expired more than `delay` milliseconds ago, apart from what a running transaction holds. */
  #expire(delay: number): number {
    const { tables, transactions } = this.#state;
    const isHeld = (table: Table, key: string) => transactions.holds(table, key);
    const expired = expiredItems(tables, this.runtime.now() - delay, isHeld);
    if (expired.length === 0) return 0;
    expireItems(expired, termsOfWrite(this.#context(), expired));
    this.#recordVersions();
    return expired.length;
  }

  backend(): Backend {
    return {
      runtime: this.runtime,
      capabilities: everyCapability,
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
    this.#guard.refuseWhileAsking('call restore()');
    const state = Snapshot.stateOf(snapshot);
    state.transactions.numberAfter(this.#state.transactions);
    this.#state = state;
    if (this.#conditions.staleReads === undefined) this.#state.versions.forget();
    this.#recordVersions();
  }

  #context(): OperationContext {
    return {
      state: this.#state,
      runtime: this.runtime,
      region: this.region,
      conditions: this.#guarded,
      recordVersions: this.#recordVersions,
    };
  }

  #running(id: number): RunningTransaction {
    return runningTransaction(id, {
      context: () => this.#context(),
      beforeStep: () => this.#guard.refuseWhileAsking('take a step of a transaction'),
      afterCommit: this.#recordVersions,
    });
  }

  readonly #recordVersions = (): void => {
    if (this.#conditions.staleReads === undefined) return;
    this.#state.versions.record(this.#state.tables.all(), this.runtime.monotonic());
  };
}
