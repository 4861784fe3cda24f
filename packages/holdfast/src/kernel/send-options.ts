import type { Runtime } from '@holdfast/wire';
import { needType } from '../attributes/mismatch.js';
import { DeadlineExceededError } from '../errors/deadline-exceeded-error.js';
import { ValidationError } from '../errors/usage-errors.js';

/** Bounds of one call. */
export interface SendOptions {
  /** Stops waiting. Where the write may be out already, the call ends in an `InDoubtError`. */
  readonly signal?: AbortSignal | undefined;
  /**
   * When to stop waiting: a `Date`, or milliseconds since 1970-01-01T00:00:00Z. Where the write may be out by then, the
   * call ends in an `InDoubtError`, else in a `DeadlineExceededError`.
   */
  readonly deadline?: Date | number | undefined;
  /** The most attempts to make, on any backend and whatever the client's own setting; a whole number from 1. */
  readonly maxAttempts?: number | undefined;
}

/** What a call is, in messages. Often a getter, since the text is wanted only where something goes wrong. */
export interface Named {
  readonly what: string;
  /** Whether it takes several steps, and one that changes something may have been made by now. */
  readonly mayHaveHappened?: boolean | undefined;
}

/** @throws ValidationError */
function checkOptions(options: SendOptions, named: Named): void {
  needType(`the options of ${named.what}`, 'object', options);
  const { maxAttempts, deadline } = options;
  if (maxAttempts !== undefined && (!Number.isInteger(maxAttempts) || maxAttempts < 1)) {
    throw new ValidationError(`${named.what}: maxAttempts is a whole number from 1, not ${maxAttempts}`);
  }
  if (deadline !== undefined && !Number.isFinite(Number(deadline))) {
    throw new ValidationError(`${named.what}: the deadline is a Date or epoch milliseconds, not ${String(deadline)}`);
  }
}

/** @throws the reason of the signal, or DeadlineExceededError, where the call is to go on no longer */
export function checkEnd(runtime: Runtime, named: Named, { signal, deadline }: SendOptions): void {
  signal?.throwIfAborted();
  if (deadline !== undefined && Number(deadline) <= runtime.now()) throw exceeded(named.what, deadline, false);
}

/** A timer waits no longer than this; what is later still is no deadline of a call. Milliseconds. */
const longest = 2 ** 31 - 1;

/** Runs `work` with a signal that also ends at the deadline, if there is one. @throws ValidationError for options that are wrong */
export async function untilDeadline<Options extends SendOptions, Result>(
  runtime: Runtime,
  named: Named,
  options: Options,
  work: (options: Options) => Promise<Result>,
): Promise<Result> {
  checkOptions(options, named);
  const { deadline, signal } = options;
  if (deadline === undefined) return work(options);
  const ended = new AbortController();
  const timer = new AbortController();
  const abort = () => ended.abort(signal?.reason);
  const pass = (hasBegun = true) =>
    ended.abort(exceeded(named.what, deadline, hasBegun && named.mayHaveHappened === true));
  const left = Number(deadline) - runtime.now();
  if (signal?.aborted) abort();
  else if (left <= 0) pass(false);
  else {
    signal?.addEventListener('abort', abort, { once: true });
    runtime.sleep(Math.min(left, longest), timer.signal).then(
      () => pass(),
      () => {},
    );
  }
  try {
    return await work({ ...options, signal: ended.signal, deadline: undefined });
  } finally {
    timer.abort();
    signal?.removeEventListener('abort', abort);
  }
}

function exceeded(what: string, deadline: Date | number, mayHaveHappened: boolean): DeadlineExceededError {
  const at = new Date(deadline);
  const shown = Number.isNaN(at.getTime()) ? String(deadline) : at.toISOString();
  return new DeadlineExceededError(`${what}: the deadline (${shown}) passed`, { mayHaveHappened });
}
