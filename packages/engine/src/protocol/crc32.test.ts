import fc from 'fast-check';
import { expect, it } from 'vitest';
import { crc32, tabledCrc32 } from './crc32.js';

/** The definition, bit by bit. */
function bitwise(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}

it('is the checksum of the standard', () => {
  expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926);
  expect(crc32(new Uint8Array())).toBe(0);
});

it('is the checksum of the definition for bytes of any length', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 600, size: 'max' }), (bytes) => {
      const expected = bitwise(bytes);
      expect(crc32(bytes)).toBe(expected);
      expect(tabledCrc32(bytes)).toBe(expected);
    }),
  );
});
