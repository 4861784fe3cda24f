import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Exploration, ExplorationError, type ExplorationReport, explore, type Progress } from '@holdfast/sim';
import { systemRuntime } from '@holdfast/wire';
import type { ExploreCommand } from './command-line.js';
import { UsageError } from './usage-error.js';

interface Surroundings {
  readonly stdout: { write(text: string): unknown };
  load(url: string): Promise<object>;
  readonly signal: AbortSignal;
}

/** How long there is no word of progress, in milliseconds. */
const silence = 2_000;

/**
 * Runs the explorations of a module, one after the other.
 *
 * @throws UsageError where there is none, or none of the name
 * @throws Error where one does not hold; the ladder has been printed by then
 */
export async function exploreFile(command: ExploreCommand, surroundings: Surroundings): Promise<void> {
  const explorations = chosen(command, await explorationsOf(command.file, surroundings));
  const failed: string[] = [];
  for (const exploration of explorations) {
    if (surroundings.signal.aborted) return;
    if (!(await holds(exploration, command, surroundings))) failed.push(nameOf(exploration));
  }
  if (failed.length > 0) throw new Error(`${failed.join(', ')}: not in every schedule`);
}

async function holds(
  exploration: Exploration,
  command: ExploreCommand,
  { stdout, signal }: Surroundings,
): Promise<boolean> {
  const { schedules, seconds, seed, replay, picture } = command;
  const search = {
    ...exploration.search,
    ...(schedules !== undefined && { schedules }),
    ...(seconds !== undefined && { seconds }),
    ...(seed !== undefined && { seed }),
  };
  const name = nameOf(exploration);
  let last = systemRuntime.monotonic();
  const onProgress = (progress: Progress) => {
    exploration.onProgress?.(progress);
    signal.throwIfAborted();
    if (systemRuntime.monotonic() - last < silence) return;
    last = systemRuntime.monotonic();
    stdout.write(`${name}: ${count(progress.schedules)} schedules so far, ${way[progress.by]}\n`);
  };
  try {
    const report = await explore({ ...exploration, search, onProgress, ...(replay !== undefined && { replay }) });
    stdout.write(`${name}: holds in ${coverageOf(report)}\n`);
    return true;
  } catch (error) {
    if (!(error instanceof ExplorationError)) throw error;
    stdout.write(`${error.message}\n`);
    if (picture !== undefined) {
      await writeFile(picture, picture.endsWith('.svg') ? error.svg() : error.html());
      stdout.write(`Drawn in ${picture}\n`);
    }
    return false;
  }
}

const way = {
  partialOrder: 'all that can differ',
  none: 'all',
  preemptions: 'those with few interruptions',
  random: 'drawn at random',
  replay: 'repeated',
} as const;

function coverageOf({ schedules, exhaustive, random, longest }: ExplorationReport): string {
  const all = exhaustive ? `all ${count(schedules)} schedules that can differ` : `${count(schedules)} schedules`;
  const drawn = random > 0 ? `, ${count(random)} of them drawn at random` : '';
  return `${all}${drawn}; the longest had ${longest} steps`;
}

async function explorationsOf(file: string, { load }: Surroundings): Promise<readonly Exploration[]> {
  const module = await load(pathToFileURL(resolve(file)).href).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_UNKNOWN_FILE_EXTENSION') throw error;
    throw new Error(`${file}: this Node.js does not load TypeScript; compile the file first, or use Node.js 22.18`);
  });
  // what has a name of its own besides goes by that
  const exports = Object.entries(module).sort(
    ([one], [other]) => Number(other === 'default') - Number(one === 'default') || (one < other ? -1 : 1),
  );
  const found = exports.flatMap(([name, exported]): Exploration[] =>
    [exported]
      .flat()
      .filter(isExploration)
      .map((exploration) => ({ name, ...exploration })),
  );
  const distinct = [...new Map(found.map((exploration) => [exploration.clients, exploration])).values()];
  if (distinct.length > 0) return distinct;
  throw new UsageError(`${file} exports no exploration: an object with clients, as explore() takes it`);
}

function chosen({ file, only, replay }: ExploreCommand, explorations: readonly Exploration[]): readonly Exploration[] {
  const names = explorations.map(nameOf).join(', ');
  const those = only === undefined ? explorations : explorations.filter((each) => nameOf(each) === only);
  if (those.length === 0) throw new UsageError(`${file} has no exploration ${only}; it has ${names}`);
  if (replay === undefined || those.length === 1) return those;
  throw new UsageError(`--replay runs a schedule of one exploration: say which by --only; ${file} has ${names}`);
}

function isExploration(exported: unknown): exported is Exploration {
  return (
    typeof exported === 'object' && exported !== null && 'clients' in exported && typeof exported.clients === 'object'
  );
}

function nameOf({ name = 'exploration' }: Exploration): string {
  return name;
}

function count(number: number): string {
  return number.toLocaleString('en-US');
}
