import type { AttributeValue } from '@holdfast/wire';
import { encodeKeyValue } from './key-encoding.js';
import type { KeyRange } from './ordered-store.js';

/**
 * Where a partition's items lie: the hash of the partition key, then the key itself by its length. No partition's prefix is
 * the beginning of another's.
 */
export function partitionPrefix(partitionKey: AttributeValue): string {
  return prefixOf(encodeKeyValue(partitionKey));
}

/** As {@link partitionPrefix}, for the encoded form of a partition key of any number of values. */
export function prefixOf(encoded: string): string {
  return hashText(hashOf(encoded)) + String.fromCharCode(encoded.length) + encoded;
}

/** Where an item lies: in its partition, by its sort key. */
export function itemKey(partitionKey: AttributeValue, sortKey: AttributeValue | undefined): string {
  const prefix = partitionPrefix(partitionKey);
  return sortKey === undefined ? prefix : prefix + encodeKeyValue(sortKey);
}

/** The beginning that an item's storage key, or any longer part of it, shares with its partition's other keys. */
export function partitionOfKey(key: string): string {
  return key.slice(0, 3 + key.charCodeAt(2));
}

/** The share of segment `segment`, counted from zero, in a scan split into `totalSegments`. */
export function segmentRange(segment: number, totalSegments: number): KeyRange {
  const start = Math.ceil((segment * hashCount) / totalSegments);
  const end = Math.ceil(((segment + 1) * hashCount) / totalSegments);
  return end >= hashCount ? { from: hashText(start) } : { from: hashText(start), to: hashText(end) };
}

const hashCount = 2 ** 32;

function hashText(hash: number): string {
  return String.fromCharCode(hash >>> 16, hash & 0xffff);
}

/** FNV-1a over the code units, its bits then mixed so that similar keys spread over the whole range. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
