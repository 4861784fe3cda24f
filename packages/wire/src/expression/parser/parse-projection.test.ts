import { describe, expect, it } from 'vitest';
import { ExpressionError } from '../expression-error.js';
import { parseProjection } from './parse-projection.js';
import { Placeholders } from './placeholders.js';

const parse = (text: string) => parseProjection(text, new Placeholders({ '#a': 'a', '#b': '[3]' }, undefined));

describe('parseProjection', () => {
  it('reads paths', () => {
    expect(parse(' #a.b , c[0][1] ,#b').map(({ elements }) => elements)).toEqual([['a', 'b'], ['c', 0, 1], ['[3]']]);
  });

  it.each([
    'whatever(stuff)',
    ':a',
    'abort,',
    'a,,b',
    ',a',
    'a..b',
    'a[b]',
    '(a.b).c',
    '(a)',
    '(a),(b)',
    '(a,b)',
    'a-b',
  ])('finds the fault in the syntax of %s', (text) => {
    expect(() => parse(text)).toThrow(/^Syntax error; token: ".+", near: ".+"$/);
  });

  it.each([
    ['', 'The expression can not be empty;'],
    ['!!!', 'Syntax error; token: "!", near: "!!"'],
    ['a.abORt', 'Attribute name is a reserved keyword; reserved keyword: abORt'],
    ['#a,ABSoLUTE', 'Attribute name is a reserved keyword; reserved keyword: ABSoLUTE'],
    ['a,b,a,#c', 'An expression attribute name used in the document path is not defined; attribute name: #c'],
    [
      'b[1], b.a, #a.b, a',
      'Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [a, b], path two: [a]',
    ],
    [
      'a, #a[1]',
      'Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [a], path two: [a, [1]]',
    ],
    [
      'a.b[1], #a[1], #b',
      'Two document paths conflict with each other; must remove or rewrite one of these paths; path one: [a, b, [1]], path two: [a, [1]]',
    ],
    [
      'a[3].b, #a.#b.b',
      'Two document paths conflict with each other; must remove or rewrite one of these paths; path one: [a, [3], b], path two: [a, [3], b]',
    ],
  ])('refuses %s', (text, message) => {
    expect(() => parse(text)).toThrow(new ExpressionError(message));
  });

  it('reads as much as the text may hold', () => {
    const paths = Array.from({ length: 800 }, (_, index) => `a${index}`);
    expect(parse(paths.join(','))).toHaveLength(800);
    expect(parse('x'.repeat(4096))).toHaveLength(1);
    expect(() => parse('x'.repeat(4097))).toThrow(
      'Expression size has exceeded the maximum allowed size; expression size: 4097',
    );
  });
});
