import type { AttributeMap, AttributeValue } from '@holdfast/wire';
import { ValidationError } from '../errors/usage-errors.js';

/** Where a next page starts, as text that can stand in a URL. */
export function encodeCursor(key: AttributeMap): string {
  const texts = Object.entries(key).map(([name, value]) => [name, 'S' in value ? value.S : '']);
  const bytes = new TextEncoder().encode(JSON.stringify(texts));
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** @throws ValidationError where the text is no cursor */
export function decodeCursor(cursor: string): AttributeMap {
  try {
    const bytes = Uint8Array.from(atob(cursor.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0));
    const parsed: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (!Array.isArray(parsed)) throw new TypeError('not a list');
    const key: Record<string, AttributeValue> = Object.create(null);
    for (const entry of parsed as readonly unknown[]) {
      const [name, text]: readonly unknown[] = Array.isArray(entry) ? entry : [];
      if (typeof name !== 'string' || typeof text !== 'string') throw new TypeError('not a key');
      key[name] = { S: text };
    }
    return key;
  } catch (error) {
    throw new ValidationError(`${JSON.stringify(cursor)} is no cursor that a page gave`, { cause: error });
  }
}
