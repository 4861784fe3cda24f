import type { ExplorationReport } from '@holdfast/sim';
import type { ExploredPromise } from './explored-promise.js';

/** A promise that was tried at length. */
export interface TriedPromise {
  readonly promise: ExploredPromise;
  /** From the smallest exploration to the largest. */
  readonly reports: readonly ExplorationReport[];
  /** By twin, in which of its schedules it was found out. */
  readonly twins: Readonly<Record<string, number>>;
}

/** The page that tells what was tried. */
export function exploredPage(tried: readonly TriedPromise[]): string {
  return `# What was explored

Each promise of the library was held against every schedule that the [explorer](explorer.md) could make of it, and so was a twin that breaks the
promise on purpose: a check that cannot fail proves nothing. \`npm run explore\` runs all of this again and writes this page; a smaller part
runs with every \`npm test\`. The programs are in \`tests/explorations\`.

${tried.map(section).join('\n')}`;
}

function section({ promise, reports, twins }: TriedPromise): string {
  const found = Object.entries(twins).map(([twin, schedule]) => `${twin} (schedule ${schedule})`);
  return `## ${promise.name}

${promise.promise}

${reports.map(row).join('\n')}

Twins found out: ${found.join('; ')}
`;
}

function row(report: ExplorationReport): string {
  const { clients, schedules, longest } = report;
  return `- ${clients.join(', ')}; ${faultsOf(report)}: ${schedules.toLocaleString('en-US')} schedules, ${coverageOf(report)}; the longest had ${longest} steps`;
}

function faultsOf({ faults }: ExplorationReport): string {
  const list = Object.entries(faults).map(([fault, times]) => `\`${fault}\`${times === 1 ? '' : ` ${times} times`}`);
  return list.length === 0 ? 'no faults' : list.join(', ');
}

function coverageOf({ exhaustive, preemptions, random, schedules }: ExplorationReport): string {
  if (exhaustive) return 'all that can differ';
  const drawn = `${random.toLocaleString('en-US')} of them drawn at random`;
  const inOrder = `${(schedules - random).toLocaleString('en-US')} in the order of the search`;
  return preemptions === undefined
    ? `not all that can differ: ${inOrder}, ${drawn}`
    : `not all that can differ: ${inOrder}, among them all with at most ${preemptions} interruptions, ${drawn}`;
}
