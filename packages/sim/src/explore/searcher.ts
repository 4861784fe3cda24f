import type { Runtime } from '@holdfast/wire';
import { createRandom } from '../random/random.js';
import type { ExplorationReport } from '../report/exploration-report.js';
import type { Progress } from '../report/progress.js';
import type { Failure } from '../run/failure.js';
import type { ScheduleRunner } from '../run/schedule-runner.js';
import type { Strategy } from '../run/strategy.js';
import { turn } from '../run/turn.js';
import type { RecordedStep } from '../schedule/recorded-schedule.js';
import { RandomSearch } from '../search/random-search.js';
import { Recording } from '../search/recording.js';
import { type Reduction, TreeSearch } from '../search/tree-search.js';
import type { FaultName } from '../world/fault-budget.js';
import { faultOf } from '../world/variant.js';
import type { Exploration, SearchOptions } from './exploration.js';
import type { PreparedExploration } from './prepared-exploration.js';

/** A schedule in which something was wrong. */
export interface FailedSchedule {
  readonly failure: Failure;
  readonly schedule: readonly RecordedStep[];
}

/** How many schedules lie between two reports of progress. */
const reportEvery = 500;

/** What a search needs to know of an exploration. */
export type SearchedExploration = Pick<Exploration, 'name' | 'faults' | 'search' | 'onProgress'>;

type Counts = { -readonly [Name in 'schedules' | 'steps' | 'redundant' | 'cut' | 'longest' | 'random']: number };

/** @throws RangeError where a search cannot be bounded so */
function checkSearch({ schedules = 1, seconds = 1, maxSteps = 1, seed = 1, by = 'auto' }: SearchOptions): void {
  const whole = { schedules, maxSteps };
  for (const [name, value] of Object.entries(whole)) {
    if (!(Number.isSafeInteger(value) && value > 0)) {
      throw new RangeError(`The most ${name} of a search are a whole number from 1; got ${value}`);
    }
  }
  createRandom(seed);
  if (!(seconds > 0)) throw new RangeError(`The seconds of a search are a number above 0; got ${seconds}`);
  if (typeof by === 'number' && !(Number.isSafeInteger(by) && by >= 0)) {
    throw new RangeError(`The most pre-emptions are a whole number from 0; got ${by}`);
  }
}

/** Searches for a schedule in which something is wrong, within a budget, and counts. */
export class Searcher {
  failed: FailedSchedule | undefined;
  readonly #exploration: SearchedExploration;
  readonly #prepared: PreparedExploration;
  readonly #runner: ScheduleRunner;
  readonly #runtime: Pick<Runtime, 'monotonic'>;
  readonly #started: number;
  readonly #counts: Counts = { schedules: 0, steps: 0, redundant: 0, cut: 0, longest: 0, random: 0 };
  readonly #struck: Partial<Record<FaultName, number>> = {};
  #isExhaustive = false;
  #preemptions: number | undefined;

  constructor(
    exploration: SearchedExploration,
    prepared: PreparedExploration,
    runner: ScheduleRunner,
    runtime: Pick<Runtime, 'monotonic'>,
  ) {
    checkSearch(exploration.search ?? {});
    this.#exploration = exploration;
    this.#prepared = prepared;
    this.#runner = runner;
    this.#runtime = runtime;
    this.#started = runtime.monotonic();
  }

  /** Spends the budget, until something is wrong or nothing is left to try. */
  async search(): Promise<void> {
    const { by = 'auto', seed = 1 } = this.#exploration.search ?? {};
    const failure = await this.#runner.checkBeginning();
    if (failure) {
      this.failed = { failure, schedule: [] };
      return;
    }
    switch (by) {
      case 'exhaustive':
        return this.#all({ kind: 'partialOrder' }, 1);
      case 'unreduced':
        return this.#all({ kind: 'none' }, 1);
      case 'random':
        return this.#random(seed);
      case 'auto':
        await this.#all({ kind: 'partialOrder' }, 0.6);
        for (let most = 0; most <= 2 && !this.#isOver; most += 1) await this.#all({ kind: 'preemptions', most }, 0.8);
        return this.#random(seed);
      default:
        return this.#all({ kind: 'preemptions', most: by }, 1);
    }
  }

  /**
   * Runs the schedules that a strategy chooses.
   *
   * @param share how much of the budget may have been spent when it stops
   * @returns whether it came to its end
   */
  async run(strategy: Strategy, by: Progress['by'], share = 1): Promise<boolean> {
    const recording = new Recording(strategy);
    while (!this.#isSpent(share)) {
      const { end, more } = await this.#runner.run(recording);
      this.#count(end.kind, recording);
      if (end.kind === 'failed') {
        this.failed = { failure: end.failure, schedule: recording.schedule() };
        return false;
      }
      if (!more) return true;
      if ((this.#counts.schedules + this.#counts.redundant) % reportEvery === 0) await this.#report(by);
    }
    return false;
  }

  report(): ExplorationReport {
    const { name = 'exploration', faults = {} } = this.#exploration;
    return {
      name,
      clients: this.#prepared.world.clients.map((client) => client.name),
      faults,
      ...this.#counts,
      exhaustive: this.#isExhaustive,
      preemptions: this.#preemptions,
      struck: this.#struck,
      elapsed: this.#elapsed,
    };
  }

  get #isOver(): boolean {
    return this.failed !== undefined || this.#isExhaustive;
  }

  get #elapsed(): number {
    return (this.#runtime.monotonic() - this.#started) / 1_000;
  }

  #isSpent(share: number): boolean {
    const { schedules = 10_000, seconds = Number.POSITIVE_INFINITY } = this.#exploration.search ?? {};
    const { schedules: tried, redundant, cut } = this.#counts;
    return tried + redundant + cut >= schedules * share || this.#elapsed >= seconds * share;
  }

  async #all(reduction: Reduction, share: number): Promise<void> {
    for (;;) {
      this.#prepared.world.footprints.observesMore();
      const isDone = await this.run(new TreeSearch(reduction), reduction.kind, share);
      const observesMore = this.#prepared.world.footprints.observesMore();
      // what the invariant, or a reader of streams, has come to see the order of, the schedules were reduced without
      if (!this.failed && observesMore && reduction.kind === 'partialOrder' && !this.#isSpent(share)) continue;
      if (!isDone || (observesMore && reduction.kind === 'partialOrder')) return;
      if (reduction.kind === 'preemptions') this.#preemptions = reduction.most;
      else this.#isExhaustive = this.#counts.cut === 0;
      return;
    }
  }

  async #random(seed: number): Promise<void> {
    if (this.#isOver) return;
    const before = this.#counts.schedules;
    await this.run(new RandomSearch(seed), 'random');
    this.#counts.random = this.#counts.schedules - before;
  }

  #count(end: 'complete' | 'redundant' | 'cut' | 'failed', recording: Recording): void {
    const counts = this.#counts;
    if (end === 'redundant' || end === 'cut') counts[end] += 1;
    else counts.schedules += 1;
    counts.steps += recording.length;
    counts.longest = Math.max(counts.longest, recording.length);
    for (const variant of recording.faults()) {
      const fault = faultOf(variant);
      if (fault) this.#struck[fault] = (this.#struck[fault] ?? 0) + 1;
    }
  }

  /** Lets the process do what else it has to do, too. */
  async #report(by: Progress['by']): Promise<void> {
    const { schedules, steps, redundant, cut } = this.#counts;
    this.#exploration.onProgress?.({ schedules, steps, redundant, cut, by, elapsed: this.#elapsed });
    await turn();
  }
}
