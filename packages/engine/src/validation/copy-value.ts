import type { AttributeMap, AttributeValue } from '@holdfast/wire';

/**
 * A deep copy, so that nothing outside the engine shares memory with what it has stored.
 */
export function copyMap(map: AttributeMap): AttributeMap {
  const copy: Record<string, AttributeValue> = Object.create(null);
  for (const name of Object.keys(map)) copy[name] = copyValue(map[name] as AttributeValue);
  return copy;
}

function copyValue(value: AttributeValue): AttributeValue {
  if ('S' in value) return { S: value.S };
  if ('N' in value) return { N: value.N };
  if ('M' in value) return { M: copyMap(value.M) };
  if ('L' in value) return { L: value.L.map(copyValue) };
  if ('B' in value) return { B: new Uint8Array(value.B) };
  if ('BOOL' in value) return { BOOL: value.BOOL };
  if ('SS' in value) return { SS: [...value.SS] };
  if ('NS' in value) return { NS: [...value.NS] };
  if ('BS' in value) return { BS: value.BS.map((bytes) => new Uint8Array(bytes)) };
  return { NULL: true };
}
