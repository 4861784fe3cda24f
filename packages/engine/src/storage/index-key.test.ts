import { type AttributeValue, compareValues } from '@holdfast/wire';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { closedKeyValue, indexKey, indexPartitionPrefix, openKeyValue } from './index-key.js';

// NULs and what stands in for them are where a closed value could go wrong.
const character = fc.constantFrom('\u0000', '\u0001', '\u0002', 'a', 'b', '\uffff');
const string = fc.string({ unit: character, maxLength: 4 }).map((S): AttributeValue => ({ S }));
const binary = fc.uint8Array({ max: 2, maxLength: 4 }).map((B): AttributeValue => ({ B }));
const number = fc.integer({ min: -20, max: 20 }).map((n): AttributeValue => ({ N: String(n) }));
const tuple = fc.tuple(string, binary, number);
const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

test('entries of one partition sort by one attribute after the other, then by the key in the table', () => {
  fc.assert(
    fc.property(tuple, tuple, fc.string(), fc.string(), (left, right, leftKey, rightKey) => {
      const byValues = left.map((value, position) => Math.sign(compareValues(value, right[position] ?? value) ?? 0));
      const expected = byValues.find((sign) => sign !== 0) ?? order(leftKey, rightKey);
      const partition = [{ S: 'p' }];
      expect(order(indexKey(partition, left, leftKey), indexKey(partition, right, rightKey))).toBe(expected);
    }),
    { numRuns: 2000 },
  );
});

test('a closed value begins with an open one exactly where the value does', () => {
  fc.assert(
    fc.property(string, string, (value, prefix) => {
      const [text, start] = [value, prefix].map((content) => ('S' in content ? content.S : ''));
      expect(closedKeyValue(value).startsWith(openKeyValue(prefix))).toBe(text?.startsWith(start ?? ''));
    }),
    { numRuns: 2000 },
  );
});

test('partitions of different values never meet', () => {
  fc.assert(
    fc.property(
      // the keys of one index all have the same number of attributes
      fc.integer({ min: 1, max: 4 }).chain((length) => {
        const values = fc.array(string, { minLength: length, maxLength: length });
        return fc.tuple(values, values);
      }),
      ([a, b]) => {
        const same = JSON.stringify(a) === JSON.stringify(b);
        expect(indexPartitionPrefix(a) === indexPartitionPrefix(b)).toBe(same);
      },
    ),
    { numRuns: 2000 },
  );
});
