import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { IndexUpdate } from '../tables/index-update.js';
import type { StoredItem } from '../tables/table.js';
import { IndexUpdates } from './index-updates.js';

const stored = (value: string): StoredItem => ({ item: { v: { S: value } }, size: 1 });
/** An index that holds the items by their keys. */
function fakeIndex() {
  const items = new Map<string, StoredItem>();
  const apply = ({ key, after }: IndexUpdate) => {
    if (after === undefined) items.delete(key);
    else items.set(key, after);
  };
  return { items, apply };
}
const update = (key: string, after: StoredItem | undefined, before?: StoredItem): IndexUpdate => ({
  tableName: 'things',
  indexName: 'by-v',
  key,
  before,
  after,
});

test('updates arrive at once where indexes are not late', () => {
  const { items, apply } = fakeIndex();
  const updates = IndexUpdates.empty();
  updates.submit(update('a', stored('1')), false, apply);
  expect(items.get('a')).toEqual(stored('1'));
  expect(updates.pending).toEqual([]);
});

test('late updates arrive when they are told to, those of one item in order', () => {
  const { items, apply } = fakeIndex();
  const updates = IndexUpdates.empty();
  updates.submit(update('a', stored('1')), true, apply);
  updates.submit(update('a', stored('2'), stored('1')), true, apply);
  updates.submit(update('b', stored('3')), true, apply);
  expect(items.size).toBe(0);
  expect(updates.pending.map(({ id, key, ready }) => [id, key, ready])).toEqual([
    [1, 'a', true],
    [2, 'a', false],
    [3, 'b', true],
  ]);
  expect(() => updates.apply(2, apply)).toThrow('an earlier one of the same item is pending');
  expect(() => updates.apply(9, apply)).toThrow('it is not pending');
  updates.apply(3, apply);
  updates.apply(1, apply);
  expect([...items]).toEqual([
    ['b', stored('3')],
    ['a', stored('1')],
  ]);
  updates.apply(2, apply);
  expect(items.get('a')).toEqual(stored('2'));
});

test('an update does not overtake a late one of its item', () => {
  const { items, apply } = fakeIndex();
  const updates = IndexUpdates.empty();
  updates.submit(update('a', stored('1')), true, apply);
  updates.submit(update('a', undefined, stored('1')), false, apply);
  updates.submit(update('b', stored('2')), false, apply);
  expect([...items.keys()]).toEqual(['b']);
  updates.applyAll(apply);
  expect([...items.keys()]).toEqual(['b']);
});

test('what is on its way to a deleted index is dropped', () => {
  const { items, apply } = fakeIndex();
  const updates = IndexUpdates.empty();
  updates.submit(update('a', stored('1')), true, apply);
  updates.submit({ ...update('a', stored('1')), indexName: 'other' }, true, apply);
  updates.drop('things', 'other');
  expect(updates.pending).toHaveLength(1);
  updates.drop('things');
  updates.applyAll(apply);
  expect(items.size).toBe(0);
});

test('a clone waits on its own', () => {
  const { items, apply } = fakeIndex();
  const updates = IndexUpdates.empty();
  updates.submit(update('a', stored('1')), true, apply);
  const clone = updates.clone();
  updates.applyAll(() => undefined);
  expect(items.size).toBe(0);
  clone.apply(1, apply);
  expect(items.size).toBe(1);
});

test('many updates can be on their way', () => {
  const { items, apply } = fakeIndex();
  const updates = IndexUpdates.empty();
  const many = 30_000;
  for (let n = 1; n <= many; n += 1) {
    updates.submit(update('hot', stored(String(n))), true, apply);
    updates.submit(update(`late ${n}`, stored('1')), true, apply);
    updates.submit(update(`prompt ${n}`, stored('1')), false, apply);
  }
  for (let id = 2 * many; id > 0; id -= 2) updates.apply(id, apply);
  for (let id = 1; id < 2 * many; id += 2) updates.apply(id, apply);
  expect(updates.isEmpty).toBe(true);
  expect(items.size).toBe(2 * many + 1);
  expect(items.get('hot')).toEqual(stored(String(many)));
});

test('in whatever order the updates arrive, the index ends up as the table', () => {
  const write = fc.record({ key: fc.constantFrom('a', 'b', 'c'), value: fc.option(fc.string(), { nil: undefined }) });
  const arrivals = fc.infiniteStream(fc.nat());
  fc.assert(
    fc.property(fc.array(fc.tuple(write, fc.boolean())), arrivals, (writes, choices) => {
      const { items, apply } = fakeIndex();
      const table = new Map<string, StoredItem>();
      const updates = IndexUpdates.empty();
      for (const [{ key, value }, late] of writes) {
        const before = table.get(key);
        const after = value === undefined ? undefined : stored(value);
        if (after === undefined) table.delete(key);
        else table.set(key, after);
        updates.submit(update(key, after, before), late, apply);
      }
      while (updates.pending.length > 0) {
        const ready = updates.pending.filter((pending) => pending.ready);
        updates.apply(ready[choices.next().value % ready.length]?.id ?? 0, apply);
      }
      expect(new Map(items)).toEqual(table);
    }),
  );
});
