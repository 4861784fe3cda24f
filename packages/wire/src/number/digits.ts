import { NumberError, notNumeric, numberOverflow, numberUnderflow, tooManyDigits } from './number-error.js';

/** The most significant digits a number may have. */
export const maxDigits = 38;
/** The power of ten of the first significant digit lies between these two. */
const maxMagnitude = 125;
const minMagnitude = -130;

/** A number as text without leading or trailing zeros (zero is `0`), times ten to the `exponent`. */
export interface Digits {
  readonly negative: boolean;
  readonly digits: string;
  readonly exponent: number;
}

const pattern = /^([+-]?)(?:(\d+)(?:\.(\d*))?|\.(\d+))(?:[eE]([+-]?\d+))?$/;

/**
 * Reads a number in plain or scientific notation.
 *
 * @throws NumberError if the text is not a number, or not one that DynamoDB can hold
 */
export function readDigits(text: string): Digits {
  const match = pattern.exec(text);
  if (match === null) throw notNumeric(text);
  const [, sign, whole = '', fractionOfWhole, bareFraction, power = '0'] = match;
  const fraction = fractionOfWhole ?? bareFraction ?? '';
  return normalDigits(sign === '-', whole + fraction, Number(power) - fraction.length);
}

/**
 * Strips the zeros that carry no value and holds the rest against DynamoDB's range.
 *
 * @throws NumberError beyond 38 significant digits or a magnitude of 1E-130 … 9.99E+125
 */
export function normalDigits(negative: boolean, digits: string, exponent: number): Digits {
  let start = 0;
  while (start < digits.length && digits.charCodeAt(start) === 48) start++;
  if (start === digits.length) return { negative: false, digits: '0', exponent: 0 };
  let end = digits.length;
  while (digits.charCodeAt(end - 1) === 48) end--;
  const significant = digits.slice(start, end);
  const shifted = exponent + digits.length - end;
  const magnitude = shifted + significant.length - 1;
  if (magnitude > maxMagnitude) throw new NumberError(numberOverflow);
  if (magnitude < minMagnitude) throw new NumberError(numberUnderflow);
  if (significant.length > maxDigits) throw new NumberError(tooManyDigits);
  return { negative, digits: significant, exponent: shifted };
}

/** Plain notation without exponent, as the service returns numbers. */
export function plainText({ negative, digits, exponent }: Digits): string {
  const sign = negative ? '-' : '';
  if (exponent >= 0) return sign + digits + '0'.repeat(exponent);
  const point = digits.length + exponent;
  if (point > 0) return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
  return `${sign}0.${'0'.repeat(-point)}${digits}`;
}
