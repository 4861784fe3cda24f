import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SyntaxCache } from './syntax-cache.js';

test('reads each text once while it is in use', () => {
  const read: string[] = [];
  const cache = new SyntaxCache((text) => {
    read.push(text);
    return { text };
  }, 4);
  for (let index = 0; index < 100; index += 1) {
    expect(cache.syntaxOf('in use')).toEqual({ text: 'in use' });
    expect(cache.syntaxOf(`once ${index}`)).toEqual({ text: `once ${index}` });
  }
  expect(read.filter((text) => text === 'in use')).toHaveLength(1);
  expect(cache.size).toBeLessThanOrEqual(8);
});

test('reads what it refuses anew each time', () => {
  let times = 0;
  const cache = new SyntaxCache(() => {
    times += 1;
    throw new Error('no');
  });
  expect(() => cache.syntaxOf('a')).toThrow('no');
  expect(() => cache.syntaxOf('a')).toThrow('no');
  expect([times, cache.size]).toEqual([2, 0]);
});

test('answers as without it, and stays within its bounds', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', '__proto__', 'constructor')), (texts) => {
      const cache = new SyntaxCache((text) => text.toUpperCase(), 2);
      for (const text of texts) expect(cache.syntaxOf(text)).toBe(text.toUpperCase());
      expect(cache.size).toBeLessThanOrEqual(4);
    }),
  );
});
