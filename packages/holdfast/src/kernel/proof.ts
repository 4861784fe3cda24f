import type { AttributeMap } from '@holdfast/wire';
import type { PreparedWrite } from './prepare.js';
import { versionOf, writeIdOf } from './stored-item.js';
import type { Write } from './write.js';

/** Whether the stored item carries this write's own id, which proves that it was applied. */
export function isOwnEffect({ write, writeId }: PreparedWrite, stored: AttributeMap | undefined): boolean {
  return writeId !== undefined && writeIdOf(write.model, stored) === writeId;
}

/**
 * Whether the stored version is the very one that this write would have made, made by another. Every writer increases
 * it, so ours was not applied, and will not be as long as the item is not deleted and made anew. A still greater one
 * leaves the question open.
 */
export function isOvertaken(prepared: PreparedWrite, stored: AttributeMap | undefined): boolean {
  return (
    prepared.writeId !== undefined && !isOwnEffect(prepared, stored) && versionsAhead(prepared.write, stored) === 1
  );
}

/**
 * By how many the stored version is greater than the expected one; 0 where that cannot be said. It cannot of a new item:
 * once the other's is deleted, a late request of ours would find the place free.
 */
export function versionsAhead(write: Write, stored: AttributeMap | undefined): number {
  const found = versionOf(write.model, stored);
  const expected = expectedVersion(write);
  return expected === undefined || found === undefined ? 0 : found - expected;
}

/**
 * The version of an item that was read, on which the write depends. Version 0 is none of these: whoever stores items without
 * versions can bring it back, so that nothing which was found later would be final.
 */
export function expectedVersion({ version }: Write): number | undefined {
  return version.kind === 'expected' ? version.version || undefined : undefined;
}
