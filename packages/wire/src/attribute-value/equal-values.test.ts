import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryItem, arbitraryValue, nullPrototype } from '../testing/arbitrary-values.js';
import type { AttributeMap, AttributeValue } from './attribute-value.js';
import { equalMaps, equalValues } from './equal-values.js';
import { typeOf } from './type-of.js';

const bytes = (...values: number[]) => Uint8Array.from(values);
const pairs: [AttributeValue, AttributeValue, boolean][] = [
  [{ N: '1' }, { N: '1.0' }, true],
  [{ N: '1e2' }, { N: '100' }, true],
  [{ S: '1' }, { N: '1' }, false],
  [{ SS: ['a', 'b'] }, { SS: ['b', 'a'] }, true],
  [{ SS: ['a'] }, { SS: ['a', 'b'] }, false],
  [{ NS: ['1', '20'] }, { NS: ['2e1', '1.0'] }, true],
  [{ BS: [bytes(1), bytes(2, 3)] }, { BS: [bytes(2, 3), bytes(1)] }, true],
  [{ BS: [bytes(1, 2)] }, { BS: [bytes(1), bytes(2)] }, false],
  [{ L: [{ N: '1' }, { N: '2' }] }, { L: [{ N: '2' }, { N: '1' }] }, false],
  [{ L: [{ N: '1.0' }] }, { L: [{ N: '1' }] }, true],
  [{ M: { a: { N: '1' } } }, { M: { a: { N: '1.00' } } }, true],
  [{ M: { a: { N: '1' } } }, { M: { b: { N: '1' } } }, false],
  [{ M: {} }, { L: [] }, false],
  [{ NULL: true }, { NULL: true }, true],
  [{ NULL: true }, { BOOL: true }, false],
  [{ BOOL: true }, { BOOL: false }, false],
  [{ S: 'é' }, { S: 'e\u0301' }, false],
];

describe('equalValues', () => {
  it.each(pairs)('%j and %j: %j', (a, b, equal) => {
    expect(equalValues(a, b)).toBe(equal);
    expect(equalValues(b, a)).toBe(equal);
  });

  it('is reflexive also for copies, and symmetric', () => {
    fc.assert(
      fc.property(arbitraryValue, arbitraryValue, (a, b) => {
        expect(equalValues(a, structuredClone(a))).toBe(true);
        expect(equalValues(a, b)).toBe(equalValues(b, a));
      }),
    );
  });
});

describe('equalMaps', () => {
  it('does not take what an object inherits for an attribute', () => {
    const named: AttributeMap = nullPrototype([['constructor', { S: 'x' }]]);
    expect(equalMaps(named, { other: { S: 'x' } })).toBe(false);
    expect(equalMaps(nullPrototype([['__proto__', { S: 'x' }]]), { other: { S: 'x' } })).toBe(false);
    expect(equalMaps(named, { constructor: { S: 'x' } } as unknown as AttributeMap)).toBe(true);
  });

  it('ignores the order of names', () => {
    fc.assert(
      fc.property(arbitraryItem, (item) => {
        expect(equalMaps(item, nullPrototype(Object.entries(item).reverse()))).toBe(true);
      }),
    );
  });
});

describe('typeOf', () => {
  it('names the one member', () => {
    expect(typeOf({ NS: ['1'] })).toBe('NS');
    expect(typeOf({ S: undefined, BOOL: false } as unknown as AttributeValue)).toBe('BOOL');
  });

  it('refuses an object without one', () => {
    expect(() => typeOf({} as unknown as AttributeValue)).toThrow(
      /must contain exactly one of the supported datatypes/,
    );
  });
});
