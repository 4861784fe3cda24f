import { type AttributeMap, AttributeMembers, type AttributeValue, type TypeDescriptor } from '@holdfast/wire';

/**
 * A deep copy, so that nothing outside the engine shares memory with what it has stored.
 */
export function copyMap(map: AttributeMap): AttributeMap {
  const copy = new AttributeMembers();
  for (const name in map) copy[name] = copyValue(map[name] as AttributeValue);
  return copy;
}

/** What the engine stores has one descriptor each, and inherits nothing; going by names is faster than asking for each. */
function copyValue(value: AttributeValue): AttributeValue {
  const content = value as Contents;
  for (const descriptor in value) {
    switch (descriptor as TypeDescriptor) {
      case 'S':
        return { S: content.S };
      case 'N':
        return { N: content.N };
      case 'M':
        return { M: copyMap(content.M) };
      case 'L':
        return { L: content.L.map(copyValue) };
      case 'B':
        return { B: new Uint8Array(content.B) };
      case 'BOOL':
        return { BOOL: content.BOOL };
      case 'SS':
        return { SS: content.SS.slice() };
      case 'NS':
        return { NS: content.NS.slice() };
      case 'BS':
        return { BS: content.BS.map((bytes) => new Uint8Array(bytes)) };
      case 'NULL':
        return { NULL: true };
    }
  }
  throw new TypeError('a stored value has a type');
}

interface Contents {
  readonly S: string;
  readonly N: string;
  readonly B: Uint8Array;
  readonly BOOL: boolean;
  readonly M: AttributeMap;
  readonly L: readonly AttributeValue[];
  readonly SS: readonly string[];
  readonly NS: readonly string[];
  readonly BS: readonly Uint8Array[];
}
