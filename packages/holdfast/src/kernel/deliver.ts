import {
  type Attempt,
  type Backend,
  type OperationInput,
  type OperationName,
  type OperationOutput,
  ServiceError,
  UnansweredError,
} from '@holdfast/wire';
import { fromBackend } from '../errors/from-backend.js';
import { InDoubtError } from '../errors/in-doubt-error.js';
import { ValidationError } from '../errors/usage-errors.js';
import { fullJitter, untilAnswered } from './backoff.js';

/** Bounds of one call. */
export interface SendOptions {
  /** Stops waiting. Where the write may be out already, the call ends in an `InDoubtError`. */
  readonly signal?: AbortSignal | undefined;
  /** The most attempts to make, on any backend and whatever the client's own setting; a whole number from 1. */
  readonly maxAttempts?: number | undefined;
}

/** A write on its way, with what its answers mean. */
export interface Delivery<Name extends OperationName, Result> {
  readonly backend: Backend;
  /** Names the write in messages. */
  readonly what: string;
  readonly operation: Name;
  readonly input: OperationInput<Name>;
  /** Whether the same request may go out again after an attempt without an answer. */
  readonly repeatable: boolean;
  applied(output: OperationOutput<Name>): Result;
  /**
   * What a refusal means.
   *
   * @param open whether an earlier attempt had no answer, so that the refusal may be met by the write's own effect
   * @returns the result; `repeat` where only the same request can tell; `doubt` where nothing can; `undefined` where the
   * refusal is none of the write's own
   */
  refused(error: ServiceError, open: boolean): Result | 'repeat' | 'doubt' | undefined;
}

/** How often one request is sent again, after the backend has done its own attempts, while its answer is open. */
const rounds = 10;

/**
 * Sends a write and finds out how it ended: *applied* and *refused* only on proof, else in doubt.
 *
 * @throws InDoubtError where the write may have taken place and nothing proves it
 * @throws HoldfastError of the kind that fits, where the write certainly did not take place
 */
export async function deliver<Name extends OperationName, Result extends object>(
  delivery: Delivery<Name, Result>,
  options: SendOptions = {},
): Promise<Result> {
  const { backend, what } = delivery;
  checkOptions(options, what);
  const attempts: Attempt[] = [];
  for (let round = 0; ; round += 1) {
    try {
      const answer = await backend.execute(delivery.operation, delivery.input, {
        signal: options.signal,
        maxAttempts: options.maxAttempts === undefined ? undefined : options.maxAttempts - attempts.length,
        stopAfterOpen: !delivery.repeatable,
      });
      return delivery.applied(answer.output);
    } catch (error) {
      if (!(error instanceof ServiceError) && !(error instanceof UnansweredError)) {
        // an abort, say, before this round's first attempt: what went out before is no less open
        if (attempts.some((attempt) => attempt.end === 'open')) throw inDoubt(what, attempts, error);
        throw options.signal?.aborted ? error : fromBackend(error, what);
      }
      attempts.push(...(error.attempts.length > 0 ? error.attempts : [{ end: 'refused', error: error.name } as const]));
      const open = attempts.some((attempt) => attempt.end === 'open');
      const meaning = error instanceof ServiceError ? delivery.refused(error, open) : undefined;
      if (typeof meaning === 'object') return meaning;
      if (meaning === 'doubt') throw inDoubt(what, attempts, error);
      if (!open && meaning !== 'repeat') throw refusal(error, what, options.signal);
      const isSpent = round + 1 >= rounds || attempts.length >= (options.maxAttempts ?? Number.POSITIVE_INFINITY);
      if (!delivery.repeatable || isSpent || options.signal?.aborted) {
        throw open ? inDoubt(what, attempts, error) : fromBackend(error, what);
      }
      await pause(delivery, attempts, round, options.signal);
    }
  }
}

async function pause(
  { backend: { runtime }, what }: Pick<Delivery<OperationName, object>, 'backend' | 'what'>,
  attempts: readonly Attempt[],
  round: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  try {
    await runtime.sleep(fullJitter(runtime, untilAnswered, round), signal);
  } catch (reason) {
    throw inDoubt(what, attempts, reason);
  }
}

function refusal(error: ServiceError | UnansweredError, what: string, signal: AbortSignal | undefined): unknown {
  return error instanceof UnansweredError && signal?.aborted ? signal.reason : fromBackend(error, what);
}

function inDoubt(what: string, attempts: readonly Attempt[], cause: unknown): InDoubtError {
  const ends = attempts.map((attempt) =>
    attempt.error === undefined ? attempt.end : `${attempt.end} (${attempt.error})`,
  );
  return new InDoubtError(
    `${what} may or may not have taken place: ${ends.join(', then ')}, and nothing stored proves either`,
    attempts,
    cause,
  );
}

export function checkOptions({ maxAttempts }: SendOptions, what: string): void {
  if (maxAttempts === undefined || (Number.isInteger(maxAttempts) && maxAttempts >= 1)) return;
  throw new ValidationError(`${what}: maxAttempts is a whole number from 1, not ${maxAttempts}`);
}
