import type { Process } from '../world/process.js';
import { clientOf } from '../world/process-key.js';

/**
 * The processes in the order in which a schedule takes them where nothing else is to be tried: the client goes on that took the
 * last step; time passes, and what expired is deleted, only where nothing else can be done.
 */
export function preferred(enabled: readonly Process[], last: number | undefined): number[] {
  const client = last === undefined ? -1 : clientOf(last);
  const keys: number[] = [];
  for (const rank of [0, 1, 2, 3, 4]) {
    for (const process of enabled) if (rankOf(process, client) === rank) keys.push(process.key);
  }
  return keys;
}

function rankOf({ kind, client }: Process, last: number): number {
  switch (kind) {
    case 'expiry':
      return 4;
    case 'timer':
      return 3;
    case 'resume':
      return 2;
    default:
      return client.index === last ? 0 : 1;
  }
}
