import { canonicalNumber } from '../number/canonical-number.js';
import type { AttributeMap, AttributeValue } from './attribute-value.js';
import { bytesKey, compareBytes } from './bytes.js';

/** Whether two values are of one type and the same: numbers by value, sets without order, documents in depth. */
export function equalValues(a: AttributeValue, b: AttributeValue): boolean {
  if (a === b) return true;
  if ('S' in a) return 'S' in b && a.S === b.S;
  if ('N' in a) return 'N' in b && equalNumbers(a.N, b.N);
  if ('B' in a) return 'B' in b && compareBytes(a.B, b.B) === 0;
  if ('BOOL' in a) return 'BOOL' in b && a.BOOL === b.BOOL;
  if ('NULL' in a) return 'NULL' in b;
  if ('M' in a) return 'M' in b && equalMaps(a.M, b.M);
  if ('L' in a) return 'L' in b && equalLists(a.L, b.L);
  if ('SS' in a) return 'SS' in b && equalSets(a.SS, b.SS, (text) => text);
  if ('NS' in a) return 'NS' in b && equalSets(a.NS, b.NS, canonicalNumber);
  return 'BS' in b && equalSets(a.BS, b.BS, bytesKey);
}

/** Whether two items or maps hold equal values under the same names. */
export function equalMaps(a: AttributeMap, b: AttributeMap): boolean {
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  return names.every((name) => {
    if (!Object.hasOwn(b, name)) return false;
    const left = a[name];
    const right = b[name];
    return left !== undefined && right !== undefined && equalValues(left, right);
  });
}

function equalNumbers(a: string, b: string): boolean {
  return a === b || canonicalNumber(a) === canonicalNumber(b);
}

function equalLists(a: readonly AttributeValue[], b: readonly AttributeValue[]): boolean {
  return (
    a.length === b.length &&
    a.every((left, index) => {
      const right = b[index];
      return right !== undefined && equalValues(left, right);
    })
  );
}

function equalSets<Element>(a: readonly Element[], b: readonly Element[], keyOf: (element: Element) => string) {
  const left = new Set(a.map(keyOf));
  const right = new Set(b.map(keyOf));
  if (left.size !== right.size) return false;
  for (const key of left) if (!right.has(key)) return false;
  return true;
}
