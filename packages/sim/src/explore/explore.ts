import { type Backend, systemRuntime } from '@holdfast/wire';
import { explainFailure } from '../failure/explain-failure.js';
import type { ExplorationReport } from '../report/exploration-report.js';
import { ProcessInputs } from '../run/process-inputs.js';
import { ScheduleRunner } from '../run/schedule-runner.js';
import { parseSchedule } from '../schedule/recorded-schedule.js';
import { GuidedSearch } from '../search/guided-search.js';
import type { Exploration } from './exploration.js';
import { oneAtATime } from './one-at-a-time.js';
import { prepare } from './prepared-exploration.js';
import { Searcher } from './searcher.js';

/**
 * Tries the orders in which the requests of concurrent clients can be carried out and answered, with every fault of a budget at
 * every place, and holds each against an invariant.
 *
 * ```ts
 * await explore({
 *   open: (backend) => table({ name: 'bank', backend, entities: [Account] }),
 *   setup: async ({ store: bank }) => {
 *     await bank.createTable();
 *     await bank.of(Account).create({ id: 'alice', balance: 0 }).send();
 *   },
 *   clients: {
 *     one: ({ store: bank }) => deposit(bank, 10),
 *     two: ({ store: bank }) => deposit(bank, 20),
 *   },
 *   faults: { lostAnswer: 1 },
 *   final: async ({ store: bank }) => {
 *     const { balance } = await bank.of(Account).get({ id: 'alice' }).orThrow();
 *     expect(balance).toBe(30);
 *   },
 * });
 * ```
 *
 * Clients are plain async functions. All that they wait for comes from what they are given: store calls, `runtime.sleep`,
 * effects and queues; what a client computes in between takes no time. They run by turns, and only the explorer says whose.
 *
 * @returns what was tried
 * @throws ExplorationError with the shortest schedule found, where something was wrong
 * @throws UncontrolledError where a client does not do the same in the same schedule
 * @throws TypeError, RangeError where the exploration is no exploration
 */
export async function explore<Store = Backend, Names extends string = string>(
  exploration: Exploration<Store, Names>,
): Promise<ExplorationReport> {
  return oneAtATime(async () => {
    const prepared = await prepare(exploration);
    const inputs = new ProcessInputs();
    const { maxSteps = 1_000 } = exploration.search ?? {};
    const runner = new ScheduleRunner(prepared.world, prepared.program, inputs, maxSteps);
    const searcher = new Searcher(exploration, prepared, runner, systemRuntime);
    inputs.install();
    const { stackTraceLimit } = Error;
    try {
      // the errors of most schedules are answers that nobody looks at
      Error.stackTraceLimit = 0;
      const { replay } = exploration;
      if (replay === undefined) {
        await searcher.search();
      } else {
        const guided = new GuidedSearch(parseSchedule(replay), true);
        await searcher.run(guided, 'replay');
        if (!searcher.failed) guided.checkFollowed();
      }
      const { failed } = searcher;
      Error.stackTraceLimit = stackTraceLimit;
      if (failed) throw await explainFailure(prepared.world, runner, failed, searcher.report(), replay === undefined);
      return searcher.report();
    } finally {
      Error.stackTraceLimit = stackTraceLimit;
      inputs.uninstall();
    }
  });
}
