import type { StoredItem } from './stored-item.js';
import type { Table } from './table.js';
import type { TableCatalog } from './table-catalog.js';
import type { WriteTerms } from './write-terms.js';

/** The deletion of an item whose time to live has come. */
export interface Expiry {
  readonly table: Table;
  readonly key: string;
  readonly before: StoredItem | undefined;
  readonly after: undefined;
}

/**
 * The items whose time to live came before `moment`, in milliseconds since 1970.
 *
 * @param isHeld whether an item stays for now
 */
export function expiredItems(
  tables: TableCatalog,
  moment: number,
  isHeld: (table: Table, key: string) => boolean,
): readonly Expiry[] {
  const expiries: Expiry[] = [];
  for (const table of tables.all()) {
    for (const key of table.timeToLive.expiredBefore(moment)) {
      if (!isHeld(table, key)) expiries.push({ table, key, before: table.get(key), after: undefined });
    }
  }
  return expiries;
}

export function expireItems(expiries: readonly Expiry[], terms: WriteTerms): void {
  for (const { table, key } of expiries) table.delete(key, { ...terms, by: 'timeToLive' });
}
