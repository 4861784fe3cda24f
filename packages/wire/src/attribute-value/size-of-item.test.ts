import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryItem, arbitraryValue } from '../testing/arbitrary-values.js';
import type { AttributeValue } from './attribute-value.js';
import { utf8Length } from './bytes.js';
import { sizeOfItem, sizeOfValue } from './size-of-item.js';

const sizes: [AttributeValue, number][] = [
  [{ S: '' }, 0],
  [{ S: 'é𝄞' }, 6],
  [{ B: new Uint8Array(5) }, 5],
  [{ BOOL: false }, 1],
  [{ NULL: true }, 1],
  [{ N: '0' }, 1],
  [{ N: '1' }, 2],
  [{ N: '-1' }, 3],
  [{ N: '12' }, 2],
  [{ N: '123' }, 3],
  [{ N: '1.2' }, 3],
  [{ N: '1200' }, 2],
  [{ N: '120' }, 3],
  [{ N: '0.01' }, 2],
  [{ N: '0.001' }, 2],
  [{ N: '1e125' }, 2],
  [{ N: '12345678901234567890123456789012345678' }, 20],
  [{ SS: ['a', 'bc'] }, 3],
  [{ NS: ['1', '100'] }, 4],
  [{ BS: [new Uint8Array(2), new Uint8Array(3)] }, 5],
  [{ L: [] }, 3],
  [{ L: [{ S: 'ab' }, { BOOL: true }] }, 3 + 1 + 2 + 1 + 1],
  [{ M: {} }, 3],
  [{ M: { name: { S: 'ab' } } }, 3 + 1 + 4 + 2],
];

describe('sizeOfValue', () => {
  it.each(sizes)('%j takes %i bytes', (value, size) => {
    expect(sizeOfValue(value)).toBe(size);
  });

  it('does not depend on how a number is written', () => {
    expect(sizeOfValue({ N: '1.50e1' })).toBe(sizeOfValue({ N: '15' }));
    const digits = fc.stringMatching(/^[0-9]{0,12}$/);
    fc.assert(
      fc.property(fc.constantFrom('', '-'), digits, digits, (sign, whole, fraction) => {
        const N = `${sign}${whole || '0'}.${fraction}`;
        expect(sizeOfValue({ N })).toBe(sizeOfValue({ N: `${N}e0` }));
      }),
    );
  });
});

describe('sizeOfItem', () => {
  it('is the sum of names and values', () => {
    fc.assert(
      fc.property(arbitraryItem, arbitraryValue, (item, value) => {
        const name = 'ünique';
        expect(sizeOfItem({ ...item, [name]: value })).toBe(sizeOfItem(item) + utf8Length(name) + sizeOfValue(value));
        expect(sizeOfValue({ M: item })).toBe(3 + Object.keys(item).length + sizeOfItem(item));
        expect(sizeOfValue({ L: [value, value] })).toBe(3 + 2 * (1 + sizeOfValue(value)));
      }),
    );
  });
});
