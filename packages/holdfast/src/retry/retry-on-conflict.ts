import type { Runtime } from '@holdfast/wire';
import { needType, unfit } from '../attributes/mismatch.js';
import { TransactionCanceledError, TransactionConflictError } from '../errors/conflict-errors.js';
import { HoldfastError } from '../errors/holdfast-error.js';
import { InDoubtError } from '../errors/in-doubt-error.js';
import { ValidationError } from '../errors/usage-errors.js';
import { linearJitter } from '../kernel/backoff.js';
import { untilDeadline } from '../kernel/send-options.js';
import { type Offer, offers, type Place, takeFrom } from '../kernel/stored-origin.js';

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
  /**
   * Whether a run in doubt may write a barrier, as `resolve({ barrier: true })` of its `InDoubtError` does. Without it, what
   * became of the run is only looked for.
   */
  readonly barrier?: boolean | undefined;
  /** Ends the runs, and is handed to each of them. */
  readonly signal?: AbortSignal | undefined;
  /** When to end the runs: a `Date`, or milliseconds since 1970-01-01T00:00:00Z. The runs' signal ends then too. */
  readonly deadline?: Date | number | undefined;
}

/** What a run is told. */
export interface RetryContext {
  /** Counts from 1. */
  readonly run: number;
  /** The same in all runs of one call: an id for the command that they carry out. */
  readonly commandId: string;
  /** To be handed on to every call in the run. */
  readonly signal: AbortSignal;
  /** What ended the run before; `undefined` in the first. */
  readonly conflict: HoldfastError | undefined;
}

/**
 * How long the stored item of a failure is worth trying with, in milliseconds: about what the read takes that it saves.
 * After a longer wait under contention, it is no longer what is stored.
 */
const freshFor = 20;

/**
 * Runs `work` until it ends without a conflict.
 *
 * Only what certainly changed nothing leads to another run. Of a run in doubt it is looked up what became of it; where
 * that does not show that it had no effect and never will, the doubt surfaces, since running again could apply it twice.
 * An answer of `trySend` is a result like any other; `outcome.orThrow()` makes it lead to another run.
 *
 * @param work also gets a function that gives, once, the stored item of a place that the last conflict brought along, as long as it is fresh
 * @throws whatever the last run threw
 */
export async function retryOnConflict<R>(
  runtime: Runtime,
  work: (context: RetryContext, fresh: (place: Place) => object | undefined) => Promise<R>,
  options: RetryOptions = {},
): Promise<R> {
  const what = 'retryOnConflict';
  needType(`the options of ${what}`, 'object', options);
  const { runs = 5, on = 'any' } = options;
  if (!['any', 'transactionConflict'].includes(on)) throw unfit(`${what}: on`, "'any' or 'transactionConflict'", on);
  if (!Number.isInteger(runs) || runs < 1)
    throw new ValidationError(`${what}: runs is a whole number from 1, not ${runs}`);
  const commandId = runtime.uuid();
  return untilDeadline(
    runtime,
    { what, mayHaveHappened: true },
    options,
    async ({ signal = new AbortController().signal, ...bounded }) => {
      let conflict: HoldfastError | undefined;
      let failedAt = 0;
      const offer: Offer = { items: [] };
      const fresh = (place: Place) => (runtime.monotonic() - failedAt <= freshFor ? takeFrom(offer, place) : undefined);
      offers.add(offer);
      try {
        for (let run = 1; ; run += 1) {
          signal.throwIfAborted();
          try {
            return await work({ run, commandId, signal, conflict }, fresh);
          } catch (error) {
            if (run >= runs || !(await leadsToRerun(error, bounded, signal))) throw error;
            conflict = error as HoldfastError;
            offer.items = storedIn(conflict);
            failedAt = runtime.monotonic();
            await runtime.sleep(linearJitter(runtime, run), signal);
          }
        }
      } finally {
        offers.delete(offer);
      }
    },
  );
}

function storedIn(conflict: HoldfastError): readonly unknown[] {
  const found = conflict instanceof TransactionCanceledError ? conflict.writes : [conflict];
  return found.map((each) => ('stored' in each ? each.stored : undefined));
}

async function leadsToRerun(
  error: unknown,
  { on = 'any', barrier }: RetryOptions,
  signal: AbortSignal,
): Promise<boolean> {
  if (on === 'transactionConflict') return error instanceof TransactionConflictError;
  if (!(error instanceof InDoubtError)) {
    return error instanceof HoldfastError && error.retry === 'rerun' && !error.mayHaveHappened;
  }
  if (signal.aborted) return false;
  // where not even this can be found out, the doubt is what the caller must hear of
  const found = await error.resolve({ barrier, signal }).catch(() => undefined);
  return found?.outcome === 'not applied';
}
