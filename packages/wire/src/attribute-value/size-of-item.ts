import { readDigits } from '../number/digits.js';
import type { AttributeMap, AttributeValue } from './attribute-value.js';
import { utf8Length } from './bytes.js';

/**
 * The bytes of an item, as billing and the 400 KB limit count them: names and values together.
 *
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html
 */
export function sizeOfItem(item: AttributeMap): number {
  let size = 0;
  for (const [name, value] of Object.entries(item)) size += utf8Length(name) + sizeOfValue(value);
  return size;
}

/**
 * The bytes of one value without its name: text in UTF-8, two digits of a number a byte plus one, one for a boolean or
 * null, three for a list or map plus one for each element.
 *
 * @throws NumberError if a number in it is not one
 */
export function sizeOfValue(value: AttributeValue): number {
  if ('S' in value) return utf8Length(value.S);
  if ('N' in value) return sizeOfNumber(value.N);
  if ('B' in value) return value.B.length;
  if ('BOOL' in value || 'NULL' in value) return 1;
  if ('M' in value) return 3 + Object.keys(value.M).length + sizeOfItem(value.M);
  if ('L' in value) return value.L.reduce((size, element) => size + 1 + sizeOfValue(element), 3);
  if ('SS' in value) return value.SS.reduce((size, element) => size + utf8Length(element), 0);
  if ('NS' in value) return value.NS.reduce((size, element) => size + sizeOfNumber(element), 0);
  return value.BS.reduce((size, element) => size + element.length, 0);
}

/** Pairs of digits are counted from the decimal point, so that 12 takes one byte and 1.2 two; a sign takes one more. */
function sizeOfNumber(text: string): number {
  const { negative, digits, exponent } = readDigits(text);
  if (digits === '0') return 1;
  const pairs = Math.ceil((digits.length + exponent) / 2) - Math.floor(exponent / 2);
  return 1 + pairs + (negative ? 1 : 0);
}
