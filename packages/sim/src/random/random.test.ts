import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom } from './random.js';

const draw = (seed: number, stream?: number) => {
  const random = createRandom(seed, stream);
  return Array.from({ length: 8 }, () => random.next());
};

describe('createRandom', () => {
  it('gives the same numbers for the same seed, and keeps to them from release to release', () => {
    expect(draw(1)).toEqual(draw(1));
    const random = createRandom(1);
    expect(Array.from({ length: 5 }, () => random.integer(1000))).toMatchInlineSnapshot(`
      [
        992,
        441,
        613,
        559,
        418,
      ]
    `);
  });

  it('gives other numbers for other seeds and streams, also where they differ in high bits or sign only', () => {
    const streams = [
      draw(0),
      draw(1),
      draw(-1),
      draw(2 ** 32),
      draw(2 ** 33),
      draw(0, 1),
      draw(1, 1),
      draw(0, 2 ** 32),
    ];
    expect(new Set(streams.flat()).size).toBe(8 * streams.length);
  });

  it('stays in bounds', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.integer({ min: 1, max: 2 ** 32 }), (seed, below) => {
        const random = createRandom(seed);
        const whole = random.integer(below);
        const real = random.next();
        return Number.isInteger(whole) && whole >= 0 && whole < below && real >= 0 && real < 1;
      }),
    );
  });

  it('spreads evenly, over one stream and over the first numbers of many', () => {
    const one = createRandom(42);
    const across = Array.from({ length: 20_000 }, (_, stream) => createRandom(42, stream).integer(20));
    for (const numbers of [Array.from({ length: 20_000 }, () => one.integer(20)), across]) {
      const counts = new Array<number>(20).fill(0);
      for (const number of numbers) counts[number] = (counts[number] as number) + 1;
      for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(160);
    }
  });

  it('shuffles into any order, and loses nothing', () => {
    const random = createRandom(7);
    const orders = Array.from({ length: 600 }, () => random.shuffle([1, 2, 3]).join(''));
    expect(new Set(orders).size).toBe(6);
    expect(random.shuffle(['a', 'b', 'c', 'd']).sort()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('picks every element in the end', () => {
    const random = createRandom(7);
    expect(new Set(Array.from({ length: 100 }, () => random.pick(['a', 'b', 'c']))).size).toBe(3);
  });

  it('refuses what it cannot draw from', () => {
    expect(() => createRandom(0.5)).toThrow('A seed is a safe integer; got 0.5');
    expect(() => createRandom(1, Number.NaN)).toThrow('A stream is a safe integer; got NaN');
    expect(() => createRandom(1).integer(0)).toThrow('got 0');
    expect(() => createRandom(1).pick([])).toThrow('nothing to pick from');
  });
});
