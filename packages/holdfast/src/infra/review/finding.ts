import type { EntityModel } from '../../entity/place-entity.js';
import type { AnyTable } from '../../table/table.js';

export type RuleName =
  | 'constant-partition-key'
  | 'hot-partition-key'
  | 'time-to-live-before-retries-end'
  | 'read-modify-write-without-version'
  | 'unique-by-index'
  | 'growing-set'
  | 'global-table';

/**
 * - `error`: a promise of this library does not hold.
 * - `warning`: it will go wrong under load, or sooner or later.
 * - `notice`: it depends on how the program uses it.
 */
export type Severity = 'error' | 'warning' | 'notice';

export interface Finding {
  readonly rule: RuleName;
  readonly severity: Severity;
  readonly table: string;
  /** `undefined` where it is the table's. */
  readonly entity: string | undefined;
  /** The attribute or the index. */
  readonly of: string | undefined;
  /** What is wrong, and the way out. */
  readonly message: string;
}

/** A finding that is known and right as it is. */
export interface Accepted {
  readonly rule: RuleName;
  /** Of every entity unless given. */
  readonly entity?: string | undefined;
  /** Of every attribute and index unless given. */
  readonly of?: string | undefined;
  readonly reason: string;
}

/** What a rule looks at. */
export interface Reviewed {
  readonly table: AnyTable;
  /** How long a command may still be sent again, in milliseconds. */
  readonly retryHorizon: number;
  /** How long items live, by their entity, in milliseconds. */
  readonly lifetimes: Readonly<Record<string, number>>;
}

/** What a rule finds, of an entity or of the whole table. */
export interface Found {
  readonly entity?: EntityModel;
  readonly of?: string;
  readonly message: string;
}

export interface Rule {
  readonly name: RuleName;
  readonly severity: Severity;
  find(reviewed: Reviewed): readonly Found[];
}

/** A rule that looks at each entity by itself. */
export function eachEntity(
  find: (model: EntityModel, reviewed: Reviewed) => readonly Omit<Found, 'entity'>[],
): Rule['find'] {
  return (reviewed) =>
    reviewed.table['~models'].flatMap((entity) => find(entity, reviewed).map((found) => ({ entity, ...found })));
}
