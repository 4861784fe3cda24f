import { atMostThree } from './at-most-three.js';
import { createOnce } from './create.js';
import { exactlyOnce } from './exactly-once.js';
import type { ExploredPromise } from './explored-promise.js';
import { inDoubtResolution } from './in-doubt-resolution.js';
import { labelledTransactions } from './labelled-transactions.js';
import { latestWinsHolds } from './latest.js';
import { withoutIds, withWriteIds } from './optimistic-locking.js';
import { enoughRuns, retryOnConflict } from './retry-on-conflict.js';

/** All that the library promises and the explorer has tried to break. */
export const promises: readonly ExploredPromise[] = [
  withWriteIds,
  withoutIds,
  createOnce,
  labelledTransactions,
  exactlyOnce,
  inDoubtResolution,
  retryOnConflict,
  enoughRuns,
  atMostThree,
  latestWinsHolds,
];
