import type { OperationInput, OperationName, OperationOutput } from '../operations/operation.js';
import type { Runtime } from './runtime.js';

/**
 * How one attempt at a request ended.
 *
 * - `answered`: with the result.
 * - `refused`: nothing was changed for certain: the service said no (a failed condition, a throttle, a conflict), or the
 *   request never went out.
 * - `open`: without an answer, or with a 5xx. The service may have acted, or may still do so later.
 */
export interface Attempt {
  readonly end: 'answered' | 'refused' | 'open';
  /** The name of the error that ended it. */
  readonly error?: string;
}

export interface Answer<Output> {
  readonly output: Output;
  /** How each attempt ended, the last one last. Empty where there is no network between caller and engine. */
  readonly attempts: readonly Attempt[];
}

export interface ExecuteOptions {
  /** Aborts waiting. A request that is already out may still be carried out. */
  readonly signal?: AbortSignal | undefined;
  /** The most attempts that may be made, whatever the backend's own policy. */
  readonly maxAttempts?: number | undefined;
  /**
   * No further attempt after an `open` one: for requests whose effect would be doubled if both were carried out.
   * Attempts that were `refused` are repeated as ever.
   */
  readonly stopAfterOpen?: boolean | undefined;
  /**
   * No attempt goes out later than this many milliseconds after the call, by `stopwatch`: for requests that the service
   * would take for new ones by then, such as those under a token that it has forgotten.
   */
  readonly repeatWithin?: number | undefined;
}

/**
 * What a backend can do. What needs more than it can says so before anything is sent, and names what does without.
 */
export interface Capabilities {
  /** Whether TransactWriteItems and TransactGetItems exist. */
  readonly transactions: boolean;
  /**
   * Whether a failed condition brings the stored item along. Without it, nobody can tell which part of a condition failed,
   * nor whether it failed on the write's own earlier attempt.
   */
  readonly returnValuesOnConditionCheckFailure: boolean;
  /** Whether expired items are deleted (UpdateTimeToLive). */
  readonly timeToLive: boolean;
  /** Whether tables have DynamoDB Streams. */
  readonly streams: boolean;
  /**
   * Over how many Regions the tables reach. Over `several` Regions with eventual consistency, conditions and transactions hold
   * within each Region only, and the last writer wins. Over `severalConsistent`, conditions hold everywhere, and there are
   * neither transactions nor time to live.
   *
   * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/V2globaltables_HowItWorks.html
   */
  readonly regions: 'one' | 'several' | 'severalConsistent';
}

/** All that DynamoDB can do with a table in one Region. */
export const everyCapability: Capabilities = {
  transactions: true,
  returnValuesOnConditionCheckFailure: true,
  timeToLive: true,
  streams: true,
  regions: 'one',
};

/**
 * The port between the library and whatever speaks DynamoDB's API. It carries what the service would see: the operation's
 * name and its input, with expression strings and placeholders, never trees.
 */
export interface Backend {
  readonly runtime: Runtime;
  readonly capabilities: Capabilities;
  /**
   * @throws ServiceError where the service answered with an error
   * @throws UnansweredError where no answer came
   */
  execute<Name extends OperationName>(
    operation: Name,
    input: OperationInput<Name>,
    options?: ExecuteOptions,
  ): Promise<Answer<OperationOutput<Name>>>;
}
