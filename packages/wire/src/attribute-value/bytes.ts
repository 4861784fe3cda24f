/** The number of bytes of a text in UTF-8. */
export function utf8Length(text: string): number {
  return byteLength(text, 'utf8');
}

/** The global is looked up once: it is a getter, which shows where every name of an item is measured. */
const { byteLength } = Buffer;

/** Orders byte strings by unsigned bytes; a prefix comes before what it begins. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** Orders texts by their bytes in UTF-8, which is by code point, not by UTF-16 unit as `<` does. */
export function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left !== right) return rank(left) - rank(right);
  }
  return a.length - b.length;
}

/** Moves the surrogates, which stand for the highest code points, above the rest of the units. */
function rank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit >= 0xe000 ? unit - 0x800 : unit + 0x2000;
}

/** Whether `bytes` contains `part` at `offset`. */
export function hasBytesAt(bytes: Uint8Array, part: Uint8Array, offset: number): boolean {
  if (offset + part.length > bytes.length) return false;
  return part.every((byte, index) => bytes[offset + index] === byte);
}

/** Whether `bytes` contains `part` anywhere. A search at each offset could take hours where both are long and alike. */
export function hasBytes(bytes: Uint8Array, part: Uint8Array): boolean {
  return asBuffer(bytes).includes(asBuffer(part));
}

/** A text that two byte strings share only if they are equal. */
export function bytesKey(bytes: Uint8Array): string {
  return asBuffer(bytes).toString('latin1');
}

/** The same bytes, not a copy. */
function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
