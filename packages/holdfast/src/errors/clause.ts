/** A part of a condition that did not hold. */
export interface Clause {
  /** The part as text, with names and values in place: `scoreAt < "2026-05-01T18:00:00.000Z"`. */
  readonly text: string;
  /** The attribute that it looked at, such as `venue.city`. */
  readonly path: string;
  /** What was stored there, decoded; `undefined` where nothing was. */
  readonly saw: unknown;
}
