/**
 * How often each fault may strike in one schedule; none unless given. The explorer tries every place where it can strike.
 *
 * - `lostRequest`: never carried out; the client sees its connection reset.
 * - `lostAnswer`: carried out; the client sees its connection reset.
 * - `lateRequest` (writes): the client gives up first; the request is carried out at any later time.
 * - `duplicateRequest` (writes): carried out, and once more at any later time.
 * - `throttle`: refused with ProvisionedThroughputExceededException.
 * - `transactionConflict` (writes): refused as if a transaction were under way on the item.
 * - `transactionInProgress`: a transaction with a token is refused as if an earlier request with the token were under way.
 * - `unprocessedEntry`: the last entry of a batch stays unprocessed.
 * - `crash`: a client dies between two of its calls, or while one is out.
 * - `pause`: a client stands still for some time, its timers and its monotonic clock with it.
 * - `staleRead`: an eventually consistent read is answered by a replica that is behind.
 * - `lateIndex`: a write reaches the secondary indexes at any later time.
 * - `expiry`: items whose time to live has come are deleted.
 * - `repeatedMessage`: a queue or a stream hands out once more what it has handed out.
 */
export const faults = [
  'lostRequest',
  'lostAnswer',
  'lateRequest',
  'duplicateRequest',
  'throttle',
  'transactionConflict',
  'transactionInProgress',
  'unprocessedEntry',
  'crash',
  'pause',
  'staleRead',
  'lateIndex',
  'expiry',
  'repeatedMessage',
] as const;

export type FaultName = (typeof faults)[number];
export type FaultBudget = { readonly [Name in FaultName]?: number };

/** @throws RangeError where there is no such fault, or its number is none */
export function checkFaults(budget: FaultBudget): void {
  for (const [name, times] of Object.entries(budget)) {
    if (!faults.includes(name as FaultName)) {
      throw new RangeError(`There is no fault named ${name}; there are ${faults.join(', ')}`);
    }
    if (times !== undefined && !(Number.isSafeInteger(times) && times >= 0)) {
      throw new RangeError(`A budget says how often ${name} may strike, a whole number from 0; got ${times}`);
    }
  }
}
