import {
  type Attempt,
  type Backend,
  type OperationInput,
  type OperationName,
  type OperationOutput,
  ServiceError,
  stopwatch,
  UnansweredError,
} from '@holdfast/wire';
import { fromBackend } from '../errors/from-backend.js';
import { InDoubtError } from '../errors/in-doubt-error.js';
import type { Doubt } from '../errors/resolution.js';
import { fullJitter, untilAnswered } from './backoff.js';
import type { PreparedWrite } from './prepare.js';
import { type SendOptions, untilDeadline } from './send-options.js';
import { noteChange } from './stored-origin.js';
import { againByToken } from './token.js';

export type { SendOptions } from './send-options.js';

/** A write on its way, with what its answers mean. */
export interface Delivery<Name extends OperationName, Result> {
  readonly backend: Backend;
  /** Names the write in messages. */
  readonly what: string;
  readonly operation: Name;
  readonly input: OperationInput<Name>;
  /** What is in it. */
  readonly writes: readonly PreparedWrite[];
  /** Whether the same request may go out again after an attempt without an answer. */
  readonly repeatable: boolean;
  /** For how many milliseconds after the call the service takes the same request for a repetition; for good unless given. */
  readonly repeatWithin?: number;
  /** How a doubt can be resolved later. */
  readonly doubt?: Doubt;
  applied(output: OperationOutput<Name>): Result;
  /**
   * What a refusal means.
   *
   * @param open whether an earlier attempt had no answer, so that the refusal may be met by the write's own effect
   * @param isLate whether the service may have taken the last attempt for a new request
   * @returns the result; `repeat` where only the same request can tell; `doubt` where nothing can; `undefined` where the
   * refusal is none of the write's own
   */
  refused(error: ServiceError, open: boolean, isLate: boolean): Result | 'repeat' | 'doubt' | undefined;
}

/** How often one request is sent, after the backend has done its own attempts, while its answer is open. */
const rounds = 10;
/**
 * How often where the service says that it is still at work. It may need five seconds and more to recover a transaction,
 * counted from the first attempt; these last for about half a minute.
 */
const roundsInProgress = 30;

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
  return untilDeadline(delivery.backend.runtime, delivery, options, (bounded) => deliverWithin(delivery, bounded));
}

async function deliverWithin<Name extends OperationName, Result extends object>(
  delivery: Delivery<Name, Result>,
  { signal, maxAttempts = Number.POSITIVE_INFINITY }: SendOptions,
): Promise<Result> {
  const { backend, repeatWithin = Number.POSITIVE_INFINITY } = delivery;
  const age = stopwatch(backend.runtime);
  const attempts: Attempt[] = [];
  for (let round = 0; ; round += 1) {
    try {
      const answer = await backend.execute(delivery.operation, delivery.input, {
        signal,
        maxAttempts: Number.isFinite(maxAttempts) ? maxAttempts - attempts.length : undefined,
        stopAfterOpen: !delivery.repeatable,
        repeatWithin: Number.isFinite(repeatWithin) ? repeatWithin - age() : undefined,
      });
      noteChange(delivery.writes);
      return delivery.applied(answer.output);
    } catch (error) {
      if (!(error instanceof ServiceError) && !(error instanceof UnansweredError)) {
        // an abort, say, before this round's first attempt: what went out before is no less open
        if (attempts.some(mayAct)) throw inDoubt(delivery, attempts, error);
        throw signal?.aborted ? error : fromBackend(error, delivery.what);
      }
      attempts.push(...(error.attempts.length > 0 ? error.attempts : [{ end: 'refused', error: error.name } as const]));
      const mayHaveHappened = attempts.some(mayAct);
      if (mayHaveHappened) noteChange(delivery.writes);
      const isLate = age() > repeatWithin;
      const meaning = error instanceof ServiceError ? delivery.refused(error, mayHaveHappened, isLate) : undefined;
      if (typeof meaning === 'object') return meaning;
      if (meaning === 'doubt') throw inDoubt(delivery, attempts, error);
      if (!mayHaveHappened && meaning !== 'repeat') throw refusal(error, delivery.what, signal);
      const isSpent = round + 1 >= (meaning === 'repeat' ? roundsInProgress : rounds) || attempts.length >= maxAttempts;
      if (!delivery.repeatable || isSpent || signal?.aborted) {
        // of a transaction in progress, the error itself says that it may take place; any other refusal hides the open attempt
        const isInProgress = error instanceof ServiceError && error.name === 'TransactionInProgressException';
        throw mayHaveHappened && !isInProgress ? inDoubt(delivery, attempts, error) : fromBackend(error, delivery.what);
      }
      await pause(delivery, attempts, round, signal);
      if (age() > repeatWithin) throw inDoubt(delivery, attempts, error);
    }
  }
}

/** Whether the service may be carrying the request out, whatever became of this attempt. */
function mayAct({ end, error }: Attempt): boolean {
  return end === 'open' || error === 'TransactionInProgressException';
}

type Doubtful = Pick<Delivery<OperationName, object>, 'backend' | 'what' | 'doubt'>;

async function pause(
  delivery: Doubtful,
  attempts: readonly Attempt[],
  round: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { runtime } = delivery.backend;
  try {
    await runtime.sleep(fullJitter(runtime, untilAnswered, round), signal);
  } catch (reason) {
    throw inDoubt(delivery, attempts, reason);
  }
}

function refusal(error: ServiceError | UnansweredError, what: string, signal: AbortSignal | undefined): unknown {
  return error instanceof UnansweredError && signal?.aborted ? signal.reason : fromBackend(error, what);
}

function inDoubt({ what, doubt }: Doubtful, attempts: readonly Attempt[], cause: unknown): InDoubtError {
  const way = doubt?.token === undefined ? '' : `; ${againByToken}`;
  return new InDoubtError(
    `${what} may or may not have taken place, and nothing stored proves either; its attempts: ${endsOf(attempts)}${way}`,
    attempts,
    cause,
    doubt,
  );
}

/** `1 refused (ThrottlingException), then 3 without a clear answer (TimeoutError)`. */
function endsOf(attempts: readonly Attempt[]): string {
  const ends: { readonly end: string; count: number }[] = [];
  for (const attempt of attempts) {
    const error = attempt.error === undefined ? '' : ` (${attempt.error})`;
    const end = (attempt.end === 'open' ? 'without a clear answer' : attempt.end) + error;
    const last = ends.at(-1);
    if (last?.end === end) last.count += 1;
    else ends.push({ end, count: 1 });
  }
  return ends.map(({ end, count }) => `${count} ${end}`).join(', then ');
}
