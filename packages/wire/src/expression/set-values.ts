import type { AttributeValue } from '../attribute-value/attribute-value.js';
import { bytesKey } from '../attribute-value/bytes.js';
import { canonicalNumber } from '../number/canonical-number.js';

/** The elements of both sets, each once; `undefined` unless both are sets of one type. */
export function unionOfSets(stored: AttributeValue, added: AttributeValue): AttributeValue | undefined {
  return combine(stored, added, (elements, others, keyOf) => {
    const known = new Set(elements.map(keyOf));
    return [...elements, ...others.filter((element) => !known.has(keyOf(element)))];
  });
}

/** The elements of the first set without those of the second, perhaps none; `undefined` unless both are of one type. */
export function differenceOfSets(stored: AttributeValue, deleted: AttributeValue): AttributeValue | undefined {
  return combine(stored, deleted, (elements, others, keyOf) => {
    const gone = new Set(others.map(keyOf));
    return elements.filter((element) => !gone.has(keyOf(element)));
  });
}

type Combination = <Element>(
  elements: readonly Element[],
  others: readonly Element[],
  keyOf: (element: Element) => string,
) => Element[];

function combine(a: AttributeValue, b: AttributeValue, combination: Combination): AttributeValue | undefined {
  if ('SS' in a && 'SS' in b) return { SS: combination(a.SS, b.SS, (text) => text) };
  if ('NS' in a && 'NS' in b) return { NS: combination(a.NS, b.NS, canonicalNumber) };
  if ('BS' in a && 'BS' in b) return { BS: combination(a.BS, b.BS, bytesKey) };
  return undefined;
}

/** Whether a value is a set without elements, which DynamoDB does not store. */
export function isEmptySet(value: AttributeValue): boolean {
  if ('SS' in value) return value.SS.length === 0;
  if ('NS' in value) return value.NS.length === 0;
  return 'BS' in value && value.BS.length === 0;
}
