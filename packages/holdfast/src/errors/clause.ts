/** An attribute, and what was stored there. */
export interface Seen {
  /** The attribute by its name in the program, such as `venue.city`. */
  readonly path: string;
  /** What was stored there, decoded; `undefined` where nothing was. */
  readonly saw: unknown;
}

/**
 * A part of a condition that did not hold. Where the backend does not bring the stored item along, each part is listed, `seen`
 * is empty, and which of them failed is not known.
 */
export interface Clause extends Seen {
  /** The part as text, with names and values in place: `scoreAt < "2026-05-01T18:00:00.000Z"`. */
  readonly text: string;
  /** All attributes that it looked at; `path` and `saw` are of the first one. */
  readonly seen: readonly Seen[];
  /**
   * Where the part joins comparisons by `or` and `not`, those that made it fail; a negated one that held begins with `NOT`.
   * Empty where the part is one comparison.
   */
  readonly parts: readonly Clause[];
}
