import type { Table } from './table.js';
import type { TableCatalog } from './table-catalog.js';
import type { WriteTerms } from './write-terms.js';

export interface Expiry {
  /** Items whose time to live came before it are deleted; milliseconds since 1970. */
  readonly before: number;
  readonly terms: WriteTerms;
  /** Whether an item stays for now. */
  readonly isHeld: (table: Table, key: string) => boolean;
}

/** Deletes every item whose time to live has come, and tells how many there were. */
export function expireItems(tables: TableCatalog, { before, terms, isHeld }: Expiry): number {
  let count = 0;
  for (const table of tables.all()) {
    for (const key of table.timeToLive.expiredBefore(before)) {
      if (isHeld(table, key)) continue;
      table.delete(key, { ...terms, by: 'timeToLive' });
      count += 1;
    }
  }
  return count;
}
