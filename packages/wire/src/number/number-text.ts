import { Decimal } from './decimal.js';
import { NumberError, numberOverflow, numberUnderflow } from './number-error.js';

/** Integers of at most 15 digits: a double holds them, their sums and their differences exactly. */
const shortInteger = /^-?\d{1,15}$/;

/**
 * The sum of two numbers' texts as `SET a + b` and `ADD` form it.
 *
 * @throws NumberError out of range, and where the sum needs more than 38 digits, which the service calls an overflow too
 */
export function addNumbers(a: string, b: string): string {
  if (shortInteger.test(a) && shortInteger.test(b)) return String(Number(a) + Number(b));
  const [left, right] = [Decimal.from(a), Decimal.from(b)];
  return storedResult(() => left.plus(right));
}

/**
 * The difference of two numbers' texts as `SET a - b` forms it.
 *
 * @throws NumberError as {@link addNumbers} does
 */
export function subtractNumbers(a: string, b: string): string {
  if (shortInteger.test(a) && shortInteger.test(b)) return String(Number(a) - Number(b));
  const [left, right] = [Decimal.from(a), Decimal.from(b)];
  return storedResult(() => left.minus(right));
}

/**
 * Negative, zero or positive as `a` is below, equal to or above `b`, whatever their notation.
 *
 * @throws NumberError if either text is not a number
 */
export function compareNumbers(a: string, b: string): number {
  if (shortInteger.test(a) && shortInteger.test(b)) return Number(a) - Number(b);
  return Decimal.from(a).compareTo(b);
}

function storedResult(calculate: () => Decimal): string {
  try {
    return calculate().toString();
  } catch (error) {
    if (!(error instanceof NumberError) || error.message === numberUnderflow) throw error;
    throw new NumberError(numberOverflow);
  }
}
