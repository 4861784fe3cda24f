import { unfit } from '../attributes/mismatch.js';

/** @throws ValidationError where a program without types hands over something else than a table */
export function needTable(where: string, table: unknown): void {
  if (typeof table !== 'object' || table === null || !('~schema' in table)) throw unfit(where, 'a table', table);
}
