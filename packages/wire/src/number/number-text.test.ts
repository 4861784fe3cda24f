import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryNumber } from '../testing/arbitrary-values.js';
import { Decimal } from './decimal.js';
import { NumberError } from './number-error.js';
import { addNumbers, compareNumbers, subtractNumbers } from './number-text.js';

const overflow = new NumberError(
  'Number overflow. Attempting to store a number with magnitude larger than supported range',
);

describe('addNumbers and subtractNumbers', () => {
  it.each([
    ['1', '2', '3', '-1'],
    ['999999999999999', '1', '1000000000000000', '999999999999998'],
    ['10000000000000000000000', '1', '10000000000000000000001', '9999999999999999999999'],
    ['0.1', '0.2', '0.3', '-0.1'],
    ['-5', '5', '0', '-10'],
    ['00', '-0', '0', '0'],
  ])('%s and %s', (a, b, sum, difference) => {
    expect(addNumbers(a, b)).toBe(sum);
    expect(subtractNumbers(a, b)).toBe(difference);
  });

  it('call a result that needs more than 38 digits an overflow, as the service does', () => {
    expect(() => addNumbers('1e50', '1')).toThrow(overflow);
    expect(() => subtractNumbers('1e50', '1')).toThrow(overflow);
    expect(() => addNumbers('9e125', '9e125')).toThrow(overflow);
    expect(() => subtractNumbers('9e125', '-9e125')).toThrow(overflow);
  });

  it('blame an operand that is no number, not the result', () => {
    expect(() => addNumbers('1', 'one')).toThrow('The parameter cannot be converted to a numeric value: one');
    expect(() => subtractNumbers('1'.repeat(39), '1')).toThrow(/38 significant digits/);
  });

  it('agree with Decimal', () => {
    fc.assert(
      fc.property(arbitraryNumber, arbitraryNumber, (a, b) => {
        let expected: string;
        try {
          expected = Decimal.from(a).plus(b).toString();
        } catch {
          expect(() => addNumbers(a, b)).toThrow(NumberError);
          return;
        }
        expect(addNumbers(a, b)).toBe(expected);
        expect(subtractNumbers(expected, b)).toBe(Decimal.from(a).toString());
      }),
    );
  });
});

describe('compareNumbers', () => {
  it('is a total order', () => {
    fc.assert(
      fc.property(arbitraryNumber, arbitraryNumber, arbitraryNumber, (a, b, c) => {
        expect(compareNumbers(a, a)).toBe(0);
        expect(Math.sign(compareNumbers(a, b))).toBe(0 - Math.sign(compareNumbers(b, a)) + 0);
        const [low = '', middle = '', high = ''] = [a, b, c].sort(compareNumbers);
        expect(compareNumbers(low, middle)).toBeLessThanOrEqual(0);
        expect(compareNumbers(middle, high)).toBeLessThanOrEqual(0);
        expect(compareNumbers(low, high)).toBeLessThanOrEqual(0);
      }),
    );
  });

  it('orders by value, not by notation', () => {
    const sorted = ['-1e125', '-2', '-1.5', '0', '1E-130', '2', '10', '1e2', '99999999999999999999999999999999999999'];
    expect([...sorted].reverse().sort(compareNumbers)).toEqual(sorted);
    expect(compareNumbers('1e2', '100.0')).toBe(0);
  });
});
