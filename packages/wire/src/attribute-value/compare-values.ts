import { compareNumbers } from '../number/number-text.js';
import type { AttributeValue } from './attribute-value.js';
import { compareBytes, compareText } from './bytes.js';

/**
 * Orders two values as DynamoDB orders sort keys: strings by their bytes in UTF-8, numbers by value, binary by unsigned
 * bytes. `undefined` where the types differ or have no order.
 */
export function compareValues(a: AttributeValue, b: AttributeValue): number | undefined {
  if ('S' in a) return 'S' in b ? compareText(a.S, b.S) : undefined;
  if ('N' in a) return 'N' in b ? compareNumbers(a.N, b.N) : undefined;
  if ('B' in a) return 'B' in b ? compareBytes(a.B, b.B) : undefined;
  return undefined;
}
