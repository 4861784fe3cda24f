import type { CancellationReason, ServiceError } from '@holdfast/wire';
import type { ItemWrite } from '../capacity/write-cost.js';
import { indexRefusalOf } from '../conditions/index-writes.js';
import { RequestThrottle, settle, type ThrottlingContext, type Usage } from '../conditions/throttling.js';
import { cancelUnlessFree, type ItemLocation } from './locate-items.js';

/**
 * Why a transaction's action is cancelled, if its item's throughput is used up.
 *
 * @param throttle of the transaction
 */
export function throttledReason(
  throttle: RequestThrottle,
  kind: Usage['kind'],
  { table, key }: ItemLocation,
  units: number,
): CancellationReason | undefined {
  const refusal = throttle.refusalOf(table, { kind, units, key });
  return refusal && reasonFor(refusal);
}

/** Why a transaction's write is cancelled, if the throughput of a global index that it reaches is used up. */
export function throttledIndexReason(
  context: ThrottlingContext,
  throttle: RequestThrottle,
  write: ItemWrite,
): CancellationReason | undefined {
  const refusal = indexRefusalOf(context, write, 'transactional', throttle);
  return refusal && reasonFor(refusal);
}

function reasonFor({ name, message }: ServiceError): CancellationReason {
  const provisioned = name === 'ProvisionedThroughputExceededException';
  return { Code: provisioned ? 'ProvisionedThroughputExceeded' : 'ThrottlingError', Message: message };
}

/** Takes the capacity for every action of a transaction. */
export function settleTransaction(
  context: ThrottlingContext,
  kind: Usage['kind'],
  locations: readonly ItemLocation[],
  unitsOf: (index: number) => number,
): void {
  if (!context.conditions.throttling) return;
  locations.forEach(({ table, key }, index) => {
    settle(context, table, { kind, units: unitsOf(index), key });
  });
}

/**
 * Takes the capacity for every action of a transaction, or for none.
 *
 * @throws ServiceError TransactionCanceledException where the throughput of an item is used up
 */
export function admitTransaction(
  context: ThrottlingContext,
  kind: Usage['kind'],
  locations: readonly ItemLocation[],
  unitsOf: (index: number) => number,
): void {
  if (!context.conditions.throttling) return;
  const throttle = new RequestThrottle(context);
  cancelUnlessFree(
    locations.map((location, index) => throttledReason(throttle, kind, location, unitsOf(index)) ?? { Code: 'None' }),
  );
  settleTransaction(context, kind, locations, unitsOf);
}
