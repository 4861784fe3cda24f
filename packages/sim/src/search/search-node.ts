import type { Footprint } from '../footprint/footprint.js';
import type { Request } from '../world/process.js';
import type { Variant, VariantSet } from '../world/variant.js';

/** A step that has been tried, and need not be again until something happens that it depends on. */
export interface Asleep {
  readonly key: number;
  readonly variant: Variant;
  readonly footprint: Footprint;
}

/** One point of the present schedule: what could be done there, what has been, and what is still to be tried. */
export interface SearchNode {
  /** The processes whose next step could be taken here, and how each could go. */
  readonly keys: readonly number[];
  readonly variants: readonly VariantSet[];
  /** The processes to try here, those that have been included. */
  readonly backtrack: number[];
  readonly tried: number[];
  readonly asleep: Asleep[];
  /** The step of the present schedule. */
  key: number;
  variant: Variant;
  /** The variants of that process that are still to be tried. */
  rest: VariantSet;
  footprint: Footprint;
  causes: readonly number[];
  /** The earlier steps that come before this one in every order of the same schedule. */
  before: Int32Array;
  /** How often a client was interrupted before this step. */
  preemptions: number;
  /** What was asked, to notice where a repeated schedule asks something else. */
  asked: Request | undefined;
}

/** Which variants of a process have been tried here, or elsewhere to the same effect. */
export function asleepAt(node: Pick<SearchNode, 'asleep'>, key: number): VariantSet {
  let set = 0;
  for (const one of node.asleep) if (one.key === key) set |= 1 << one.variant;
  return set;
}
