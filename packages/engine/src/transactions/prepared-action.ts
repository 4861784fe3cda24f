import type { StoredItem } from '../tables/table.js';
import type { ActionKind } from './transaction-action.js';

/** What one action of a prepared transaction will do. It names its table, which a restored state may hold another copy of. */
export interface PreparedAction {
  readonly kind: ActionKind;
  readonly tableName: string;
  readonly tableId: string;
  /** The storage key of its item. */
  readonly key: string;
  readonly before: StoredItem | undefined;
  /** The item once the transaction is committed. */
  readonly after: StoredItem | undefined;
}
