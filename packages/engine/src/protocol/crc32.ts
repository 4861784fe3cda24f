const table = new Uint32Array(256).map((_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit++) remainder = remainder & 1 ? (remainder >>> 1) ^ 0xedb88320 : remainder >>> 1;
  return remainder;
});

/**
 * The CRC-32 checksum that stands in the header `x-amz-crc32` (polynomial 0x04C11DB7, reflected, as in zlib), from 0 to
 * 2^32 - 1. Node.js has its own only from version 20.15 and 22.2 on.
 */
export function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (let index = 0; index < bytes.length; index++) {
    sum = (sum >>> 8) ^ (table[(sum ^ (bytes[index] as number)) & 0xff] as number);
  }
  return (sum ^ 0xffffffff) >>> 0;
}
