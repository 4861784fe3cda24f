/**
 * How a step touches a resource. Two steps are dependent, and so tried in both orders, where they touch one resource in modes
 * that do not commute.
 *
 * - `read` commutes with `read` only.
 * - `write` commutes with nothing.
 * - `join` commutes with `join`: what puts members into a range, or takes them out, differs only to those who read the range.
 */
export type AccessMode = typeof read | typeof write | typeof join;
export const read = 0;
export const write = 1;
export const join = 2;

/** What one step touched: resources by their numbers, each with its mode. */
export type Footprint = readonly number[];

const modes = 4;

/** One number for a resource and a mode. */
export function access(resource: number, mode: AccessMode): number {
  return resource * modes + mode;
}

/** Whether two steps that left these footprints may lead elsewhere in the other order. */
export function conflicts(one: Footprint, other: Footprint): boolean {
  for (const left of one) {
    for (const right of other) {
      const difference = left ^ right;
      // the same resource, and not in one mode that commutes with itself
      if (difference < modes && (difference !== 0 || left % modes === write)) return true;
    }
  }
  return false;
}
