import {
  type Attempt,
  type Backend,
  type OperationInput,
  type OperationName,
  type OperationOutput,
  ServiceError,
  UnansweredError,
} from '@holdfast/wire';
import { fromBackend, isThrottle } from '../errors/from-backend.js';
import { ThrottledError } from '../errors/service-errors.js';
import { fullJitter, untilAnswered } from './backoff.js';
import { type SendOptions, untilDeadline } from './send-options.js';

/** Entries that go out in chunks, of which the service may leave some for later. */
export interface Batch<Name extends OperationName, Entry> {
  readonly backend: Backend;
  /** Names the batch in messages. */
  readonly what: string;
  readonly operation: Name;
  readonly entries: readonly Entry[];
  /** The most entries in one request. */
  readonly chunk: number;
  input(entries: readonly Entry[]): OperationInput<Name>;
  /** Takes what a request brought, and gives the entries that the service left for later. */
  unprocessed(entries: readonly Entry[], output: OperationOutput<Name>): readonly Entry[];
}
/** The requests that a batch takes while the service leaves nothing for later. */
export function chunksOf<Name extends OperationName, Entry>({ entries, chunk }: Batch<Name, Entry>): Entry[][] {
  const count = Math.ceil(entries.length / chunk);
  return Array.from({ length: count }, (_, index) => entries.slice(index * chunk, (index + 1) * chunk));
}

export interface Drained<Entry> {
  readonly unprocessed: readonly Entry[];
  /** Those of the unprocessed that went out in an attempt without an answer. */
  readonly open: ReadonlySet<Entry>;
  /** Why there are any. */
  readonly error: unknown;
}

/** So many requests in a row that bring nothing end the batch. */
const mostFruitless = 10;
/** What stands in a batch's way for a while only. */
const passing = new Set(['TransactionConflictException', 'ReplicatedWriteConflictException']);

/**
 * Sends entries until each of them is done, or it makes no sense to go on: after an error that stays, an abort, or too many
 * requests in a row that brought nothing. What was left behind comes back; nothing is thrown once a request is out.
 *
 * @throws ValidationError for options that are wrong
 */
export async function drainBatch<Name extends OperationName, Entry>(
  batch: Batch<Name, Entry>,
  options: SendOptions = {},
): Promise<Drained<Entry>> {
  const named = { what: batch.what, mayHaveHappened: false };
  return untilDeadline(batch.backend.runtime, named, options, (bounded) => drainWithin(batch, bounded, named));
}

async function drainWithin<Name extends OperationName, Entry>(
  { backend, what, operation, ...batch }: Batch<Name, Entry>,
  { signal, maxAttempts = Number.POSITIVE_INFINITY }: SendOptions,
  named: { mayHaveHappened: boolean },
): Promise<Drained<Entry>> {
  let pending = [...batch.entries];
  const spent: Entry[] = [];
  const sent = new Map<Entry, number>();
  const open = new Set<Entry>();
  const sentOf = (entry: Entry) => sent.get(entry) ?? 0;
  const ended = (error: unknown): Drained<Entry> => ({ unprocessed: [...spent, ...pending], open, error });
  let fruitless = 0;
  let failure: unknown;
  while (pending.length > 0) {
    const chunk = pending.slice(0, batch.chunk);
    const others = pending.slice(batch.chunk);
    const allowed = Math.min(...chunk.map((entry) => maxAttempts - sentOf(entry)));
    const wentOut = (attempts: readonly Attempt[]) => {
      for (const entry of chunk) sent.set(entry, sentOf(entry) + Math.max(attempts.length, 1));
      return attempts.some((attempt) => attempt.end === 'open');
    };
    let left: readonly Entry[] = chunk;
    try {
      const input = batch.input(chunk);
      const answer = await backend.execute(operation, input, {
        signal,
        maxAttempts: Number.isFinite(allowed) ? allowed : undefined,
      });
      left = batch.unprocessed(chunk, answer.output);
      if (wentOut(answer.attempts)) for (const entry of left) open.add(entry);
      for (const entry of chunk) if (!left.includes(entry)) open.delete(entry);
      if (left.length > 0) failure = new ThrottledError(`${what}: the service left ${left.length} unprocessed`);
    } catch (error) {
      // before its first attempt, a request of an aborted call changes nothing
      if (!(error instanceof ServiceError) && !(error instanceof UnansweredError)) {
        return ended(signal?.aborted ? error : fromBackend(error, what));
      }
      if (wentOut(error.attempts)) for (const entry of chunk) open.add(entry);
      failure = fromBackend(error, what);
      if (signal?.aborted) return ended(signal.reason);
      if (!isPassing(error)) return ended(failure);
    }
    named.mayHaveHappened ||= operation === 'BatchWriteItem' && (left.length < chunk.length || open.size > 0);
    spent.push(...left.filter((entry) => sentOf(entry) >= maxAttempts));
    pending = [...others, ...left.filter((entry) => sentOf(entry) < maxAttempts)];
    fruitless = left.length === chunk.length ? fruitless + 1 : 0;
    if (fruitless >= mostFruitless) return ended(failure);
    if (left.length === 0 || pending.length === 0) continue;
    try {
      await backend.runtime.sleep(fullJitter(backend.runtime, untilAnswered, fruitless), signal);
    } catch (reason) {
      return ended(reason);
    }
  }
  return ended(failure);
}

function isPassing(error: ServiceError | UnansweredError): boolean {
  if (error.attempts.at(-1)?.end === 'open') return true;
  return error instanceof ServiceError && (isThrottle(error) || passing.has(error.name));
}
