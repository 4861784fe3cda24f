import type { Runtime } from '@holdfast/wire';
import type { Table } from '../tables/table.js';
import type { EventualRead, ServiceConditions } from './service-conditions.js';
import type { TableVersions } from './table-versions.js';

export interface StaleReadContext {
  readonly state: { readonly versions: TableVersions };
  readonly runtime: Runtime;
  readonly conditions: ServiceConditions;
}

/** What is known of a read before it is carried out. */
export type ReadRequest = Omit<EventualRead, 'tableName' | 'knownWrites'> & {
  readonly consistent: boolean | undefined;
};

/**
 * The table as the replica has it that answers a read: the table itself for a consistent one.
 *
 * @throws RangeError where the condition names a negative staleness, or none at all
 */
export function replicaFor(context: StaleReadContext, table: Table, { consistent, ...read }: ReadRequest): Table {
  const { staleReads } = context.conditions;
  if (staleReads === undefined || consistent) return table;
  const { versions } = context.state;
  const staleness = staleReads({
    ...read,
    tableName: table.definition.name,
    knownWrites: versions.knownWrites(table),
  });
  if (staleness === undefined) return table;
  const amount = 'writes' in staleness ? staleness.writes : staleness.milliseconds;
  if (!(amount >= 0)) throw new RangeError(`staleReads must return a staleness of zero or more, not ${amount}`);
  return versions.earlier(table, staleness, context.runtime.monotonic());
}
