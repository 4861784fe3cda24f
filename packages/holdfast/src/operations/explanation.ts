import type { PlannedRequest } from '../kernel/plan.js';
import type { Bounds } from '../kernel/units.js';

export type { Bounds } from '../kernel/units.js';

/** A request as it would go out, with what it weighs. */
export interface ExplainedRequest {
  readonly operation: PlannedRequest['operation'];
  /** What the backend would be given, with placeholders for names and values. */
  readonly input: PlannedRequest['input'];
  readonly sizes: {
    /** The bytes of each item that is written, as billing counts them; an item is at most 400 KB. */
    readonly items: readonly Bounds[];
    /** The bytes of each expression, by its parameter, the longest of several; an expression is at most 4 KB. */
    readonly expressions: Readonly<Record<string, number>>;
  };
}

/**
 * What an operation would send, and what that costs, in capacity units. Where bounds coincide, the cost is exact; where
 * they differ, the stored item decides. Attempts that are repeated cost again.
 *
 * Write ids and tokens that each send draws anew stand as `00000000-0000-0000-0000-000000000000`.
 */
export interface Explanation {
  /** One, or several of a large batch. What is read page by page shows its first page. */
  readonly requests: readonly ExplainedRequest[];
  /**
   * With the entries that change in the indexes of the entities; those of indexes that no entity declares come on top.
   *
   * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html
   */
  readonly writeUnits: Bounds;
  readonly readUnits: Bounds;
  /** The write units where a condition does not hold, which is billed too; `undefined` where there is no condition. */
  readonly refusedWriteUnits: Bounds | undefined;
}

/** An operation that can be looked at before it is sent. */
export interface Explainable<Name extends PlannedRequest['operation']> {
  readonly '~command': Name;
  /**
   * The request that would go out, its sizes and its cost. Sends nothing and draws no ids.
   *
   * @throws ValidationError where sending would refuse the operation
   */
  explain(): Explanation;
}
