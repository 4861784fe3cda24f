import { EmptyBTree } from 'sorted-btree';
import type { Direction, KeyRange, OrderedStore } from './ordered-store.js';

/** What the store uses of a tree. */
interface Tree<Value> {
  readonly size: number;
  get(key: string): Value | undefined;
  set(key: string, value: Value): boolean;
  delete(key: string): boolean;
  entries(lowest?: string): IterableIterator<[string, Value]>;
  entriesReversed(highest?: string, reused?: undefined, skipHighest?: boolean): IterableIterator<[string, Value]>;
  clone(): Tree<Value>;
}
type TreeConstructor = new <Value>(entries: undefined, compare: (a: string, b: string) => number) => Tree<Value>;

// The class is that module's default export, which ES modules and CommonJS see at different depths; this way both reach it.
const BTree = EmptyBTree.constructor as TreeConstructor;

function compareKeys(a: string, b: string): number {
  // Items' keys begin with a hash: two units tell most of them apart without a call. There are none in an empty key.
  const difference = a.charCodeAt(0) - b.charCodeAt(0);
  if (difference < 0 || difference > 0) return difference;
  if (a < b) return -1;
  return a > b ? 1 : 0;
}

/** A store over a B+ tree whose copies share their nodes until one of them changes. */
export class BTreeStore<Value> implements OrderedStore<Value> {
  readonly #tree: Tree<Value>;

  private constructor(tree: Tree<Value>) {
    this.#tree = tree;
  }

  static empty<Value>(): BTreeStore<Value> {
    return new BTreeStore<Value>(new BTree<Value>(undefined, compareKeys));
  }

  get size(): number {
    return this.#tree.size;
  }

  get(key: string): Value | undefined {
    return this.#tree.get(key);
  }

  set(key: string, value: Value): void {
    this.#tree.set(key, value);
  }

  delete(key: string): boolean {
    return this.#tree.delete(key);
  }

  *range({ from, to }: KeyRange, direction: Direction): IterableIterator<readonly [string, Value]> {
    if (direction === 'forward') {
      for (const entry of this.#tree.entries(from)) {
        if (to !== undefined && entry[0] >= to) return;
        yield entry;
      }
    } else {
      for (const entry of this.#tree.entriesReversed(to, undefined, true)) {
        if (from !== undefined && entry[0] < from) return;
        yield entry;
      }
    }
  }

  clone(): BTreeStore<Value> {
    return new BTreeStore(this.#tree.clone());
  }
}
