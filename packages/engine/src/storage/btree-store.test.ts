import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BTreeStore } from './btree-store.js';
import { keyAfter, keysWithPrefix } from './ordered-store.js';

function storeOf(...keys: string[]): BTreeStore<string> {
  const store = BTreeStore.empty<string>();
  for (const key of keys) store.set(key, key.toUpperCase());
  return store;
}
const keysIn = (store: BTreeStore<string>, range: { from?: string; to?: string }, direction: 'forward' | 'backward') =>
  [...store.range(range, direction)].map(([key]) => key);

describe('BTreeStore', () => {
  test('reads a range in either direction, with its start and without its end', () => {
    const store = storeOf('d', 'a', 'c', 'b');
    expect(keysIn(store, { from: 'b', to: 'd' }, 'forward')).toEqual(['b', 'c']);
    expect(keysIn(store, { from: 'b', to: 'd' }, 'backward')).toEqual(['c', 'b']);
    expect(keysIn(store, { from: keyAfter('b') }, 'forward')).toEqual(['c', 'd']);
    expect(keysIn(store, {}, 'backward')).toEqual(['d', 'c', 'b', 'a']);
    expect(keysIn(store, { from: 'x', to: 'b' }, 'forward')).toEqual([]);
  });

  test('finds the keys with a prefix, also one that ends in the last code unit', () => {
    const store = storeOf('a', 'a\uffff', 'a\uffffz', 'b');
    expect(keysIn(store, keysWithPrefix('a'), 'forward')).toEqual(['a', 'a\uffff', 'a\uffffz']);
    expect(keysIn(store, keysWithPrefix('a\uffff'), 'backward')).toEqual(['a\uffffz', 'a\uffff']);
    expect(keysWithPrefix('\uffff')).toEqual({ from: '\uffff' });
  });

  test('behaves as a sorted map does, and so does each clone on its own', () => {
    const key = fc.string({ maxLength: 3 });
    const step = fc.record({ onClone: fc.boolean(), key, remove: fc.boolean() });
    fc.assert(
      fc.property(fc.array(key), fc.array(step, { maxLength: 200 }), (initial, steps) => {
        const store = storeOf(...initial);
        const model = new Map(initial.map((name) => [name, name.toUpperCase()]));
        const clone = store.clone();
        const cloneModel = new Map(model);
        for (const { onClone, key: name, remove } of steps) {
          const [target, expected] = onClone ? [clone, cloneModel] : [store, model];
          if (remove) expect(target.delete(name)).toBe(expected.delete(name));
          else {
            target.set(name, `${name}!`);
            expected.set(name, `${name}!`);
          }
        }
        for (const [target, expected] of [[store, model] as const, [clone, cloneModel] as const]) {
          const sorted = [...expected].sort(([a], [b]) => (a < b ? -1 : 1));
          expect([...target.range({}, 'forward')].map(([name, value]) => [name, value])).toEqual(sorted);
          expect(target.size).toBe(expected.size);
        }
      }),
    );
  });
});
