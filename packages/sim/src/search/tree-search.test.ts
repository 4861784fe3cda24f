import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SearchOptions } from '../explore/exploration.js';
import { explore } from '../explore/explore.js';
import { allThings, clientOf, createThings, type SmallCall, smallCall } from '../testing/small-programs.js';
import type { FaultBudget } from '../world/fault-budget.js';

/** The most schedules of a space that is small enough to be tried as a whole. */
const most = Number(process.env.HOLDFAST_SCHEDULES ?? 3_000);

const runs = Number(process.env.HOLDFAST_RUNS ?? 30);

interface Space {
  readonly one: readonly SmallCall[];
  readonly two: readonly SmallCall[];
  readonly three?: readonly SmallCall[];
  readonly faults?: FaultBudget;
  readonly restart?: boolean;
}

/** Every way in which a program can end: what each client saw and how it ended, and what is stored. */
async function outcomesOf(
  { one, two, three = [], faults = {}, restart = false }: Space,
  by: NonNullable<SearchOptions['by']>,
) {
  const outcomes = new Set<string>();
  const report = await explore({
    setup: createThings,
    clients: { one: clientOf(one), two: clientOf(two), three: clientOf(three) },
    faults,
    restart,
    maxAttempts: 2,
    search: { by, schedules: most },
    effects: { notice: (_name: string, before: readonly unknown[]) => before.length },
    final: async ({ backend, clients, effects }) => {
      const ends = Object.values(clients).map(({ status, value, starts }) => [status, value, starts]);
      outcomes.add(JSON.stringify([ends, effects, await allThings({ backend })]));
    },
  });
  return { outcomes, report };
}

const calls = (maxLength: number) => fc.array(smallCall, { minLength: 1, maxLength });

describe('partial-order reduction', () => {
  const reachesTheSame = async (space: Space) => {
    const all = await outcomesOf(space, 'unreduced');
    fc.pre(all.report.exhaustive);
    const reduced = await outcomesOf(space, 'exhaustive');
    expect(reduced.report.exhaustive).toBe(true);
    expect([...reduced.outcomes].sort()).toEqual([...all.outcomes].sort());
    expect(reduced.report.schedules).toBeLessThanOrEqual(all.report.schedules);
  };

  it('reaches every outcome of two clients', () =>
    fc.assert(fc.asyncProperty(fc.record({ one: calls(2), two: calls(2) }), reachesTheSame), { numRuns: runs }));

  it('reaches every outcome of three clients', () =>
    fc.assert(fc.asyncProperty(fc.record({ one: calls(1), two: calls(1), three: calls(1) }), reachesTheSame), {
      numRuns: runs,
    }));

  const fault = fc.constantFrom<FaultBudget>(
    { lostRequest: 1 },
    { lostAnswer: 1 },
    { lateRequest: 1 },
    { duplicateRequest: 1 },
    { throttle: 1 },
    { transactionConflict: 1 },
    { transactionInProgress: 1 },
    { crash: 1 },
    { pause: 1 },
    { staleRead: 1 },
    { lateIndex: 1 },
    { repeatedMessage: 1 },
  );

  it('reaches every outcome under a fault', () =>
    fc.assert(
      fc.asyncProperty(
        fc.record({ one: calls(2), two: calls(1), faults: fault, restart: fc.boolean() }),
        reachesTheSame,
      ),
      { numRuns: runs },
    ));
});
