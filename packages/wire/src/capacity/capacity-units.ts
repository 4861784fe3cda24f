export type ReadConsistency = 'eventual' | 'strong' | 'transactional';
export type WriteKind = 'standard' | 'transactional';

const readStep = 4096;
const writeStep = 1024;
const unitsPerReadStep = { eventual: 0.5, strong: 1, transactional: 2 } as const;
const unitsPerWriteStep = { standard: 1, transactional: 2 } as const;

/**
 * What reading `bytes` costs: per started 4 KB half a unit, one if the read is strongly consistent, two in a transaction.
 * Reading nothing costs as much as the first step.
 *
 * @throws RangeError if `bytes` is not a whole number of bytes
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html
 */
export function readCapacityUnits(bytes: number, consistency: ReadConsistency): number {
  return startedSteps(bytes, readStep) * unitsPerReadStep[consistency];
}

/**
 * What writing `bytes`, the larger of the item before and after, costs: per started KB one unit, two in a transaction.
 *
 * @throws RangeError if `bytes` is not a whole number of bytes
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html
 */
export function writeCapacityUnits(bytes: number, kind: WriteKind = 'standard'): number {
  return startedSteps(bytes, writeStep) * unitsPerWriteStep[kind];
}

function startedSteps(bytes: number, step: number): number {
  if (!Number.isSafeInteger(bytes) || bytes < 0) {
    throw new RangeError(`A size in bytes is a whole number and not negative; got ${bytes}`);
  }
  return Math.max(1, Math.ceil(bytes / step));
}
