import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryNumber } from '../testing/arbitrary-values.js';
import { Decimal } from './decimal.js';
import { NumberError } from './number-error.js';

/** A number as a fraction of 10^500, which every product of two numbers is a whole multiple of. */
const scale = 500;
function oracle(text: string): bigint {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.replace(/^[+-]/, '').split('.');
  const magnitude = BigInt(whole + fraction) * 10n ** BigInt(scale + Number(exponent) - fraction.length);
  return mantissa.startsWith('-') ? -magnitude : magnitude;
}

/** Whether the oracle's value fits DynamoDB's digits and range. */
function fits(value: bigint): boolean {
  if (value === 0n) return true;
  const digits = String(value < 0n ? -value : value);
  const magnitude = digits.length - 1 - scale;
  let significant = digits.length;
  while (digits[significant - 1] === '0') significant--;
  return significant <= 38 && magnitude >= -130 && magnitude <= 125;
}

function expectExact(result: () => Decimal, expected: bigint): void {
  if (fits(expected)) expect(oracle(result().toString())).toBe(expected);
  else expect(result).toThrow(NumberError);
}

describe('Decimal', () => {
  it('calculates exactly or throws, as whole numbers do', () => {
    fc.assert(
      fc.property(arbitraryNumber, arbitraryNumber, (a, b) => {
        const [left, right] = [Decimal.from(a), Decimal.from(b)];
        expectExact(() => left.plus(right), oracle(a) + oracle(b));
        expectExact(() => left.minus(right), oracle(a) - oracle(b));
        expectExact(() => left.times(right), (oracle(a) * oracle(b)) / 10n ** BigInt(scale));
        expect(left.compareTo(right)).toBe(oracle(a) < oracle(b) ? -1 : oracle(a) > oracle(b) ? 1 : 0);
        expect(left.equals(right)).toBe(oracle(a) === oracle(b));
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['0.1', '0.2', '0.3'],
    ['9007199254740993', '1', '9007199254740994'],
    ['12345678901234567890123456789012345678', '0', '12345678901234567890123456789012345678'],
    ['1e-130', '-1e-130', '0'],
    ['9e125', '9e124', `99${'0'.repeat(124)}`],
  ])('%s + %s = %s', (a, b, sum) => {
    expect(Decimal.from(a).plus(b).toString()).toBe(sum);
  });

  it.each([
    ['1e38', '1', 'Attempting to store more than 38 significant digits in a Number'],
    ['9e125', '9e125', 'Number overflow. Attempting to store a number with magnitude larger than supported range'],
    [
      '1.1e-130',
      '-1e-130',
      'Number underflow. Attempting to store a number with magnitude smaller than supported range',
    ],
  ])('refuses to round %s + %s', (a, b, message) => {
    expect(() => Decimal.from(a).plus(b)).toThrow(new NumberError(message));
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, '', 'abc', '1,5', ' 1', '1 ', '.', 'e5', '1e', '--1', '0x10'])(
    'refuses %j',
    (input) => {
      expect(() => Decimal.from(input)).toThrow(/^The parameter cannot be converted to a numeric value/);
    },
  );

  it('refuses what is no number at run time either', () => {
    const absent: unknown = undefined;
    expect(() => Decimal.from(absent as string)).toThrow(NumberError);
  });

  it('takes numbers by their shortest text', () => {
    expect(Decimal.from(0.1).toString()).toBe('0.1');
    expect(Decimal.from(-0).toString()).toBe('0');
    expect(Decimal.from(1e21).toString()).toBe('1000000000000000000000');
    expect(Decimal.from(-120n).toString()).toBe('-120');
    expect(Decimal.from(Decimal.from('2.50')).toString()).toBe('2.5');
  });

  it('compares', () => {
    const half = Decimal.from('0.5');
    expect(half.lessThan(1)).toBe(true);
    expect(half.lessThanOrEqual('0.50')).toBe(true);
    expect(half.greaterThan('0.49')).toBe(true);
    expect(half.greaterThanOrEqual(1n)).toBe(false);
    expect(half.isInteger()).toBe(false);
    expect(half.negated().isNegative()).toBe(true);
    expect(half.negated().abs().equals(half)).toBe(true);
    expect(half.minus(half).isZero()).toBe(true);
  });

  it('converts to the nearest double and to a bigint', () => {
    expect(Decimal.from('0.1').toNumber()).toBe(0.1);
    expect(Decimal.from('9007199254740993').toNumber()).toBe(9007199254740992);
    expect(Decimal.from('1.2e3').toBigInt()).toBe(1200n);
    expect(() => Decimal.from('1.5').toBigInt()).toThrow(new NumberError('The number has a fraction: 1.5'));
  });

  it('is its text in JSON and in templates', () => {
    expect(JSON.stringify({ price: Decimal.from('19.90') })).toBe('{"price":"19.9"}');
    expect(`${Decimal.from('1e2')}`).toBe('100');
  });

  it('is equal in depth to an equal number, and to no other', () => {
    expect(Decimal.from('1.0')).toEqual(Decimal.from('1'));
    expect(Decimal.from('1.1')).not.toEqual(Decimal.from('1'));
  });

  it('is text in a template and refuses to be compared or added as text', () => {
    const two = Decimal.from(2);
    const ten = Decimal.from(10);
    expect(`${ten}`).toBe('10');
    expect(() => two > ten).toThrow('compare by lessThan()');
    expect(() => (two as unknown as number) + 1).toThrow('add by plus()');
    expect(() => Number(two)).toThrow('convert by toNumber()');
  });
});
