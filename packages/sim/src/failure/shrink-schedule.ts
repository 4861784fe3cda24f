import type { Failure } from '../run/failure.js';
import type { ScheduleRunner } from '../run/schedule-runner.js';
import type { RecordedStep } from '../schedule/recorded-schedule.js';
import { GuidedSearch } from '../search/guided-search.js';
import { Recording } from '../search/recording.js';
import { undisturbed } from '../world/variant.js';

/** The most schedules that are tried to find a shorter one. */
const mostTries = 600;

/**
 * A schedule that fails in the same way with as few faults, as few changes from one client to another and as few steps as can be
 * found.
 */
export async function shrinkSchedule(
  runner: ScheduleRunner,
  failing: { readonly failure: Failure; readonly schedule: readonly RecordedStep[] },
): Promise<readonly RecordedStep[]> {
  let best = failing.schedule;
  let tries = 0;
  for (;;) {
    const before = best;
    for (const candidate of shorter(best)) {
      if (tries >= mostTries) return best;
      tries += 1;
      const found = await failsAlike(runner, candidate, failing.failure);
      if (found === undefined || !isSimpler(found, best)) continue;
      best = found;
      break;
    }
    if (best === before) return best;
  }
}

async function failsAlike(
  runner: ScheduleRunner,
  steps: readonly RecordedStep[],
  { kind, client }: Failure,
): Promise<readonly RecordedStep[] | undefined> {
  const recording = new Recording(new GuidedSearch(steps, false));
  const { end } = await runner.run(recording);
  const isAlike = end.kind === 'failed' && end.failure.kind === kind && end.failure.client === client;
  return isAlike ? recording.schedule() : undefined;
}

/** Schedules to try: without one of the faults, without a part of the steps, with one client going on for longer. */
function* shorter(steps: readonly RecordedStep[]): Generator<readonly RecordedStep[]> {
  for (const [at, step] of steps.entries()) {
    if (step.variant !== undisturbed) yield steps.with(at, { ...step, variant: undisturbed });
  }
  for (let size = Math.ceil(steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < steps.length; from += size) yield [...steps.slice(0, from), ...steps.slice(from + size)];
  }
  for (const [at, step] of steps.entries()) {
    const next = steps[at + 1];
    if (next === undefined || next.client === step.client) continue;
    const later = steps.findIndex((other, index) => index > at && other.client === step.client);
    if (later < 0) continue;
    yield [
      ...steps.slice(0, at + 1),
      steps[later] as RecordedStep,
      ...steps.slice(at + 1, later),
      ...steps.slice(later + 1),
    ];
  }
}

function isSimpler(one: readonly RecordedStep[], other: readonly RecordedStep[]): boolean {
  const [left, right] = [costOf(one), costOf(other)];
  const at = left.findIndex((cost, index) => cost !== right[index]);
  return at >= 0 && (left[at] ?? 0) < (right[at] ?? 0);
}

/** Faults, changes from one client to another, steps: the most important first. */
function costOf(steps: readonly RecordedStep[]): readonly number[] {
  const faults = steps.filter(({ variant }) => variant !== undisturbed).length;
  const changes = steps.filter(({ client }, index) => index > 0 && steps[index - 1]?.client !== client).length;
  return [faults, changes, steps.length];
}
