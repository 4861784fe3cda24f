import { connectionReset } from '../faults/refusals.js';
import { write } from '../footprint/footprint.js';
import type { ClientState } from '../world/client-state.js';
import type { Call, Process, Result, Timer } from '../world/process.js';
import { keyOf, part, siblingOf } from '../world/process-key.js';
import { faultOf, type Variant } from '../world/variant.js';
import { nameOf, type World } from '../world/world.js';

/** Runs a client from its beginning. */
export type Begin = (client: ClientState) => void;

export function startClient(world: World, process: Process, begin: Begin): boolean {
  const { client } = process;
  world.remove(process);
  touchClient(world, client);
  client.status = 'running';
  client.starts += 1;
  if (world.trace) world.note({ kind: 'begins', client: client.name, restart: client.starts > 1 });
  begin(client);
  return true;
}

export function answer(world: World, call: Call, variant: Variant): boolean {
  const { client, waiter, result } = call;
  const fault = faultOf(variant);
  touchClient(world, client);
  if (fault === 'pause') return pause(world, call);
  world.remove(call);
  if (fault === 'crash') return crash(world, client);
  if (waiter === undefined || result === undefined) return false;
  const { operation } = call.request;
  const heard: Result = fault === 'lostAnswer' ? { error: connectionReset() } : result;
  if (world.trace)
    world.note({ kind: 'answered', client: client.name, call: nameOf(call), operation, how: fault, ...heard });
  if (fault === 'lostAnswer') bringBackUnheard(world, call);
  call.waiter = undefined;
  client.waits -= 1;
  if ('error' in heard) waiter.reject(heard.error);
  else waiter.resolve(heard.output);
  return true;
}

/** A message whose delivery nobody heard of comes back to its queue. */
function bringBackUnheard(world: World, { client, request }: Call): void {
  if (request.target === 'queue' && request.operation === 'receive') returnMessages(world, client);
}

function returnMessages(world: World, client: ClientState): void {
  for (const { queue, id } of world.queues.heldBy(client.index)) {
    if (world.processes.some((process) => process.kind === 'message' && process.queue === queue && process.id === id)) {
      continue;
    }
    const key = keyOf(world.itself, world.itself.next());
    world.processes.push({ kind: 'message', key, client: world.itself, causes: [world.step], queue, id });
  }
}

export function wake(world: World, timer: Timer, variant: Variant): boolean {
  const { client, deadline, waiter } = timer;
  touchClient(world, client);
  world.advanceTo(deadline);
  world.remove(timer);
  if (faultOf(variant) === 'crash') return crash(world, client);
  client.waits -= 1;
  if (world.trace) world.note({ kind: 'wakes', client: client.name, at: world.elapsed });
  waiter.resolve(undefined);
  return true;
}

function pause(world: World, call: Call): false {
  const { client } = call;
  client.pausedSince = world.readTime();
  world.processes.push({ kind: 'resume', key: siblingOf(call.key, part.resume), client, causes: [world.step] });
  call.causes = [world.step];
  if (world.trace) world.note({ kind: 'pauses', client: client.name });
  return false;
}

export function resume(world: World, process: Process): false {
  const { client } = process;
  const stood = world.readTime() - (client.pausedSince ?? 0);
  world.remove(process);
  touchClient(world, client);
  client.pausedSince = undefined;
  client.frozen += stood;
  for (const other of world.processes) {
    if (other.client !== client) continue;
    if (other.kind === 'timer') other.deadline += stood;
    if (other.kind === 'timer' || (other.kind === 'call' && other.phase === 'applied'))
      other.causes = [...other.causes, world.step];
  }
  if (world.trace) world.note({ kind: 'resumes', client: client.name });
  return false;
}

/** The client is gone; what it had sent goes on. */
export function crash(world: World, client: ClientState): false {
  touchClient(world, client);
  client.status = 'crashed';
  client.waits = 0;
  world.processes = world.processes.filter((process) => {
    if (process.client !== client) return true;
    if (process.kind === 'call') {
      process.waiter = undefined;
      return (
        process.phase !== 'applied' && !(process.request.operation === 'receive' && process.request.target === 'queue')
      );
    }
    return process.kind !== 'timer' && process.kind !== 'resume';
  });
  returnMessages(world, client);
  if (world.trace) world.note({ kind: 'crashes', client: client.name });
  if (world.restarts.has(client.name)) {
    client.pausedSince = undefined;
    world.addStart(client, [world.step]);
  }
  return false;
}

function touchClient(world: World, client: ClientState): void {
  if (world.tracks) world.touchNamed(`client ${client.name}`, write);
}
