import type { OperationInput } from '@holdfast/wire';
import type { Touch } from '../footprint/store-footprints.js';
import type { Call, Commit, Transaction } from '../world/process.js';
import { landing, part, partNumber, siblingOf } from '../world/process-key.js';
import { variantOf } from '../world/variant.js';
import { nameOf, type World } from '../world/world.js';
import { applied } from './request-ends.js';

/** How the end of a transaction is told from its beginning. */
const finished = 'finished';

export function beginTransaction(world: World, call: Call, fault: string | undefined): false {
  const input = call.request.input as OperationInput<'TransactWriteItems'>;
  const { footprints, engine } = world;
  const touches = (input.TransactItems ?? []).map((action) => footprints.touchOf(action));
  const token = input.ClientRequestToken;
  try {
    const running = engine.begin('TransactWriteItems', input);
    if (running.phase !== 'ended') running.prepare();
    const isRepeated = running.phase === 'ended';
    if (world.tracks) world.footprint = footprints.ofPrepare(touches, token, isRepeated);
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
    if (world.tracks) world.footprint = footprints.ofPrepare(touches, token, true);
    return applied(world, call, { error }, fault);
  } finally {
    world.variant = 0;
  }
}

export function commit(world: World, process: Commit): false {
  const { transaction, position, client } = process;
  const touch = transaction.touches[position] as Touch;
  world.remove(process);
  if (transaction.isLate) world.variant = variantOf('lateIndex');
  transaction.running.commit(position);
  world.variant = 0;
  world.addIndexArrivals(transaction);
  transaction.open -= 1;
  transaction.causes = [...transaction.causes, world.step];
  if (world.tracks) world.footprint = world.footprints.ofCommit(touch);
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

export function finish(world: World, transaction: Transaction): false {
  const { running, call, touches, token } = transaction;
  world.remove(transaction);
  const output = running.complete();
  if (world.tracks) world.footprint = world.footprints.ofFinish(touches, token);
  world.changed = true;
  if (call) applied(world, call, { output }, finished);
  return false;
}
