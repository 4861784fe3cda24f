import { type AttributeValue, canonicalNumber, compareValues } from '@holdfast/wire';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeKeyValue } from './key-encoding.js';

const sign = (value: number | undefined) => Math.sign(value ?? Number.NaN);

function expectSameOrder(left: AttributeValue, right: AttributeValue) {
  const [a, b] = [encodeKeyValue(left), encodeKeyValue(right)];
  expect(a < b ? -1 : a > b ? 1 : 0).toBe(sign(compareValues(left, right)));
}

// Close in every sense: signs, magnitudes and shared beginnings all meet.
const number = fc
  .record({
    negative: fc.boolean(),
    digits: fc.oneof(
      fc.bigInt({ min: 0n, max: 200n }),
      fc.bigInt({ min: 0n, max: 99999999999999999999999999999999999999n }),
    ),
    exponent: fc.oneof(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -120, max: 80 })),
  })
  .map(({ negative, digits, exponent }) => ({
    N: canonicalNumber(`${negative ? '-' : ''}${digits}E${exponent}`),
  }));
const string = fc.string({ unit: 'grapheme' }).map((S) => ({ S }));
const binary = fc.uint8Array({ maxLength: 6 }).map((B) => ({ B }));

describe('the order of encoded keys is the order of the values', () => {
  test('for numbers', () => {
    fc.assert(fc.property(number, number, expectSameOrder), { numRuns: 2000 });
  });

  test('for numbers that begin alike, at the ends of the range and around zero', () => {
    const texts = [
      '-9.9999999999999999999999999999999999999E+125',
      '-10',
      '-1.23',
      '-1.2',
      '-1.19',
      '-1',
      '-0.1',
      '-1E-130',
    ];
    const ordered = [...texts, '0', '1E-130', '0.1', '1', '1.19', '1.2', '1.23', '10', '100', '9.9E+125'];
    const encoded = ordered.map((text) => encodeKeyValue({ N: canonicalNumber(text) }));
    expect([...encoded].sort()).toEqual(encoded);
    expect(new Set(encoded).size).toBe(encoded.length);
  });

  test('for strings, also beyond the basic plane', () => {
    fc.assert(fc.property(string, string, expectSameOrder), { numRuns: 2000 });
    expectSameOrder({ S: '\u{1F600}' }, { S: '\uffee' });
    expectSameOrder({ S: '\ue000' }, { S: '\u{10000}' });
    expectSameOrder({ S: '\ud7ff' }, { S: '\ue000' });
  });

  test('for binary', () => {
    fc.assert(fc.property(binary, binary, expectSameOrder), { numRuns: 2000 });
    expectSameOrder({ B: new Uint8Array(10_000) }, { B: new Uint8Array(10_001) });
  });
});

test('equal numbers have one encoding', () => {
  expect(encodeKeyValue({ N: canonicalNumber('100') })).toBe(encodeKeyValue({ N: canonicalNumber('1.00e2') }));
});

test('a value that cannot be a key is a programming mistake', () => {
  expect(() => encodeKeyValue({ BOOL: true })).toThrow('of type S, N or B, not BOOL');
});
