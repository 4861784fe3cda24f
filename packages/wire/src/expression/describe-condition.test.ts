import { describe, expect, it } from 'vitest';
import { describeCondition, describePath } from './describe-condition.js';
import { parseCondition } from './parser/parse-condition.js';
import { Placeholders } from './parser/placeholders.js';

const placeholders = new Placeholders(
  { '#odd': 'odd name', '#proto': '__proto__', '#dot': 'a.b' },
  {
    ':time': { S: '2026-01-31T00:00:00Z' },
    ':5': { N: '5' },
    ':b': { B: Uint8Array.of(1, 255) },
    ':yes': { BOOL: true },
    ':null': { NULL: true },
    ':l': { L: [{ N: '1' }, { S: 'a' }] },
    ':m': { M: { k: { N: '1' } } },
    ':ss': { SS: ['a', 'b'] },
    ':ns': { NS: ['1'] },
    ':bs': { BS: [Uint8Array.of(0)] },
    ':S': { S: 'S' },
  },
);

describe('describeCondition', () => {
  it.each([
    ['scoreAt < :time', 'scoreAt < "2026-01-31T00:00:00Z"'],
    ['attribute_not_exists(pk)', 'attribute_not_exists(pk)'],
    [
      '(attribute_not_exists(pk) OR size(venue.seats) > :5) AND NOT a = :yes',
      '(attribute_not_exists(pk) OR size(venue.seats) > 5) AND NOT a = true',
    ],
    ['#odd.#proto[2] BETWEEN :5 AND b', '"odd name".__proto__[2] BETWEEN 5 AND b'],
    ['#dot IN (:b, :null, :l)', '"a.b" IN (0x01ff, null, [1, "a"])'],
    ['a IN (:m, :ss, :ns, :bs)', 'a IN ({"k": 1}, Set("a", "b"), Set(1), Set(0x00))'],
    [
      'begins_with(a, :S) OR contains(b, :5) OR attribute_type(c, :S)',
      'begins_with(a, "S") OR contains(b, 5) OR attribute_type(c, "S")',
    ],
  ])('%s', (text, description) => {
    expect(describeCondition(parseCondition(text, placeholders))).toBe(description);
  });

  it('has a word for junctions of nothing', () => {
    expect(describeCondition({ kind: 'and', conditions: [] })).toBe('always');
    expect(describeCondition({ kind: 'or', conditions: [] })).toBe('never');
  });
});

describe('describePath', () => {
  it('reads as it would be written', () => {
    expect(describePath({ kind: 'path', elements: ['venue', 'seats', 0, 'size'] })).toBe('venue.seats[0].size');
    expect(describePath({ kind: 'path', elements: ['ACCOUNT#id', ''] })).toBe('ACCOUNT#id.""');
  });
});
