import { type Settled, toError } from '../kernel/settle-write.js';
import type { Write } from '../kernel/write.js';
import { withOrThrow } from './or-throw.js';
import type { Applied, NotApplied } from './results.js';

/** What `trySend` gives. */
export function toOutcome(write: Write, settled: Settled): Applied<unknown> | NotApplied {
  if (settled.applied) {
    const { returned } = settled;
    return withOrThrow({ applied: true, returned } as const, () => returned);
  }
  const { clauses, stored } = settled;
  const outcome = { applied: false, clauses, ...(write.returnStored ? { stored } : {}) } as const;
  return withOrThrow(outcome, (): never => {
    throw toError(write, settled);
  });
}
