import type { ClientState } from './client-state.js';

const parts = 1_024;
const sequences = 8_192;

/** What belongs to a request apart from the request itself. */
export const part = { itself: 0, late: 1, twice: 2, resume: 3, transaction: 4, commit: 8, index: 800 } as const;

/** The landing of a request a second time, or late, has parts of its own. */
export const landing = 128;

/**
 * One number for a process, the same whenever its client has done the same: its client, the running number of what the client
 * asked for, and what of it.
 */
export function keyOf(client: ClientState, sequence: number, of = 0): number {
  return (client.index * sequences + sequence) * parts + of;
}

/** The key of another part of what `key` is a part of. */
export function siblingOf(key: number, of: number): number {
  return key - (key % parts) + of;
}

export function partNumber(key: number): number {
  return key % parts;
}

/** What the client asked for by its running number, and which part of it, where it is not the thing itself. */
export function partOf(key: number): string {
  const of = key % parts;
  const sequence = Math.floor(key / parts) % sequences;
  return of === 0 ? String(sequence) : `${sequence}/${of}`;
}

/** The index of the client that a process belongs to. */
export function clientOf(key: number): number {
  return Math.floor(key / (parts * sequences));
}
