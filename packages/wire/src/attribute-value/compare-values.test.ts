import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryBytes, arbitraryText, arbitraryValue } from '../testing/arbitrary-values.js';
import { compareBytes, compareText, utf8Length } from './bytes.js';
import { compareValues } from './compare-values.js';

const encode = (text: string) => new TextEncoder().encode(text);

describe('compareValues', () => {
  it('orders strings by their bytes in UTF-8', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 5 }), arbitraryText, (a, b) => {
        expect(Math.sign(compareText(a, b))).toBe(Math.sign(compareBytes(encode(a), encode(b))));
      }),
    );
  });

  it('puts the supplementary planes behind the end of the basic one, where UTF-16 does not', () => {
    expect(compareValues({ S: '\uffff' }, { S: '𝄞' })).toBeLessThan(0);
    expect('\uffff' < '𝄞').toBe(false);
  });

  it('orders numbers by value and binary by unsigned bytes', () => {
    expect(compareValues({ N: '9' }, { N: '10' })).toBeLessThan(0);
    expect(compareValues({ N: '1.0' }, { N: '1' })).toBe(0);
    expect(compareValues({ B: Uint8Array.of(0x7f) }, { B: Uint8Array.of(0x80) })).toBeLessThan(0);
    expect(compareValues({ B: Uint8Array.of(1) }, { B: Uint8Array.of(1, 0) })).toBeLessThan(0);
  });

  it('has no answer for types that differ or have no order', () => {
    fc.assert(
      fc.property(arbitraryValue, arbitraryValue, (a, b) => {
        const [type, other] = [a, b].map((value) => Object.keys(value)[0] ?? '');
        const ordered = type === other && ['S', 'N', 'B'].includes(type ?? '');
        expect(compareValues(a, b) !== undefined).toBe(ordered);
      }),
    );
  });
});

describe('utf8Length', () => {
  it('counts the bytes of the encoded text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(utf8Length(text)).toBe(encode(text).length);
      }),
    );
    expect(utf8Length('é𝄞')).toBe(6);
  });
});

describe('compareBytes', () => {
  it('is zero for equal bytes only', () => {
    fc.assert(
      fc.property(arbitraryBytes, arbitraryBytes, (a, b) => {
        expect(compareBytes(a, b) === 0).toBe(String(a) === String(b));
        expect(Math.sign(compareBytes(a, b))).toBe(0 - Math.sign(compareBytes(b, a)));
      }),
    );
  });
});
