import type { AttributeMap, Backend } from '@holdfast/wire';
import { TransactionConflictError } from '../errors/conflict-errors.js';
import { InDoubtError } from '../errors/in-doubt-error.js';
import type { Resolution, ResolveOptions } from '../errors/resolution.js';
import { fullJitter, untilAnswered } from './backoff.js';
import { deliver } from './deliver.js';
import { type PreparedWrite, toRequest } from './prepare.js';
import { prepareBarrier } from './prepare-barrier.js';
import { expectedVersion, isOvertaken, isOwnEffect, versionsAhead } from './proof.js';
import { read } from './read.js';
import { untilDeadline } from './send-options.js';
import { againByToken } from './token.js';
import { isPut } from './write.js';

/** A write, and the item that is stored in its place. */
interface Seen {
  readonly prepared: PreparedWrite;
  readonly stored: AttributeMap | undefined;
}

/**
 * Finds out what became of writes that went out together: by what is stored, and by a barrier where one is asked for.
 *
 * @param all the writes of one request; of a transaction, all of them
 * @param token the transaction's
 */
export async function resolveDoubt(
  { runtime }: Backend,
  all: readonly PreparedWrite[],
  what: string,
  options: ResolveOptions,
  token?: string,
): Promise<Resolution> {
  const named = {
    what: `resolve ${what}`,
    get mayHaveHappened() {
      return options.barrier;
    },
  };
  return untilDeadline(runtime, named, options, async (bounded) => {
    const bars = options.barrier
      ? all.filter(canBeBarred).sort((one, other) => provesLess(one) - provesLess(other))
      : [];
    let seen = await look(all, what, bounded);
    for (const bar of bars) {
      if (proven(seen) !== undefined || !expects(seen, bar)) continue;
      if (await wroteBarrier(bar, `a barrier for ${what}`, bounded)) return barred(bar);
      seen = await look(all, what, bounded);
    }
    const found = proven(seen) ?? unknown(seen, bars.length > 0);
    return found.outcome !== 'unknown' || token === undefined
      ? found
      : { ...found, reason: `${found.reason}; ${againByToken}` };
  });
}

async function look(all: readonly PreparedWrite[], what: string, options: ResolveOptions): Promise<readonly Seen[]> {
  return Promise.all(
    all.map(async (prepared) => {
      const { target, key } = prepared.write;
      const input = { TableName: target.table, Key: key, ConsistentRead: true };
      return { prepared, stored: (await read(target, `resolve ${what}`, 'GetItem', input, options)).Item };
    }),
  );
}

function proven(seen: readonly Seen[]): Resolution | undefined {
  if (seen.some(({ prepared, stored }) => isOwnEffect(prepared, stored))) return { outcome: 'applied' };
  if (seen.some(({ prepared, stored }) => isOvertaken(prepared, stored))) return { outcome: 'not applied' };
  return undefined;
}

/** Whether a higher version keeps the write from taking place, and the write would have made it higher itself. */
function canBeBarred({ write }: PreparedWrite): boolean {
  return write.verb !== 'check' && expectedVersion(write) !== undefined;
}

function expects(seen: readonly Seen[], bar: PreparedWrite): boolean {
  const stored = seen.find(({ prepared }) => prepared === bar)?.stored;
  return stored !== undefined && versionsAhead(bar.write, stored) === 0;
}

/** A barrier on a delete does not show that there was none before; one on any other write of its transaction does. */
function provesLess({ write }: PreparedWrite): number {
  return Number(write.verb === 'delete');
}

function barred(bar: PreparedWrite): Resolution {
  if (!provesLess(bar)) return { outcome: 'not applied' };
  // alone, a new item of the same version in place of the deleted one would look just like this
  const reason = 'it cannot delete the item any more, but may have deleted one before this one was made in its place';
  return { outcome: 'unknown', mayStillHappen: false, reason };
}

/** How often a barrier is sent while transactions are at work on its item. */
const mostConflicts = 10;

/** @returns whether the version was still the expected one, and is not any more */
async function wroteBarrier(bar: PreparedWrite, what: string, options: ResolveOptions): Promise<boolean> {
  const { backend } = bar.write.target;
  const prepared = prepareBarrier(bar.write, backend.runtime.uuid());
  const { operation, input } = toRequest(prepared);
  for (let round = 0; ; round += 1) {
    try {
      const { wrote } = await deliver<typeof operation, { readonly wrote: boolean }>(
        {
          backend,
          what,
          operation,
          input,
          writes: [prepared],
          repeatable: prepared.repeatable,
          applied: () => ({ wrote: true }),
          refused: (error) =>
            error.name === 'ConditionalCheckFailedException' ? { wrote: isOwnEffect(prepared, error.item) } : undefined,
        },
        { signal: options.signal },
      );
      return wrote;
    } catch (error) {
      // open itself, it says nothing of the write that it was to bar
      if (error instanceof InDoubtError) return false;
      if (!(error instanceof TransactionConflictError) || round + 1 >= mostConflicts) throw error;
      await backend.runtime.sleep(fullJitter(backend.runtime, untilAnswered, round), options.signal);
    }
  }
}

function unknown(seen: readonly Seen[], isBarred: boolean): Resolution {
  const mayStillHappen = !seen.some(({ prepared, stored }) => versionsAhead(prepared.write, stored) > 0);
  return { outcome: 'unknown', mayStillHappen, reason: reasonOf(seen, mayStillHappen, isBarred) };
}

function reasonOf(seen: readonly Seen[], mayStillHappen: boolean, isBarred: boolean): string {
  if (!mayStillHappen) return 'nothing stored tells whose the version after the expected one was';
  if (!seen.some(({ prepared }) => canBeBarred(prepared))) {
    const isNew = seen.every(({ prepared: { write } }) => isPut(write.verb));
    return isNew
      ? 'only an item in its place would keep it from taking place later, and nothing proves one its own'
      : 'it is bound to no version that was read, so that no barrier can keep it from taking place later';
  }
  return isBarred
    ? 'the item is not there, or its barrier is in doubt as well'
    : 'nothing stored proves either; resolve({ barrier: true }) can keep it from taking place later';
}
