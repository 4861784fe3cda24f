import * as zlib from 'node:zlib';

/**
 * The checksums of a byte, and of a byte with one, two and more zeros after it, one table after the other: eight bytes
 * then take eight look-ups that do not wait for each other.
 */
const tables = checksumTables();

function checksumTables(): Int32Array {
  const sums = new Int32Array(8 * 256);
  for (let byte = 0; byte < 256; byte++) {
    let remainder = byte;
    for (let bit = 0; bit < 8; bit++) remainder = remainder & 1 ? (remainder >>> 1) ^ 0xedb88320 : remainder >>> 1;
    sums[byte] = remainder;
  }
  for (let index = 256; index < sums.length; index++) {
    const before = sums[index - 256] as number;
    sums[index] = (before >>> 8) ^ (sums[before & 0xff] as number);
  }
  return sums;
}

/** Absent before Node.js 20.15, and from 21 to 22.1. */
const native: ((bytes: Uint8Array) => number) | undefined = zlib.crc32;
/** From this length on, in bytes, the native one is faster. */
const worthTheCall = 256;

/**
 * The CRC-32 checksum that stands in the header `x-amz-crc32` (polynomial 0x04C11DB7, reflected, as in zlib), from 0 to
 * 2^32 - 1.
 */
export function crc32(bytes: Uint8Array): number {
  return native === undefined || bytes.length < worthTheCall ? tabledCrc32(bytes) : native(bytes);
}

/** As {@link crc32}, for every version of Node.js. */
export function tabledCrc32(bytes: Uint8Array): number {
  const sums = tables;
  const whole = bytes.length & ~7;
  let sum = -1;
  let index = 0;
  for (; index < whole; index += 8) {
    const low =
      sum ^
      ((bytes[index] as number) |
        ((bytes[index + 1] as number) << 8) |
        ((bytes[index + 2] as number) << 16) |
        ((bytes[index + 3] as number) << 24));
    sum =
      (sums[0x700 | (low & 0xff)] as number) ^
      (sums[0x600 | ((low >>> 8) & 0xff)] as number) ^
      (sums[0x500 | ((low >>> 16) & 0xff)] as number) ^
      (sums[0x400 | (low >>> 24)] as number) ^
      (sums[0x300 | (bytes[index + 4] as number)] as number) ^
      (sums[0x200 | (bytes[index + 5] as number)] as number) ^
      (sums[0x100 | (bytes[index + 6] as number)] as number) ^
      (sums[bytes[index + 7] as number] as number);
  }
  for (; index < bytes.length; index++) {
    sum = (sum >>> 8) ^ (sums[(sum ^ (bytes[index] as number)) & 0xff] as number);
  }
  return (sum ^ -1) >>> 0;
}
