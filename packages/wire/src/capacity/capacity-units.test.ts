import { describe, expect, it } from 'vitest';
import { readCapacityUnits, writeCapacityUnits } from './capacity-units.js';

describe('readCapacityUnits', () => {
  it.each([
    [0, 0.5, 1, 2],
    [1, 0.5, 1, 2],
    [4096, 0.5, 1, 2],
    [4097, 1, 2, 4],
    [409_600, 50, 100, 200],
  ])('%i bytes: %d eventually, %d strongly, %d in a transaction', (bytes, eventual, strong, transactional) => {
    expect(readCapacityUnits(bytes, 'eventual')).toBe(eventual);
    expect(readCapacityUnits(bytes, 'strong')).toBe(strong);
    expect(readCapacityUnits(bytes, 'transactional')).toBe(transactional);
  });
});

describe('writeCapacityUnits', () => {
  it.each([
    [0, 1, 2],
    [1024, 1, 2],
    [1025, 2, 4],
    [409_600, 400, 800],
  ])('%i bytes: %d, %d in a transaction', (bytes, standard, transactional) => {
    expect(writeCapacityUnits(bytes)).toBe(standard);
    expect(writeCapacityUnits(bytes, 'standard')).toBe(standard);
    expect(writeCapacityUnits(bytes, 'transactional')).toBe(transactional);
  });

  it.each([-1, 0.5, Number.NaN])('refuses %d bytes', (bytes) => {
    expect(() => writeCapacityUnits(bytes)).toThrow(RangeError);
    expect(() => readCapacityUnits(bytes, 'strong')).toThrow(`got ${bytes}`);
  });
});
