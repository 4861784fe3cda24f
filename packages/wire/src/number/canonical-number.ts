import { plainText, readDigits } from './digits.js';

/** Integers that are written as the service writes them, and fit its 38 digits. */
const canonicalInteger = /^(?:0|-?[1-9]\d{0,37})$/;

/** The same for fractions; what is no longer than this has no more than 38 digits. */
const canonicalFraction = /^-?(?:0|[1-9]\d*)\.\d*[1-9]$/;
const longestFraction = 39;

/**
 * The text by which the service returns a number: plain notation, no exponent, no zeros that carry no value.
 *
 * @throws NumberError if the text is not a number, or not one that DynamoDB can hold
 */
export function canonicalNumber(text: string): string {
  if (canonicalInteger.test(text)) return text;
  if (text.length <= longestFraction && canonicalFraction.test(text)) return text;
  return plainText(readDigits(text));
}
