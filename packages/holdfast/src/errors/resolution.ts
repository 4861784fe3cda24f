/**
 * What became of a write that was in doubt.
 *
 * - `applied`: it took place; what is stored proves it.
 * - `not applied`: it did not, and never will.
 * - `unknown`: nothing proves either. `mayStillHappen` says whether it may even take place later, as a request does that was
 *   delayed on its way; `reason` says why nothing is known.
 */
export type Resolution =
  | { readonly outcome: 'applied' | 'not applied' }
  | { readonly outcome: 'unknown'; readonly mayStillHappen: boolean; readonly reason: string };

export interface ResolveOptions {
  /**
   * Writes a barrier: raises the version that the write expects to find, so that it can never take place any more unless it
   * has already. Costs a write, and makes whoever has read the item read it again. Without it, nothing is written.
   */
  readonly barrier?: boolean | undefined;
  /** Stops waiting. */
  readonly signal?: AbortSignal | undefined;
  /** When to stop waiting: a `Date`, or milliseconds since 1970-01-01T00:00:00Z. */
  readonly deadline?: Date | number | undefined;
}

/** What an error in doubt knows of its write. */
export interface Doubt {
  /** The transaction's token. */
  readonly token?: string;
  resolve(options: ResolveOptions): Promise<Resolution>;
}
