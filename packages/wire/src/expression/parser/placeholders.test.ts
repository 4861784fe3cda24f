import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ExpressionError } from '../expression-error.js';
import { parseCondition } from './parse-condition.js';
import { parseProjection } from './parse-projection.js';
import { parseUpdate } from './parse-update.js';
import { Placeholders } from './placeholders.js';
import { isReservedWord } from './reserved-words.js';

describe('Placeholders', () => {
  it('know what no expression of the request has used', () => {
    const placeholders = new Placeholders(
      { '#a': 'a', '#b': 'b', '#c': 'c' },
      { ':a': { N: '1' }, ':b': { N: '2' }, ':c': { N: '3' } },
    );
    expect(placeholders.unusedNames()).toEqual(['#a', '#b', '#c']);
    parseUpdate('SET #b = :b', placeholders);
    parseCondition('x = y OR x = :c', placeholders);
    expect(placeholders.unusedNames()).toEqual(['#a', '#c']);
    expect(placeholders.unusedValues()).toEqual([':a']);
    parseProjection('#c', placeholders);
    expect(placeholders.unusedNames()).toEqual(['#a']);
  });

  it('may be absent', () => {
    const placeholders = new Placeholders(undefined, undefined);
    expect(placeholders.unusedNames()).toEqual([]);
    expect(() => parseCondition('#constructor = :a', placeholders)).toThrow(/attribute name: #constructor$/);
  });

  it('may be called what objects inherit', () => {
    const names = Object.fromEntries([['#__proto__', '__proto__']]);
    const values = Object.fromEntries([[':__proto__', { N: '1' }]]);
    expect(parseCondition('#__proto__ = :__proto__', new Placeholders(names, values))).toEqual({
      kind: 'comparison',
      operator: '=',
      left: { kind: 'path', elements: ['__proto__'] },
      right: { kind: 'value', value: { N: '1' } },
    });
  });
});

describe('isReservedWord', () => {
  it('knows the words in any case', () => {
    expect(['status', 'Name', 'DATA', 'zone', 'abort'].map(isReservedWord)).toEqual(Array(5).fill(true));
    expect(['pk', 'sk', 'revision', 'constructors', ''].map(isReservedWord)).toEqual(Array(5).fill(false));
  });
});

describe('the parsers', () => {
  const fragment = fc.constantFrom(
    ...[
      'a',
      'b.c',
      '#a',
      ':a',
      '(',
      ')',
      '[0]',
      '.',
      ',',
      '=',
      '<>',
      '+',
      ' AND ',
      ' or ',
      'NOT ',
      ' BETWEEN ',
      ' IN ',
    ],
    ...[
      'size(',
      'contains(',
      'attribute_exists(',
      'if_not_exists(',
      'f(',
      'SET ',
      'REMOVE ',
      'ADD ',
      ' ',
      '!',
      '#',
      ':',
    ],
  );
  const text = fc.oneof(
    fc.array(fragment, { maxLength: 40 }).map((parts) => parts.join('')),
    fc
      .tuple(fc.array(fragment, { minLength: 1, maxLength: 3 }), fc.nat({ max: 900 }))
      .map(([parts, count]) => parts.join('').repeat(count)),
    fc.string({ unit: 'binary' }),
  );

  it('return a tree or throw an ExpressionError, whatever they read', () => {
    fc.assert(
      fc.property(text, (expression) => {
        for (const parse of [parseCondition, parseUpdate, parseProjection]) {
          try {
            parse(expression, new Placeholders({ '#a': 'a' }, { ':a': { N: '1' } }));
          } catch (error) {
            expect(error).toBeInstanceOf(ExpressionError);
          }
        }
      }),
      { numRuns: 1000 },
    );
  });
});
