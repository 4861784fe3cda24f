import type { StoredItem } from './stored-item.js';

/** What a write of an item means for one index. It names table and index, which a restored state may hold other copies of. */
export interface IndexUpdate {
  readonly tableName: string;
  readonly indexName: string;
  /** The item's storage key in its table. */
  readonly key: string;
  readonly before: StoredItem | undefined;
  readonly after: StoredItem | undefined;
}

/** Carries an update out on the index that it names, if that is still there. */
export type ApplyIndexUpdate = (update: IndexUpdate) => void;
