import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { itemKey, partitionPrefix, segmentRange } from './item-key.js';
import { keysWithPrefix } from './ordered-store.js';

const text = fc.string({ minLength: 1, unit: 'grapheme' });

describe('itemKey', () => {
  test('two different keys never meet, however their parts are cut', () => {
    fc.assert(
      fc.property(text, text, text, text, (p1, s1, p2, s2) => {
        fc.pre(p1 !== p2 || s1 !== s2);
        expect(itemKey({ S: p1 }, { S: s1 })).not.toBe(itemKey({ S: p2 }, { S: s2 }));
      }),
    );
    expect(itemKey({ S: 'x' }, { S: 'yz' })).not.toBe(itemKey({ S: 'xy' }, { S: 'z' }));
  });

  test('lies in the range of its own partition and of no other', () => {
    fc.assert(
      fc.property(text, text, text, (partition, sort, other) => {
        fc.pre(partition !== other);
        const isIn = (range: { from?: string; to?: string }, key: string) =>
          key >= (range.from ?? '') && (range.to === undefined || key < range.to);
        const key = itemKey({ S: partition }, { S: sort });
        expect(isIn(keysWithPrefix(partitionPrefix({ S: partition })), key)).toBe(true);
        expect(isIn(keysWithPrefix(partitionPrefix({ S: other })), key)).toBe(false);
      }),
    );
  });
});

describe('segmentRange', () => {
  test('the segments follow each other without gap or overlap', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.nat(), (total, seed) => {
        const index = seed % total;
        const { to } = segmentRange(index, total);
        if (index === total - 1) expect(to).toBeUndefined();
        else expect(to).toBe(segmentRange(index + 1, total).from);
        expect(segmentRange(0, total).from).toBe('\u0000\u0000');
      }),
    );
  });

  test('similar keys spread over the segments', () => {
    const counts = [0, 0, 0, 0];
    for (let index = 0; index < 4000; index += 1) {
      const key = itemKey({ S: `user-${index}` }, undefined);
      const segment = [0, 1, 2, 3].findIndex((candidate) => {
        const { from = '', to } = segmentRange(candidate, 4);
        return key >= from && (to === undefined || key < to);
      });
      counts[segment] = (counts[segment] ?? 0) + 1;
    }
    expect(Math.min(...counts)).toBeGreaterThan(800);
  });
});
