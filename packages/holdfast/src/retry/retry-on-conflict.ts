import type { Runtime } from '@holdfast/wire';
import { TransactionConflictError } from '../errors/conflict-errors.js';
import { HoldfastError } from '../errors/holdfast-error.js';
import { ValidationError } from '../errors/usage-errors.js';
import { fullJitter } from '../kernel/backoff.js';

export interface RetryOptions {
  /**
   * The most runs, the first included; 5 unless said otherwise. With `n` writers that each write once, `n` runs are
   * enough for all of them, since in every round one succeeds.
   */
  readonly runs?: number | undefined;
  /**
   * What leads to another run: `any` failed condition, version or conflict (the default), or a `transactionConflict`
   * alone.
   */
  readonly on?: 'any' | 'transactionConflict' | undefined;
  /** Ends the runs, and is handed to each of them. */
  readonly signal?: AbortSignal | undefined;
}

/** What a run is told. */
export interface RetryContext {
  /** Counts from 1. */
  readonly run: number;
  /** The same in all runs of one call: an id for the command that they carry out. */
  readonly commandId: string;
  /** To be handed on to every call in the run. */
  readonly signal: AbortSignal;
}

const backoff = { base: 5, cap: 2_000 };

/**
 * Runs `work` until it ends without a conflict.
 *
 * Only what certainly changed nothing leads to another run; a write in doubt surfaces as it is, since running again could
 * apply it twice. An answer of `trySend` is a result like any other.
 *
 * @throws whatever the last run threw
 */
export async function retryOnConflict<R>(
  runtime: Runtime,
  work: (context: RetryContext) => Promise<R>,
  options: RetryOptions = {},
): Promise<R> {
  const { runs = 5, on = 'any', signal = new AbortController().signal } = options;
  if (!Number.isInteger(runs) || runs < 1)
    throw new ValidationError(`retryOnConflict: runs is a whole number from 1, not ${runs}`);
  const commandId = runtime.uuid();
  for (let run = 1; ; run += 1) {
    signal.throwIfAborted();
    try {
      return await work({ run, commandId, signal });
    } catch (error) {
      if (run >= runs || !leadsToRerun(error, on)) throw error;
      await runtime.sleep(fullJitter(runtime, backoff, run - 1), signal);
    }
  }
}

function leadsToRerun(error: unknown, on: 'any' | 'transactionConflict'): boolean {
  if (on === 'transactionConflict') return error instanceof TransactionConflictError;
  return error instanceof HoldfastError && error.retry === 'rerun' && !error.mayHaveHappened;
}
