import { type Settled, toError } from '../kernel/settle-write.js';
import type { Write } from '../kernel/write.js';
import type { Applied, Failure, NotApplied, Refused } from './results.js';

/** What `trySend` gives. */
export function toOutcome(write: Write, settled: Settled): Applied<unknown> | NotApplied {
  if (settled.applied) return applied(settled.returned);
  const { clauses, stored } = settled;
  const failure = { clauses, ...(write.returnStored ? { stored } : {}) };
  return notApplied(new Map([['write', failure]]), () => toError(write, settled), failure) as NotApplied;
}

export function applied<R>(returned: R): Applied<R> {
  return withMethods({ applied: true, returned } as const, { orThrow: () => returned });
}

/**
 * @param error the one that `send` would have thrown
 * @param own what the outcome has beside what all of its kind have
 */
export function notApplied(
  failures: ReadonlyMap<string | number, Failure>,
  error: () => Error,
  own: object = {},
  absent: (label: string | number) => undefined = () => undefined,
): Refused {
  const outcome = {
    applied: false,
    labels: [...failures.keys()],
    clauses: [...failures.values()].flatMap((failure) => failure.clauses),
    ...own,
  } as const;
  return withMethods(outcome, {
    failed: (label: string | number) => failures.get(label) ?? absent(label),
    orThrow: (): never => {
      throw error();
    },
  });
}

/** Gives an outcome its methods, unseen where outcomes are compared or printed. */
function withMethods<Outcome extends object, Methods extends object>(
  outcome: Outcome,
  methods: Methods,
): Outcome & Methods {
  for (const [name, value] of Object.entries(methods)) Object.defineProperty(outcome, name, { value });
  return outcome as Outcome & Methods;
}
