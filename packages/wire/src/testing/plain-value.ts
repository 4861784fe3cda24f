import type { AttributeMap, AttributeValue } from '../attribute-value/attribute-value.js';

/**
 * A second, simple account of attribute values, to hold the expressions' evaluators to: documents as Maps and arrays, and
 * all else as texts that are equal exactly where the values are.
 */
export type PlainValue = PlainLeaf | Map<string, PlainValue> | PlainValue[];
export interface PlainLeaf {
  readonly type: Exclude<PlainType, 'L' | 'M'>;
  /** Equal exactly where the values are; of a set, those of its elements in order. */
  readonly keys: readonly string[];
  /** What `size(…)` counts. */
  readonly length: number | undefined;
}
export type PlainType = 'S' | 'N' | 'B' | 'BOOL' | 'NULL' | 'SS' | 'NS' | 'BS' | 'L' | 'M';

/** Above the smallest magnitude's 130 decimals and the 37 digits behind the first. */
const decimals = 170;

/** The number in units of 10^-170. */
export function scaled(text: string): bigint {
  const [, sign, whole = '', fraction = '', exponent] =
    /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i.exec(text) ?? fail(`no number: ${text}`);
  const digits = BigInt(`0${whole}${fraction}`) * 10n ** BigInt(decimals - fraction.length + Number(exponent ?? 0));
  return sign === '-' ? -digits : digits;
}

/** Whether DynamoDB can store the number: of at most 38 digits, none of them at 10^126 or above. */
export function isStorable(number: bigint): boolean {
  const digits = String(number < 0n ? -number : number).replace(/0+$/, '');
  return digits.length <= 38 && (number < 0n ? -number : number) < 10n ** BigInt(decimals + 126);
}

export function plainItem(item: AttributeMap): Map<string, PlainValue> {
  return new Map(Object.keys(item).map((name) => [name, plainValue(item[name] as AttributeValue)]));
}

export function plainValue(value: AttributeValue): PlainValue {
  if ('M' in value) return plainItem(value.M);
  if ('L' in value) return value.L.map(plainValue);
  if ('S' in value) return { type: 'S', keys: [value.S], length: value.S.length };
  if ('N' in value) return plainNumber(scaled(value.N));
  if ('B' in value) return { type: 'B', keys: [hex(value.B)], length: value.B.byteLength };
  if ('BOOL' in value) return { type: 'BOOL', keys: [String(value.BOOL)], length: undefined };
  if ('NULL' in value) return { type: 'NULL', keys: [], length: undefined };
  if ('SS' in value) return plainSet('SS', value.SS);
  if ('NS' in value)
    return plainSet(
      'NS',
      value.NS.map((element) => String(scaled(element))),
    );
  return plainSet('BS', value.BS.map(hex));
}

export function plainNumber(number: bigint): PlainLeaf {
  return { type: 'N', keys: [String(number)], length: undefined };
}
export function plainSet(type: 'SS' | 'NS' | 'BS', keys: readonly string[]): PlainLeaf {
  return { type, keys: [...new Set(keys)].sort(), length: keys.length };
}

export function isLeaf(value: PlainValue): value is PlainLeaf {
  return !(value instanceof Map) && !Array.isArray(value);
}
export function plainTypeOf(value: PlainValue): PlainType {
  if (value instanceof Map) return 'M';
  return Array.isArray(value) ? 'L' : value.type;
}

/** A text that is the same exactly where the values are equal. */
export function identity(value: PlainValue): string {
  if (Array.isArray(value)) return `L[${value.map(identity).join()}]`;
  if (value instanceof Map) {
    const members = [...value].map(([name, member]) => `${JSON.stringify(name)}:${identity(member)}`);
    return `M{${members.sort().join()}}`;
  }
  return `${value.type}${JSON.stringify(value.keys)}`;
}

/** Where a path leads in an item; `undefined` where to nothing. */
export function follow(item: PlainValue | undefined, elements: readonly (string | number)[]): PlainValue | undefined {
  return elements.reduce<PlainValue | undefined>((value, element) => {
    if (typeof element === 'number') return Array.isArray(value) ? value[element] : undefined;
    return value instanceof Map ? value.get(element) : undefined;
  }, item);
}

function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
function fail(message: string): never {
  throw new Error(message);
}
