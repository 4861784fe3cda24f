import type { Table } from '../tables/table.js';
import type { Staleness } from './service-conditions.js';

/** How many earlier states of a table are kept. */
export const mostVersions = 256;

interface Version {
  readonly table: Table;
  /** Since when it was the present one, in milliseconds of the monotonic clock. */
  readonly since: number;
}

/** The tables' states after each of the last writes, the present ones last. */
export class TableVersions {
  readonly #byTable: Map<string, readonly Version[]>;

  private constructor(byTable: Map<string, readonly Version[]>) {
    this.#byTable = byTable;
  }

  static empty(): TableVersions {
    return new TableVersions(new Map());
  }

  /** How many tables have a past. */
  get size(): number {
    return this.#byTable.size;
  }

  /**
   * Keeps the state of every table that has changed since it was last kept, and lets go of those that are gone.
   *
   * @param tables all that there are
   */
  record(tables: Iterable<Table>, now: number): void {
    const present = new Set<string>();
    for (const table of tables) {
      present.add(table.definition.id);
      const versions = this.#byTable.get(table.definition.id) ?? [];
      if (versions.at(-1)?.table.revision === table.revision) continue;
      const kept = versions.length < mostVersions ? versions : versions.slice(1);
      this.#byTable.set(table.definition.id, [...kept, { table: table.clone(), since: now }]);
    }
    if (this.#byTable.size === present.size) return;
    for (const id of this.#byTable.keys()) if (!present.has(id)) this.#byTable.delete(id);
  }

  /** How many writes back a table is known. */
  knownWrites(table: Table): number {
    const oldest = this.#byTable.get(table.definition.id)?.[0];
    return oldest === undefined ? 0 : table.writes - oldest.table.writes;
  }

  /** A table as it was; the table itself where nothing is known of its past. */
  earlier(table: Table, staleness: Staleness, now: number): Table {
    const versions = this.#byTable.get(table.definition.id) ?? [];
    const isOldEnough =
      'writes' in staleness
        ? (version: Version) => version.table.writes <= table.writes - staleness.writes
        : (version: Version) => version.since <= now - staleness.milliseconds;
    return (versions.findLast(isOldEnough) ?? versions[0])?.table ?? table;
  }

  forget(): void {
    this.#byTable.clear();
  }

  clone(): TableVersions {
    return new TableVersions(new Map(this.#byTable));
  }
}
