import type { WayName } from '../situation/situation.js';
import { number } from '../wording.js';
import { held, type SituationResult, type WayResult } from './result.js';

/** A cell may have several lines. */
type Row = readonly (readonly string[])[];

const headings: Row = ['', 'promised', 'stored', 'what went wrong', 'reads', 'writes', 'retries', 'refused'].map(
  (heading) => [heading],
);
/** From here on columns hold numbers and are aligned to the right. */
const firstNumber = 4;
const gap = '  ';

/** All results as one table of plain text: a line with the promise for each situation, then a row for each way. */
export function resultTable(results: readonly SituationResult[]): string {
  const groups = results.map(({ name, promise, ways }) => ({ title: `${name}: ${promise}`, rows: ways.map(rowOf) }));
  const widths = headings.map((_, column) =>
    Math.max(...[headings, ...groups.flatMap(({ rows }) => rows)].map((row) => widest(row[column] ?? []))),
  );
  const rule = '─'.repeat(widths.reduce((sum, width) => sum + width + gap.length, -gap.length));
  return [
    ...linesOf(headings, widths),
    ...groups.flatMap(({ title, rows }) => [rule, title, ...rows.flatMap((row) => linesOf(row, widths))]),
    rule,
  ].join('\n');
}

/** One sentence: whether Holdfast kept its promises, and how the other ways did. */
export function summary(results: readonly SituationResult[]): string {
  const broken = (way: WayName) =>
    results.filter(({ ways }) => ways.some((result) => result.way === way && !held(result))).map(({ name }) => name);
  const others =
    `Written by hand, ${broken('by hand').length} of ${results.length} broke; ` +
    `with the optimistic loop, ${broken('optimistic loop').length}.`;
  const holdfast = broken('Holdfast');
  return holdfast.length === 0
    ? `Every promise of Holdfast held. ${others}`
    : `Holdfast broke its promise in: ${holdfast.join(', ')}. ${others}`;
}

function rowOf({ way, verdict: { promised, stored, wrong }, traffic }: WayResult): Row {
  const damage = wrong.length === 0 ? ['nothing'] : wrong.map(({ text }) => text);
  const { reads, writes, retries, refused } = traffic;
  return [
    [`  ${way}`],
    [promised],
    [stored],
    damage,
    ...[reads, writes, retries, refused].map((requests) => [number(requests)]),
  ];
}

function linesOf(row: Row, widths: readonly number[]): string[] {
  const height = Math.max(...row.map((cell) => cell.length));
  return Array.from({ length: height }, (_, line) =>
    row
      .map((cell, column) => {
        const text = cell[line] ?? '';
        const width = widths[column] ?? 0;
        return column < firstNumber ? text.padEnd(width) : text.padStart(width);
      })
      .join(gap)
      .trimEnd(),
  );
}

function widest(cell: readonly string[]): number {
  return Math.max(...cell.map((line) => line.length));
}
