import type { BatchRequest, ServiceConditions } from './service-conditions.js';
import { provisionedThroughputExceeded } from './throttling-errors.js';

/**
 * Parts a batch into the entries to carry out and those to hand back as unprocessed.
 *
 * @throws ServiceError ProvisionedThroughputExceededException where none is to be processed, as the service answers then
 * @throws RangeError where the condition does not name a number of entries
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchWriteItem.html
 */
export function partBatch<Entry>(
  conditions: ServiceConditions,
  operation: BatchRequest['operation'],
  entries: readonly Entry[],
): { readonly processed: readonly Entry[]; readonly unprocessed: readonly Entry[] } {
  const asked = conditions.unprocessedEntries?.({ operation, entries: entries.length }) ?? 0;
  if (!Number.isInteger(asked) || asked < 0) {
    throw new RangeError(`unprocessedEntries must return a whole number of entries, not ${asked}`);
  }
  if (asked === 0) return { processed: entries, unprocessed: [] };
  if (asked >= entries.length) throw provisionedThroughputExceeded();
  return { processed: entries.slice(0, -asked), unprocessed: entries.slice(-asked) };
}
