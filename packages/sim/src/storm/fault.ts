/** What may befall a request on its way. */
export const faults = [
  'lostRequest',
  'lostAnswer',
  'throttle',
  'lateRequest',
  'duplicateRequest',
  'transactionConflict',
  'cutAnswer',
] as const;
export type Fault = (typeof faults)[number];

/** How likely each fault is, from 0 to 1; together at most 1, since a request meets one fault at most. */
export type FaultRates = { readonly [Name in Fault]?: number };

const ofReads: readonly Fault[] = ['lostRequest', 'lostAnswer', 'throttle', 'cutAnswer'];
const ofWrites: readonly Fault[] = faults;
const withoutConflict = ofWrites.filter((fault) => fault !== 'transactionConflict');

const faultsByOperation: Readonly<Record<string, readonly Fault[]>> = {
  BatchGetItem: ofReads,
  BatchWriteItem: withoutConflict,
  DeleteItem: ofWrites,
  GetItem: ofReads,
  PutItem: ofWrites,
  Query: ofReads,
  Scan: ofReads,
  TransactGetItems: ofReads,
  TransactWriteItems: ofWrites,
  UpdateItem: ofWrites,
};

/** The faults that `operation` can meet; none for what touches no items. */
export function faultsOf(operation: string): readonly Fault[] {
  return Object.hasOwn(faultsByOperation, operation) ? (faultsByOperation[operation] as readonly Fault[]) : [];
}

/** @throws RangeError where a rate is no probability, or they come to more than 1 */
export function checkRates(rates: FaultRates): void {
  let sum = 0;
  for (const [name, rate] of Object.entries(rates)) {
    if (!faults.includes(name as Fault)) {
      throw new RangeError(`There is no fault named ${name}; there are ${faults.join(', ')}`);
    }
    if (rate === undefined) continue;
    if (!(rate >= 0 && rate <= 1)) throw new RangeError(`The rate of ${name} is a number from 0 to 1; got ${rate}`);
    sum += rate;
  }
  // Ten rates of 0.1 come to a little more than 1.
  if (sum > 1 + 1e-9) throw new RangeError(`The rates of all faults come to at most 1; got ${sum}`);
}

/**
 * The fault at `draw`, a number from 0 to 1: each fault owns a stretch as long as its rate. The stretches do not move
 * with the operation; one whose fault the operation cannot meet passes undisturbed.
 */
export function faultAt(draw: number, rates: FaultRates, operation: string): Fault | undefined {
  let end = 0;
  for (const fault of faults) {
    end += rates[fault] ?? 0;
    if (draw < end) return faultsOf(operation).includes(fault) ? fault : undefined;
  }
  return undefined;
}
