import type { AttributeValue } from '@holdfast/wire';

/**
 * A key attribute's value as text that sorts by UTF-16 code unit as DynamoDB sorts the values: strings by their UTF-8
 * bytes, binary by unsigned bytes, numbers by size. Equal numbers have equal texts.
 *
 * @param value an S, a B, or an N in canonical notation
 */
export function encodeKeyValue(value: AttributeValue): string {
  if ('S' in value) return encodeString(value.S);
  if ('N' in value) return encodeNumber(value.N);
  if ('B' in value) return encodeBytes(value.B);
  throw new TypeError(`a key attribute is of type S, N or B, not ${Object.keys(value).join()}`);
}

/**
 * UTF-8 sorts by code point. UTF-16 does too, except that the surrogates of the code points above U+FFFF lie below U+E000
 * to U+FFFF: where a string has any of these, the two blocks change places.
 */
function encodeString(text: string): string {
  if (!/[\ud800-\uffff]/.test(text)) return text;
  let encoded = '';
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    encoded += String.fromCharCode(unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800);
  }
  return encoded;
}

function encodeBytes(bytes: Uint8Array): string {
  let encoded = '';
  for (let start = 0; start < bytes.length; start += 4096) {
    encoded += String.fromCharCode(...bytes.subarray(start, start + 4096));
  }
  return encoded;
}

const exponentBias = 0x400;

/**
 * A sign, the power of ten of 0.d₁d₂d₃…, and the digits; for negative numbers power and digits are complemented and an end
 * mark above all digits makes the longer one of two that begin alike the smaller.
 */
function encodeNumber(canonical: string): string {
  const negative = canonical.startsWith('-');
  const [whole = '', fraction = ''] = (negative ? canonical.slice(1) : canonical).split('.');
  const significantWhole = whole.replace(/^0+/, '');
  const digits = significantWhole === '' ? fraction.replace(/^0+/, '') : significantWhole + fraction;
  if (digits === '') return '1';
  const exponent = significantWhole === '' ? digits.length - fraction.length : significantWhole.length;
  const mantissa = withoutTrailingZeros(digits);
  if (!negative) return `2${String.fromCharCode(exponentBias + exponent)}${mantissa}`;
  let complement = '';
  for (const digit of mantissa) complement += String(9 - Number(digit));
  return `0${String.fromCharCode(exponentBias - exponent)}${complement}~`;
}

function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits.charCodeAt(end - 1) === 48) end -= 1;
  return digits.slice(0, end);
}
