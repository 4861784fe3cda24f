import type { ServiceError } from '@holdfast/wire';
import type { ItemWrite } from '../capacity/write-cost.js';
import { indexRefusalOf, settleIndexWrites } from '../conditions/index-writes.js';
import type { ServiceConditions } from '../conditions/service-conditions.js';
import { RequestThrottle, settle, type ThrottlingContext, type Usage } from '../conditions/throttling.js';
import { partBatch } from '../conditions/unprocessed-entries.js';
import { writeUnits } from '../items/write-units.js';
import type { RunningTransactions } from '../transactions/running-transactions.js';

export interface BatchWriteContext extends ThrottlingContext {
  readonly state: ThrottlingContext['state'] & { readonly transactions: RunningTransactions };
  readonly conditions: ServiceConditions;
}

/**
 * Takes the capacity for the writes of a batch, each by itself. A write stays unprocessed for want of capacity, and while a
 * transaction is ongoing for its item.
 *
 * @throws ServiceError ProvisionedThroughputExceededException or, on demand, ThrottlingException where no write can be carried
 *   out and capacity is why
 */
export function admitWrites<Write extends ItemWrite>(
  context: BatchWriteContext,
  writes: readonly Write[],
): { readonly processed: readonly Write[]; readonly unprocessed: readonly Write[] } {
  const { processed: asked, unprocessed } = partBatch(context.conditions, 'BatchWriteItem', writes);
  const processed: Write[] = [];
  const putOff: Write[] = [];
  let refusal: ServiceError | undefined;
  for (const write of asked) {
    if (context.state.transactions.holds(write.table, write.key)) {
      putOff.push(write);
      continue;
    }
    const refused = admitWrite(context, write);
    refusal ??= refused;
    (refused === undefined ? processed : putOff).push(write);
  }
  if (processed.length === 0 && refusal !== undefined) throw refusal;
  return { processed, unprocessed: [...putOff, ...unprocessed] };
}

/** Takes the capacity for one write, or tells why it is not there. */
function admitWrite(context: ThrottlingContext, write: ItemWrite): ServiceError | undefined {
  if (!context.conditions.throttling) return undefined;
  const { table, key, before, after } = write;
  const usage: Usage = { kind: 'write', units: writeUnits(before, after, 'standard'), key };
  const throttle = new RequestThrottle(context);
  const refusal = throttle.refusalOf(table, usage) ?? indexRefusalOf(context, write, 'standard', throttle);
  if (refusal !== undefined) return refusal;
  settle(context, table, usage);
  settleIndexWrites(context, write, 'standard');
  return undefined;
}
