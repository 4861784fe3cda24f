import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryNumber } from '../testing/arbitrary-values.js';
import { canonicalNumber } from './canonical-number.js';
import { NumberError } from './number-error.js';
import { compareNumbers } from './number-text.js';

const overflow = 'Number overflow. Attempting to store a number with magnitude larger than supported range';
const underflow = 'Number underflow. Attempting to store a number with magnitude smaller than supported range';
const tooLong = 'Attempting to store more than 38 significant digits in a Number';

describe('canonicalNumber', () => {
  it.each([
    ['00042', '42'],
    ['1.0', '1'],
    ['3.1400', '3.14'],
    ['1.5E2', '150'],
    ['1e2', '100'],
    ['-0', '0'],
    ['+3', '3'],
    ['.123', '0.123'],
    ['1.', '1'],
    ['0e1000', '0'],
    ['0.000', '0'],
    ['-17.4E37', `-174${'0'.repeat(36)}`],
    ['1E-130', `0.${'0'.repeat(129)}1`],
    ['9.9999999999999999999999999999999999999E+125', `${'9'.repeat(38)}${'0'.repeat(88)}`],
    ['12345678901234567890123456789012345678', '12345678901234567890123456789012345678'],
    [`${'0'.repeat(5000)}7`, '7'],
  ])('writes %s as %s', (text, canonical) => {
    expect(canonicalNumber(text)).toBe(canonical);
  });

  it.each([
    ['', 'The parameter cannot be converted to a numeric value'],
    ['b', 'The parameter cannot be converted to a numeric value: b'],
    ['NaN', 'The parameter cannot be converted to a numeric value: NaN'],
    ['123456789012345678901234567890123456789', tooLong],
    ['-1.23456789012345678901234567890123456789', tooLong],
    ['1e126', overflow],
    ['-11e125', overflow],
    ['1.0e100000000', overflow],
    ['1e-131', underflow],
    ['-0.9e-130', underflow],
    ['1e-99999999999999999999999', underflow],
  ])('refuses %s', (text, message) => {
    expect(() => canonicalNumber(text)).toThrow(new NumberError(message));
  });

  it('reads a long text that is no number in one pass', () => {
    expect(() => canonicalNumber(`${'1'.repeat(200_000)}x`)).toThrow(NumberError);
  });

  it('changes neither a number nor its own result', () => {
    fc.assert(
      fc.property(arbitraryNumber, (text) => {
        const canonical = canonicalNumber(text);
        expect(canonicalNumber(canonical)).toBe(canonical);
        expect(compareNumbers(canonical, text)).toBe(0);
        expect(canonical).toMatch(/^(?:0|-?(?:[1-9]\d*|(?:0|[1-9]\d*)\.\d*[1-9]))$/);
      }),
    );
  });
});
