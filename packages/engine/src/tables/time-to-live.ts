import type { AttributeMap } from '@holdfast/wire';
import { BTreeStore } from '../storage/btree-store.js';
import type { OrderedStore } from '../storage/ordered-store.js';

/** Items that expired longer ago than this are left alone, in seconds: five years, as the service does. */
const oldest = 5 * 365 * 24 * 60 * 60;
/** Later times are taken for what they are, but nobody waits for them; seconds since 1970. */
const latest = 10 ** 15;

/**
 * A table's time to live: which attribute holds it, and the items that have one by that time, so that finding the expired
 * ones takes time in proportion to their number.
 *
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/TTL.html
 */
export class TimeToLive {
  readonly #keysByTime: OrderedStore<string>;
  #attributeName: string | undefined;
  #changedAt: number | undefined;

  private constructor(
    keysByTime: OrderedStore<string>,
    attributeName: string | undefined,
    changedAt: number | undefined,
  ) {
    this.#keysByTime = keysByTime;
    this.#attributeName = attributeName;
    this.#changedAt = changedAt;
  }

  static disabled(): TimeToLive {
    return new TimeToLive(BTreeStore.empty(), undefined, undefined);
  }

  /** Absent while disabled. */
  get attributeName(): string | undefined {
    return this.#attributeName;
  }

  /** When it was last enabled or disabled, in milliseconds since 1970. */
  get changedAt(): number | undefined {
    return this.#changedAt;
  }

  /** @param items all items of the table by their storage key */
  enable(attributeName: string, items: Iterable<readonly [string, AttributeMap]>, now: number): void {
    this.disable(now);
    this.#attributeName = attributeName;
    for (const [key, item] of items) this.update(key, undefined, item);
  }

  disable(now: number): void {
    this.#attributeName = undefined;
    this.#changedAt = now;
    for (const [entry] of [...this.#keysByTime.range({}, 'forward')]) this.#keysByTime.delete(entry);
  }

  /** Takes note of a write. */
  update(key: string, before: AttributeMap | undefined, after: AttributeMap | undefined): void {
    if (this.#attributeName === undefined) return;
    const from = before && expiryOf(before, this.#attributeName);
    const to = after && expiryOf(after, this.#attributeName);
    if (from === to) return;
    if (from !== undefined) this.#keysByTime.delete(entryAt(from, key));
    if (to !== undefined) this.#keysByTime.set(entryAt(to, key), key);
  }

  /** The storage keys of the items whose time came before `moment`, the earliest first; milliseconds since 1970. */
  expiredBefore(moment: number): readonly string[] {
    if (this.#keysByTime.size === 0) return [];
    const end = Math.ceil(moment / 1000);
    const range = { from: timeText(end - oldest), to: timeText(end) };
    return [...this.#keysByTime.range(range, 'forward')].map(([, key]) => key);
  }

  /** An independent copy that costs in proportion to what changes in either of them later. */
  clone(): TimeToLive {
    return new TimeToLive(this.#keysByTime.clone(), this.#attributeName, this.#changedAt);
  }
}

/** When an item expires, in seconds since 1970; `undefined` for never. */
function expiryOf(item: AttributeMap, attributeName: string): number | undefined {
  const value = Object.hasOwn(item, attributeName) ? item[attributeName] : undefined;
  if (value === undefined || !('N' in value)) return undefined;
  const seconds = Math.ceil(Number(value.N));
  return seconds > 0 && seconds < latest ? seconds : undefined;
}

function entryAt(seconds: number, key: string): string {
  return timeText(seconds) + key;
}

function timeText(seconds: number): string {
  return String(Math.max(0, seconds)).padStart(16, '0');
}
