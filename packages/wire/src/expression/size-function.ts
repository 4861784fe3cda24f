import type { AttributeValue } from '../attribute-value/attribute-value.js';

/** What `size(…)` gives; `undefined` for numbers, booleans and null, which have none. */
export function sizeFunction(value: AttributeValue): number | undefined {
  if ('S' in value) return value.S.length;
  if ('B' in value) return value.B.length;
  if ('SS' in value) return value.SS.length;
  if ('NS' in value) return value.NS.length;
  if ('BS' in value) return value.BS.length;
  if ('L' in value) return value.L.length;
  if ('M' in value) return Object.keys(value.M).length;
  return undefined;
}
