import { BTreeStore } from '../storage/btree-store.js';
import type { OrderedStore } from '../storage/ordered-store.js';

/** How a bucket fills. */
export interface BucketRate {
  readonly unitsPerSecond: number;
  /** The most it holds, in seconds of its rate. */
  readonly burst: number;
}

interface Level {
  readonly units: number;
  /** Milliseconds of the monotonic clock. */
  readonly at: number;
}

/** Capacity units that are left, by what they are of. A bucket that nobody has used holds what one second brings. */
export class TokenBuckets {
  #levels: OrderedStore<Level>;

  private constructor(levels: OrderedStore<Level>) {
    this.#levels = levels;
  }

  static empty(): TokenBuckets {
    return new TokenBuckets(BTreeStore.empty());
  }

  /** Whether a bucket has the units, or all it can ever hold, which must do for a request that takes more. */
  has(name: string, units: number, rate: BucketRate, now: number): boolean {
    return this.#level(name, rate, now) >= Math.min(units, rate.unitsPerSecond * Math.max(1, rate.burst));
  }

  /** Takes units, below zero if need be: what is owed must be refilled first. */
  take(name: string, units: number, rate: BucketRate, now: number): void {
    this.#levels.set(name, { units: this.#level(name, rate, now) - units, at: now });
  }

  /** Goes back to what a clone kept. */
  restore(kept: TokenBuckets): void {
    this.#levels = kept.#levels.clone();
  }

  clone(): TokenBuckets {
    return new TokenBuckets(this.#levels.clone());
  }

  #level(name: string, { unitsPerSecond, burst }: BucketRate, now: number): number {
    const level = this.#levels.get(name);
    if (level === undefined) return unitsPerSecond;
    const refilled = level.units + (Math.max(0, now - level.at) / 1000) * unitsPerSecond;
    return Math.min(refilled, unitsPerSecond * Math.max(1, burst));
  }
}
