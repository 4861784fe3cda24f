import type { AttributeMap, AttributeValue } from '@holdfast/wire';
import { ValidationError } from '../errors/usage-errors.js';
import { base64, bytesOfBase64 } from './base64.js';
import type { ReadPlan } from './read-page.js';

/**
 * Where the next page of a read starts, as text that can stand in a URL. It carries a tag of the read that it belongs to: a
 * checksum, or a signature where the table has a key to sign by.
 */
export async function encodeCursor(plan: ReadPlan, key: AttributeMap): Promise<string> {
  const position = JSON.stringify(Object.entries(key).map(([name, value]) => [name, ...textOf(value)]));
  const text = `${readOf(plan)}\n${position}`;
  const signer = plan.target.cursors;
  const tag = signer === undefined ? checksum(text) : await signer.sign(text);
  return base64(new TextEncoder().encode(JSON.stringify([position, tag])));
}

/** @throws ValidationError where the text is no cursor that a page of this read gave */
export async function decodeCursor(plan: ReadPlan, cursor: string): Promise<AttributeMap> {
  const [position, tag] = parsed(cursor);
  const text = `${readOf(plan)}\n${position}`;
  const signer = plan.target.cursors;
  const isOurs = signer === undefined ? tag === checksum(text) : await signer.verify(text, tag);
  const key = isOurs ? keyIn(position, plan.keyNames) : undefined;
  if (key !== undefined) return key;
  const shown = typeof cursor === 'string' && cursor.length > 40 ? `${cursor.slice(0, 40)}…` : cursor;
  throw new ValidationError(
    `${plan.what}: ${JSON.stringify(shown)} is no cursor that a page of this read gave, with the same key, filter and direction`,
  );
}

/** All that decides which items come next; not how many at a time, or what is fetched of them. */
function readOf(plan: ReadPlan): string {
  const { target, what, index, keyCondition, excluded, keyNames, filters, timesToLive, descending, segment } = plan;
  const range = [index?.name, keyCondition, excluded, keyNames, descending, segment];
  return JSON.stringify([target.table, what, range, filters, timesToLive]);
}

function textOf(value: AttributeValue): readonly [type: string, text: string] {
  if ('S' in value) return ['S', value.S];
  if ('N' in value) return ['N', value.N];
  return ['B', 'B' in value ? base64(value.B) : ''];
}

function parsed(cursor: string): readonly [position: string, tag: string] {
  try {
    const read: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytesOfBase64(cursor)));
    const [position, tag]: readonly unknown[] = Array.isArray(read) ? read : [];
    if (typeof position === 'string' && typeof tag === 'string') return [position, tag];
  } catch {
    // no cursor; so is what follows
  }
  return ['', ''];
}

function keyIn(position: string, names: readonly string[]): AttributeMap | undefined {
  const key: Record<string, AttributeValue> = Object.create(null);
  try {
    // a checksum can be forged, so nothing about what it stands over is certain
    for (const [name, type, text] of JSON.parse(position) as Iterable<readonly unknown[]>) {
      if (typeof name !== 'string' || typeof text !== 'string' || !names.includes(name)) return undefined;
      key[name] = type === 'N' ? { N: text } : type === 'B' ? { B: bytesOfBase64(text) } : { S: text };
    }
  } catch {
    return undefined;
  }
  return names.every((name) => Object.hasOwn(key, name)) ? key : undefined;
}

/** FNV-1a in 64 bits: against mistakes, not against forgers. */
function checksum(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash.toString(36);
}
