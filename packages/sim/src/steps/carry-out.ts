import type { OperationInput } from '@holdfast/wire';
import { cancelledByConflict, conflicted, connectionReset, inProgress, throttled } from '../faults/refusals.js';
import { write } from '../footprint/footprint.js';
import type { Call, Result } from '../world/process.js';
import { part } from '../world/process-key.js';
import { faultOf, type Variant } from '../world/variant.js';
import type { World } from '../world/world.js';
import { crash } from './client-steps.js';
import { applied, land } from './request-ends.js';
import { beginTransaction } from './transaction-steps.js';

export function carryOut(world: World, call: Call, variant: Variant): boolean {
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
  world.addIndexArrivals(call);
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
  if (world.tracks) world.footprint = world.footprints.of(operation, input, failed);
  return result;
}

function conflictOf({ request }: Call) {
  if (request.operation !== 'TransactWriteItems') return conflicted();
  return cancelledByConflict((request.input as OperationInput<'TransactWriteItems'>).TransactItems.length, 0);
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
  if (world.tracks && stream !== undefined) world.footprints.readStream(world.footprint, stream);
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
