import type { Writer } from '../streams/item-change.js';
import type { ApplyIndexUpdate, IndexUpdate } from './index-update.js';

/** What a table is told of a write besides the item. */
export interface WriteTerms {
  /** The time of the change in the table's stream, in milliseconds since 1970. */
  readonly now: number;
  /** Who writes; `client` by default. */
  readonly by?: Writer;
  /** Takes the updates of global indexes on their way. By default they arrive at once. */
  readonly propagate?: ((update: IndexUpdate, apply: ApplyIndexUpdate) => void) | undefined;
}
