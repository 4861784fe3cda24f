import { write } from '../footprint/footprint.js';
import type { Process } from '../world/process.js';
import { faultOf, type Variant } from '../world/variant.js';
import type { World } from '../world/world.js';
import { carryOut } from './carry-out.js';
import { answer, type Begin, resume, startClient, wake } from './client-steps.js';
import { commit, finish } from './transaction-steps.js';

/**
 * Takes the next step of a process.
 *
 * @returns whether code of a client goes on, and has to come to rest before the next step
 */
export function takeStep(world: World, process: Process, variant: Variant, begin: Begin): boolean {
  world.step += 1;
  world.footprint = [];
  world.changed = false;
  world.faultsLeft.spend(variant);
  switch (process.kind) {
    case 'start':
      return startClient(world, process, begin);
    case 'call':
      return process.phase === 'sent' ? carryOut(world, process, variant) : answer(world, process, variant);
    case 'commit':
      return commit(world, process);
    case 'transaction':
      return finish(world, process);
    case 'timer':
      return wake(world, process, variant);
    case 'resume':
      return resume(world, process);
    case 'index':
      return arrive(world, process);
    case 'expiry':
      return expire(world, process, variant);
    case 'message':
      return bringBack(world, process);
  }
}

function arrive(world: World, process: Process & { readonly kind: 'index' }): false {
  world.remove(process);
  world.engine.applyIndexUpdates(process.update.id);
  if (world.tracks) world.footprint = world.footprints.ofIndexUpdate(process.update.tableName);
  world.changed = true;
  if (world.trace) world.note({ kind: 'world', what: `${process.update.indexName} catches up` });
  return false;
}

/** Which items they are, nobody is told, so the step depends on every other one of the store. */
function expire(world: World, process: Process, variant: Variant): false {
  world.remove(process);
  if (faultOf(variant) !== 'expiry') return false;
  const items = world.engine.expireItems();
  world.addIndexArrivals(process);
  if (world.tracks) world.footprints.touchEverything(world.footprint);
  world.readTime();
  world.changed = true;
  if (world.trace) world.note({ kind: 'world', what: `${items} expired item${items === 1 ? ' is' : 's are'} deleted` });
  return false;
}

/** A message that was handed out and not acknowledged is in its queue again. */
function bringBack(world: World, process: Process & { readonly kind: 'message' }): false {
  world.remove(process);
  world.touchNamed(`queue ${process.queue}`, write);
  world.queues.bringBack(process.queue, process.id);
  return false;
}
