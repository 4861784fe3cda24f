/** Keys from `from` on and before `to`, by UTF-16 code unit; an absent end is open. */
export interface KeyRange {
  readonly from?: string;
  readonly to?: string;
}

export type Direction = 'forward' | 'backward';

/**
 * Values by string key, ordered by UTF-16 code unit: all that the engine asks of a storage.
 */
export interface OrderedStore<Value> {
  readonly size: number;
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  /** Whether the key was there. */
  delete(key: string): boolean;
  /** The entries in the range, in order. The store must not change while they are read. */
  range(range: KeyRange, direction: Direction): IterableIterator<readonly [string, Value]>;
  /** An independent copy that costs in proportion to what changes in either of them later. */
  clone(): OrderedStore<Value>;
}

/** The first key that comes after `key`. */
export function keyAfter(key: string): string {
  return `${key}\u0000`;
}

/** Whether a range covers a key. */
export function isInRange(key: string, { from, to }: KeyRange): boolean {
  return (from === undefined || key >= from) && (to === undefined || key < to);
}

/** The keys that start with `prefix`. */
export function keysWithPrefix(prefix: string): KeyRange {
  const to = firstKeyBeyond(prefix);
  return to === undefined ? { from: prefix } : { from: prefix, to };
}

function firstKeyBeyond(prefix: string): string | undefined {
  let end = prefix.length;
  while (end > 0 && prefix.charCodeAt(end - 1) === 0xffff) end -= 1;
  if (end === 0) return undefined;
  return prefix.slice(0, end - 1) + String.fromCharCode(prefix.charCodeAt(end - 1) + 1);
}
