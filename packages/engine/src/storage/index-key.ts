import type { AttributeValue } from '@holdfast/wire';
import { partitionPrefix, prefixOf } from './item-key.js';
import { encodeKeyValue } from './key-encoding.js';

/** Where an index's entries of one partition lie; a partition key may have several values. */
export function indexPartitionPrefix(values: readonly AttributeValue[]): string {
  const [only, second] = values;
  if (only !== undefined && second === undefined) return partitionPrefix(only);
  return prefixOf(values.map(closedKeyValue).join(''));
}

/**
 * A value that others follow in the same key: it sorts as {@link encodeKeyValue} does whatever follows. It ends with two
 * NULs; a NUL within it is followed by U+0001.
 */
export function closedKeyValue(value: AttributeValue): string {
  return `${openKeyValue(value)}\u0000\u0000`;
}

/** The beginning of the {@link closedKeyValue} of every value that begins with this one. */
export function openKeyValue(value: AttributeValue): string {
  const encoded = encodeKeyValue(value);
  return encoded.includes('\u0000') ? encoded.replaceAll('\u0000', '\u0000\u0001') : encoded;
}

/** Where an entry lies: in its partition by its sort key, among equals by where its item lies in the table. */
export function indexKey(
  partitionValues: readonly AttributeValue[],
  sortValues: readonly AttributeValue[],
  tableKey: string,
): string {
  return indexPartitionPrefix(partitionValues) + sortValues.map(closedKeyValue).join('') + tableKey;
}
