import { readDigits } from '../number/digits.js';
import type {
  AttributeMap,
  AttributeValue,
  BinarySetValue,
  BinaryValue,
  ListValue,
  MapValue,
  NumberSetValue,
  StringSetValue,
} from './attribute-value.js';
import { utf8Length } from './bytes.js';
import { typeOf } from './type-of.js';

/**
 * The bytes of an item, as billing and the 400 KB limit count them: names and values together.
 *
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html
 */
export function sizeOfItem(item: AttributeMap): number {
  let size = 0;
  for (const name of Object.keys(item)) size += utf8Length(name) + sizeOfValue(item[name] as AttributeValue);
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
  switch (typeOf(value)) {
    case 'BOOL':
    case 'NULL':
      return 1;
    case 'M':
      return sizeOfMap((value as MapValue).M);
    case 'L':
      return sum((value as ListValue).L, sizeOfElement) + 3;
    case 'SS':
      return sum((value as StringSetValue).SS, utf8Length);
    case 'NS':
      return sum((value as NumberSetValue).NS, sizeOfNumber);
    case 'BS':
      return sum((value as BinarySetValue).BS, (bytes) => bytes.length);
    default:
      return (value as BinaryValue).B.length;
  }
}

function sizeOfMap(map: AttributeMap): number {
  return 3 + Object.keys(map).length + sizeOfItem(map);
}

function sizeOfElement(element: AttributeValue): number {
  return 1 + sizeOfValue(element);
}

function sum<Element>(elements: readonly Element[], sizeOf: (element: Element) => number): number {
  let size = 0;
  for (const element of elements) size += sizeOf(element);
  return size;
}

/** Pairs of digits are counted from the decimal point, so that 12 takes one byte and 1.2 two; a sign takes one more. */
function sizeOfNumber(text: string): number {
  const size = sizeOfPlainNumber(text);
  if (size !== undefined) return size;
  const { negative, digits, exponent } = readDigits(text);
  if (digits === '0') return 1;
  return sizeOfDigits(negative, digits.length + exponent, exponent);
}

function sizeOfDigits(negative: boolean, topExponent: number, exponent: number): number {
  return 1 + Math.ceil(topExponent / 2) - Math.floor(exponent / 2) + (negative ? 1 : 0);
}

/** As numbers are stored, without an exponent; `undefined` for any other notation, and for what may be out of range. */
function sizeOfPlainNumber(text: string): number | undefined {
  if (text.length > 38) return undefined;
  const negative = text.charCodeAt(0) === minus;
  let count = 0;
  let whole = -1;
  let first = -1;
  let last = -1;
  for (let index = negative ? 1 : 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit === point && whole < 0 && count > 0) {
      whole = count;
      continue;
    }
    if (unit < zero || unit > nine) return undefined;
    if (unit !== zero) {
      if (first < 0) first = count;
      last = count;
    }
    count++;
  }
  if (count === 0) return undefined;
  if (first < 0) return 1;
  if (whole < 0) whole = count;
  return sizeOfDigits(negative, whole - first, whole - last - 1);
}

const minus = 45;
const point = 46;
const zero = 48;
const nine = 57;
