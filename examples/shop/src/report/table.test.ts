import { describe, expect, test } from 'vitest';
import { type Verdict, wayNames } from '../situation/situation.js';
import type { SituationResult } from './result.js';
import { resultTable, summary } from './table.js';

const right: Verdict = { promised: '1,000 views', stored: '1,000 views', wrong: [] };
const wrong: Verdict = {
  promised: '1,000 views',
  stored: '900 views',
  wrong: [
    { kind: 'lost', count: 150, text: '150 lost' },
    { kind: 'doubled', count: 50, text: '50 counted twice' },
  ],
};
const traffic = { reads: 1234, writes: 99_999, retries: 12, refused: 3 };

function results(holdfast: Verdict): readonly SituationResult[] {
  const verdicts = { 'by hand': wrong, 'optimistic loop': right, Holdfast: holdfast };
  return [
    {
      name: 'Page counter',
      promise: 'every view is counted once.',
      ways: wayNames.map((way) => ({ way, verdict: verdicts[way], traffic })),
    },
  ];
}

describe('the table of results', () => {
  const lines = resultTable(results(right)).split('\n');

  test('has a line for the promise and one for each way', () => {
    expect(lines).toContain('Page counter: every view is counted once.');
    const row = lines.find((line) => line.includes('Holdfast')) ?? '';
    expect(row.trim().split(/ {2,}/)).toEqual([
      'Holdfast',
      '1,000 views',
      '1,000 views',
      'nothing',
      '1,234',
      '99,999',
      '12',
      '3',
    ]);
  });

  test('shows every kind of damage on a line of its own', () => {
    const first = lines.findIndex((line) => line.includes('150 lost'));
    expect(lines[first]).toContain('by hand');
    expect(lines[first + 1]?.trim()).toBe('50 counted twice');
  });

  test('fits 120 columns with the longest cells of the situations', () => {
    const longest: Verdict = {
      promised: 'whole or none',
      stored: '100 whole, 200 half',
      wrong: [{ kind: 'false answer', count: 150, text: '150 charges with two receipts' }],
    };
    for (const line of resultTable(results(longest)).split('\n')) expect(line.length).toBeLessThanOrEqual(120);
  });

  test('uses neither colours nor trailing blanks', () => {
    for (const line of lines) {
      expect(line).not.toContain('\u001b');
      expect(line).toBe(line.trimEnd());
    }
  });
});

describe('the summary', () => {
  test('praises only where every promise held', () => {
    expect(summary(results(right))).toBe(
      'Every promise of Holdfast held. Written by hand, 1 of 1 broke; with the optimistic loop, 0.',
    );
  });

  test('names the promises that Holdfast broke', () => {
    expect(summary(results(wrong))).toMatch(/^Holdfast broke its promise in: Page counter\./);
  });
});
