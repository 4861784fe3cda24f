import type { TableCatalog } from './table-catalog.js';

/**
 * Deletes every item whose time to live came before `moment`, and tells how many there were.
 *
 * @param moment milliseconds since 1970
 * @param now what the streams tell as the time of the deletion, in milliseconds since 1970
 */
export function expireItems(tables: TableCatalog, moment: number, now: number): number {
  let count = 0;
  for (const table of tables.all()) {
    for (const key of table.timeToLive.expiredBefore(moment)) {
      table.delete(key, now, 'timeToLive');
      count += 1;
    }
  }
  return count;
}
