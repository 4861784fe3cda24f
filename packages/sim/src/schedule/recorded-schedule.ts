import { type FaultName, faults } from '../world/fault-budget.js';
import type { Process } from '../world/process.js';
import { faultOf, staleBy, undisturbed, type Variant, variantOf, writesBehind } from '../world/variant.js';
import { nameOf } from '../world/world.js';

/** One step of a schedule that was run, by the name of its process. */
export interface RecordedStep {
  readonly process: string;
  readonly client: number;
  readonly variant: Variant;
}

export function recordedStep(process: Process, variant: Variant): RecordedStep {
  return { process: nameOf(process), client: process.client.index, variant };
}

/** A schedule in one line: each step by its process, with its fault; `*2` for two of them in a row. */
export function scheduleText(steps: readonly RecordedStep[]): string {
  const texts: string[] = [];
  let times = 0;
  steps.forEach((step, index) => {
    const text = stepText(step);
    times += 1;
    const next = steps[index + 1];
    if (next !== undefined && stepText(next) === text) return;
    texts.push(times > 1 ? `${text}*${times}` : text);
    times = 0;
  });
  return texts.join(' ');
}

/** @throws TypeError where the text is no schedule */
export function parseSchedule(text: string): readonly Omit<RecordedStep, 'client'>[] {
  return text.trim().split(/\s+/).flatMap(parseSteps);
}

function stepText({ process, variant }: Pick<RecordedStep, 'process' | 'variant'>): string {
  const name = encodeURIComponent(process)
    .replaceAll('%3A', ':')
    .replaceAll('%2F', '/')
    .replaceAll('!', '%21')
    .replaceAll('*', '%2A');
  if (variant === undisturbed) return name;
  const behind = writesBehind(variant);
  return `${name}!${faultOf(variant)}${behind > 0 ? behind : ''}`;
}

const stepPattern = /^([^!*]+)(?:!([a-zA-Z]+)(\d*))?(?:\*(\d+))?$/;

function parseSteps(text: string): readonly Omit<RecordedStep, 'client'>[] {
  const [, name, fault, behind, times = '1'] = stepPattern.exec(text) ?? [];
  if (name === undefined || (fault !== undefined && !faults.includes(fault as FaultName))) {
    throw new TypeError(
      `A schedule is a line of steps such as "alice:1*2 bob:1!lostAnswer"; ${JSON.stringify(text)} is none`,
    );
  }
  const variant = fault === undefined ? undisturbed : behind ? staleBy(Number(behind)) : variantOf(fault as FaultName);
  return Array.from({ length: Number(times) }, () => ({ process: decodeURIComponent(name), variant }));
}
