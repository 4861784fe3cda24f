import { type CancellationReason, ServiceError } from '@holdfast/wire';
import type { Table } from '../tables/table.js';
import type { RunningTransactions } from './running-transactions.js';

const ongoing = 'Transaction is ongoing for the item';

/**
 * For a write of one item outside of a transaction.
 *
 * @throws ServiceError TransactionConflictException while a transaction is ongoing for the item
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html#transaction-conflict-handling
 */
export function refuseConflict(transactions: RunningTransactions, table: Table, key: string): void {
  if (transactions.holds(table, key)) throw new ServiceError('TransactionConflictException', ongoing);
}

/** For an action of a transaction, reading or writing: why it is cancelled, if another one is ongoing for the item. */
export function conflictOf(
  transactions: RunningTransactions,
  table: Table,
  key: string,
): CancellationReason | undefined {
  return transactions.holds(table, key) ? { Code: 'TransactionConflict', Message: ongoing } : undefined;
}
