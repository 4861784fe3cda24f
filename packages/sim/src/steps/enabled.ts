import type { Process } from '../world/process.js';
import { eventuallyRead, tablesWritten } from '../world/store-request.js';
import { deepestStaleRead, onlyUndisturbed, setOf, staleBy, type VariantSet } from '../world/variant.js';
import type { World } from '../world/world.js';
import { receiveStreamRecords } from './stream-feed.js';

/** The processes whose next step could be taken now. Where none is left, the schedule is over. */
export function enabledProcesses(world: World): Process[] {
  const found = enabledNow(world);
  if (found.some(isNoExpiry) || !world.processes.some(isReceive)) return found;
  world.isClosing = true;
  return enabledNow(world);
}

function enabledNow(world: World): Process[] {
  const earliest = earliestDeadline(world);
  const found: Process[] = [];
  for (const process of world.processes) if (isEnabled(world, process, earliest)) found.push(process);
  return found;
}

function isNoExpiry({ kind }: Process): boolean {
  return kind !== 'expiry';
}

function isReceive(process: Process): boolean {
  return process.kind === 'call' && process.request.target === 'queue' && process.request.operation === 'receive';
}

function isEnabled(world: World, process: Process, earliest: number): boolean {
  const { client } = process;
  switch (process.kind) {
    case 'call':
      if (process.phase === 'sent') return !isReceive(process) || hasMessage(world, process.request.input);
      return process.phase === 'applied' && client.pausedSince === undefined;
    case 'timer':
      return process.deadline === earliest && client.pausedSince === undefined;
    case 'transaction':
      return process.open === 0;
    case 'index':
      return world.engine.pendingIndexUpdates().some(({ id, ready }) => ready && id === process.update.id);
    default:
      return true;
  }
}

function hasMessage(world: World, input: unknown): boolean {
  const { queue, stream } = input as { readonly queue: string; readonly stream?: string };
  if (stream !== undefined) receiveStreamRecords(world, queue, stream);
  return world.isClosing || world.queues.hasReady(queue);
}

/** Timers go off in the order of their times; the clocks of clients that stand still do not count. */
function earliestDeadline(world: World): number {
  let earliest = Number.POSITIVE_INFINITY;
  for (const process of world.processes) {
    if (process.kind === 'timer' && process.client.pausedSince === undefined && process.deadline < earliest) {
      earliest = process.deadline;
    }
  }
  return earliest;
}

const beforeAnswer = onlyUndisturbed | setOf('lostAnswer', 'crash', 'pause');
const beforeAnswerUnsent = onlyUndisturbed | setOf('crash', 'pause');
const beforeWaking = onlyUndisturbed | setOf('crash');
const expiry = onlyUndisturbed | setOf('expiry');
const lateIndex = setOf('lateIndex');

/** How the next step of a process can go, with the faults that are left. */
export function variantsOf(world: World, process: Process): VariantSet {
  const { allowed } = world.faultsLeft;
  if (allowed === onlyUndisturbed) return onlyUndisturbed;
  switch (process.kind) {
    case 'call': {
      if (process.waiter === undefined) return onlyUndisturbed;
      if (process.phase === 'sent')
        return (
          (process.variants | ofStoreRequest(world, process.request)) &
          ~(hasNoIndex(world, process.request) ? lateIndex : 0) &
          allowed
        );
      return (process.result && 'unsent' in process.result ? beforeAnswerUnsent : beforeAnswer) & allowed;
    }
    case 'timer':
      return beforeWaking & allowed;
    case 'expiry':
      return expiry & allowed;
    default:
      return onlyUndisturbed;
  }
}

function hasNoIndex(world: World, request: Parameters<typeof tablesWritten>[0]): boolean {
  return !tablesWritten(request).some((table) => world.footprints.hasIndexes(table));
}

function ofStoreRequest(world: World, request: Parameters<typeof eventuallyRead>[0]): VariantSet {
  if (request.target !== 'store' || request.writes || !world.faultsLeft.has('staleRead')) return 0;
  const behind = eventuallyRead(request).reduce((most, table) => Math.max(most, world.writes.get(table) ?? 0), 0);
  let set = 0;
  for (let writes = 1; writes <= Math.min(behind, deepestStaleRead); writes += 1) set |= 1 << staleBy(writes);
  return set;
}
