import { type CancellationReason, ServiceError } from '@holdfast/wire';
import type { Table } from '../tables/table.js';
import type { TableCatalog } from '../tables/table-catalog.js';
import { isEmptyKey } from '../validation/check-key.js';
import { transactionCancelled, validationError } from '../validation/service-errors.js';

/** The most items that one transaction reads or writes. */
export const mostItems = 100;
/** The most bytes of items that one transaction reads or writes. */
export const maximumTransactionSize = 4 * 1024 * 1024;

/** Where the item of one action lies. */
export interface ItemLocation {
  readonly table: Table;
  readonly key: string;
}

/**
 * Finds the items that a transaction is about.
 *
 * @param locate the storage key of one action, or a ServiceError where its key does not fit the table
 * @throws ServiceError ResourceNotFoundException; TransactionCanceledException where keys do not fit their tables;
 *   ValidationException where two actions mean one item
 */
export function locateItems<Action extends { readonly tableName: string }>(
  tables: TableCatalog,
  actions: readonly Action[],
  locate: (table: Table, action: Action) => string,
): readonly ItemLocation[] {
  const tableOf = actions.map((action) => tables.forItems(action.tableName));
  const locations: ItemLocation[] = [];
  const reasons = actions.map((action, index): CancellationReason => {
    const table = tableOf[index] as Table;
    return reasonOf(() => locations.push({ table, key: locate(table, action) }));
  });
  cancelUnlessFree(reasons);
  const seen = new Set(locations.map(({ table, key }) => `${table.definition.name}/${key}`));
  if (seen.size < locations.length) {
    throw validationError('Transaction request cannot include multiple operations on one item');
  }
  return locations;
}

/** What a step says about its action: nothing, or what a ValidationException in it said. */
export function reasonOf(step: () => unknown): CancellationReason {
  try {
    step();
    return { Code: 'None' };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.name !== 'ValidationException' || isEmptyKey(error)) throw error;
    return { Code: 'ValidationError', Message: error.message };
  }
}

/** @throws ServiceError TransactionCanceledException if any action is at fault */
export function cancelUnlessFree(reasons: readonly CancellationReason[]): void {
  if (reasons.some((reason) => reason.Code !== 'None')) throw transactionCancelled(reasons);
}

/** @throws ServiceError ValidationException over 4 MB */
export function checkTransactionSize(bytes: number): void {
  if (bytes <= maximumTransactionSize) return;
  throw validationError(
    `The aggregate size of the items in the transaction cannot exceed ${maximumTransactionSize} bytes: they have ${bytes}`,
  );
}
