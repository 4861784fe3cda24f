import type { OperationInput } from '@holdfast/wire';
import { cancelledByConflict, conflicted, connectionReset, inProgress, throttled } from '../faults/refusals.js';
import { write } from '../footprint/footprint.js';
import type { Touch } from '../footprint/store-footprints.js';
import type { ClientState } from './client-state.js';
import type { Call, Commit, Process, Result, Timer, Transaction } from './process.js';
import { keyOf, landing, part, partNumber, siblingOf } from './process-key.js';
import { tablesWritten } from './store-request.js';
import { faultOf, type Variant, variantOf } from './variant.js';
import { nameOf, type World } from './world.js';

/** How the end of a transaction is told from its beginning. */
const finished = 'finished';

/** Runs a client from its beginning. */
export type Begin = (client: ClientState) => void;

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
      world.remove(process);
      world.touchNamed(`queue ${process.queue}`, write);
      world.queues.bringBack(process.queue, process.id);
      return false;
  }
}

function startClient(world: World, process: Process, begin: Begin): boolean {
  const { client } = process;
  world.remove(process);
  touchClient(world, client);
  client.status = 'running';
  client.starts += 1;
  if (world.trace) world.note({ kind: 'begins', client: client.name, restart: client.starts > 1 });
  begin(client);
  return true;
}

function carryOut(world: World, call: Call, variant: Variant): boolean {
  const fault = faultOf(variant);
  switch (fault) {
    case 'lostRequest':
      return applied(world, call, { error: connectionReset(), unsent: true }, fault);
    case 'lateRequest':
      land(world, call, part.late);
      return applied(world, call, { error: connectionReset(), unsent: true }, fault);
    case 'throttle':
      return applied(world, call, { error: throttled() }, fault);
    case 'transactionConflict':
      return applied(world, call, { error: conflictOf(call) }, fault);
    case 'transactionInProgress':
      return applied(world, call, { error: inProgress() }, fault);
    case 'crash':
      land(world, call, part.late);
      world.remove(call);
      crash(world, call.client);
      return false;
    case 'duplicateRequest':
      land(world, call, part.twice);
  }
  world.variant = variant;
  const { target, operation } = call.request;
  if (target === 'effect') return applied(world, call, carryOutEffect(world, call), fault);
  if (target === 'queue') return applied(world, call, carryOutOnQueue(world, call, fault !== undefined), fault);
  if (operation === 'TransactWriteItems') return beginTransaction(world, call, fault);
  const result = executed(world, operation, call.request.input);
  if (fault === 'lateIndex') world.addIndexArrivals(call);
  world.variant = 0;
  return applied(world, call, result, fault);
}

function executed(world: World, operation: string, input: unknown): Result {
  let result: Result;
  try {
    result = { output: world.engine.executeUntyped(operation, input) };
  } catch (error) {
    result = { error };
  }
  const failed = 'error' in result;
  world.footprint = world.footprints.of(operation, input, failed);
  return result;
}

/** The request has had its effect, or will not have any; its answer is on its way. */
function applied(world: World, call: Call, result: Result, how: string | undefined): false {
  call.result = result;
  call.phase = 'applied';
  call.causes = [world.step];
  const { operation, input, writes } = call.request;
  if (writes && !('error' in result)) {
    world.changed = true;
    for (const table of tablesWritten(call.request)) world.countWrite(table);
  }
  if (world.trace)
    world.note({ kind: 'applied', client: call.client.name, call: nameOf(call), operation, input, how, ...result });
  if (call.waiter === undefined) world.remove(call);
  return false;
}

function conflictOf({ request }: Call) {
  if (request.operation !== 'TransactWriteItems') return conflicted();
  return cancelledByConflict((request.input as OperationInput<'TransactWriteItems'>).TransactItems.length, 0);
}

/** The same request once more, later, with nobody to hear its answer. */
function land(world: World, call: Call, of: number): void {
  const key = siblingOf(call.key, of);
  const { client, request } = call;
  world.processes.push({
    kind: 'call',
    key,
    client,
    request,
    causes: [world.step],
    variants: 1,
    phase: 'sent',
    waiter: undefined,
    result: undefined,
  });
}

function beginTransaction(world: World, call: Call, fault: string | undefined): false {
  const input = call.request.input as OperationInput<'TransactWriteItems'>;
  const { footprints, engine } = world;
  const touches = (input.TransactItems ?? []).map((action) => footprints.touchOf(action));
  const token = input.ClientRequestToken;
  try {
    const running = engine.begin('TransactWriteItems', input);
    if (running.phase !== 'ended') running.prepare();
    const isRepeated = running.phase === 'ended';
    world.footprint = footprints.ofPrepare(touches, token, isRepeated);
    if (isRepeated) return applied(world, call, { output: running.complete() }, fault);
    const base = partNumber(call.key) * landing;
    const key = siblingOf(call.key, base + part.transaction);
    const { client } = call;
    const transaction: Transaction = {
      kind: 'transaction',
      key,
      client,
      causes: [world.step],
      running,
      touches,
      token,
      call,
      open: running.pending.length,
      isLate: fault === 'lateIndex',
    };
    world.processes.push(transaction);
    for (const position of running.pending) {
      const commitKey = siblingOf(call.key, base + part.commit + position);
      world.processes.push({ kind: 'commit', key: commitKey, client, causes: [world.step], transaction, position });
    }
    call.phase = 'running';
    const { operation } = call.request;
    if (world.trace) world.note({ kind: 'prepared', client: client.name, call: nameOf(call), operation, input });
    return false;
  } catch (error) {
    world.footprint = footprints.ofPrepare(touches, token, true);
    return applied(world, call, { error }, fault);
  } finally {
    world.variant = 0;
  }
}

function commit(world: World, process: Commit): false {
  const { transaction, position, client } = process;
  const touch = transaction.touches[position] as Touch;
  world.remove(process);
  if (transaction.isLate) world.variant = variantOf('lateIndex');
  transaction.running.commit(position);
  world.variant = 0;
  if (transaction.isLate && transaction.call) world.addIndexArrivals(transaction.call);
  transaction.open -= 1;
  transaction.causes = [...transaction.causes, world.step];
  world.footprint = world.footprints.ofCommit(touch);
  world.changed = true;
  world.countWrite(touch.tableName);
  if (world.trace)
    world.note({
      kind: 'committed',
      client: client.name,
      call: nameOf(transaction.call ?? process),
      position,
      input: touch.item,
    });
  return false;
}

function finish(world: World, transaction: Transaction): false {
  const { running, call, touches, token } = transaction;
  world.remove(transaction);
  const output = running.complete();
  world.footprint = world.footprints.ofFinish(touches, token);
  world.changed = true;
  if (call) applied(world, call, { output }, finished);
  return false;
}

function carryOutEffect(world: World, { client, request }: Call): Result {
  const { operation: name, input: payload } = request;
  world.touchNamed('effects', write);
  const before = world.effects;
  const handle = Object.hasOwn(world.effectHandlers, name) ? world.effectHandlers[name] : undefined;
  try {
    const output = handle?.(payload as never, before);
    world.effects = [...before, { client: client.name, name, payload }];
    return { output };
  } catch (error) {
    return { error };
  }
}

function carryOutOnQueue(world: World, { client, request }: Call, isRepeated: boolean): Result {
  const { queue, stream, body, id } = request.input as {
    readonly queue: string;
    readonly stream?: string;
    readonly body?: unknown;
    readonly id?: number;
  };
  world.touchNamed(`queue ${queue}`, write);
  if (stream !== undefined) world.footprints.readStream(world.footprint, stream);
  switch (request.operation) {
    case 'send':
      world.queues.send(queue, body);
      return { output: undefined };
    case 'receive':
      return { output: world.queues.receive(queue, client.index, isRepeated) };
    default:
      world.queues.acknowledge(queue, id ?? 0);
      return { output: undefined };
  }
}

function answer(world: World, call: Call, variant: Variant): boolean {
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

function wake(world: World, timer: Timer, variant: Variant): boolean {
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

function resume(world: World, process: Process): false {
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
function crash(world: World, client: ClientState): false {
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

function arrive(world: World, process: Process & { readonly kind: 'index' }): false {
  world.remove(process);
  world.engine.applyIndexUpdates(process.update.id);
  world.footprint = world.footprints.ofIndexUpdate(process.update.tableName);
  world.changed = true;
  if (world.trace) world.note({ kind: 'world', what: `${process.update.indexName} catches up` });
  return false;
}

/** Which items they are, nobody is told, so the step depends on every other one of the store. */
function expire(world: World, process: Process, variant: Variant): false {
  world.remove(process);
  if (faultOf(variant) !== 'expiry') return false;
  const items = world.engine.expireItems();
  world.footprints.touchEverything(world.footprint);
  world.readTime();
  world.changed = true;
  if (world.trace) world.note({ kind: 'world', what: `${items} expired item${items === 1 ? ' is' : 's are'} deleted` });
  return false;
}

function touchClient(world: World, client: ClientState): void {
  world.touchNamed(`client ${client.name}`, write);
}
