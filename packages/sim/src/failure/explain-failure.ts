import { rungsOf } from '../ladder/ladder.js';
import type { ExplorationReport } from '../report/exploration-report.js';
import type { Failure } from '../run/failure.js';
import type { ScheduleRunner } from '../run/schedule-runner.js';
import { UncontrolledError } from '../run/uncontrolled-error.js';
import { type RecordedStep, scheduleText } from '../schedule/recorded-schedule.js';
import { GuidedSearch } from '../search/guided-search.js';
import type { Trace } from '../world/trace.js';
import type { World } from '../world/world.js';
import { ExplorationError } from './exploration-error.js';
import { shrinkSchedule } from './shrink-schedule.js';

/**
 * Runs a failing schedule again and tells what happens in it.
 *
 * @param shrinks whether a shorter one that fails alike is looked for first
 */
export async function explainFailure(
  world: World,
  runner: ScheduleRunner,
  failing: { readonly failure: Failure; readonly schedule: readonly RecordedStep[] },
  report: ExplorationReport,
  shrinks: boolean,
): Promise<Error> {
  const isShrunk = shrinks && failing.failure.kind !== 'uncontrolled' && failing.schedule.length > 0;
  const steps = isShrunk ? await shrinkSchedule(runner, failing) : failing.schedule;
  const trace: Trace = [];
  let failure = failing.failure;
  if (steps.length > 0) {
    world.trace = trace;
    const { end } = await runner.run(new GuidedSearch(steps, true)).finally(() => {
      world.trace = undefined;
    });
    if (end.kind !== 'failed') return notRepeated(failure, steps);
    failure = end.failure;
  }
  const clients = world.clients.map(({ name }) => name);
  return new ExplorationError(
    {
      title: report.name,
      clients,
      rungs: rungsOf(trace, clients),
      verdict: verdictOf(failure),
      replay: scheduleText(steps),
    },
    failure,
    report,
  );
}

function verdictOf({ kind, error, client }: Failure): string {
  const message =
    error instanceof Error ? `${error.name === 'Error' ? '' : `${error.name}: `}${error.message}` : String(error);
  switch (kind) {
    case 'invariant':
      return `after a step, ${message}`;
    case 'final':
      return `in the end, ${message}`;
    case 'client':
      return `client ${client} ended with an error of its own: ${message}`;
    case 'uncontrolled':
      return message;
  }
}

function notRepeated({ error }: Failure, steps: readonly RecordedStep[]): Error {
  return new UncontrolledError(
    'A schedule failed once and not again, so something is in play that the explorer does not control; ' +
      `the schedule was ${scheduleText(steps)}`,
    { cause: error },
  );
}
