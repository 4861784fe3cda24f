import type { Call, Result } from '../world/process.js';
import { siblingOf } from '../world/process-key.js';
import { tablesWritten } from '../world/store-request.js';
import { nameOf, type World } from '../world/world.js';

/** The request has had its effect, or will not have any; its answer is on its way. */
export function applied(world: World, call: Call, result: Result, how: string | undefined): false {
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

/** The same request once more, later, with nobody to hear its answer. */
export function land(world: World, call: Call, of: number): void {
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
