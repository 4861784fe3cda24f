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
}

export interface Capabilities {
  /** Whether TransactWriteItems and TransactGetItems exist. */
  readonly transactions: boolean;
}

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
