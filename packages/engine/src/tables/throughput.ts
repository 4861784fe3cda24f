import type { ProvisionedThroughput } from '@holdfast/wire';

/** The units a second of a table or an index, and when they last changed, in milliseconds since 1970. */
export interface Throughput extends ProvisionedThroughput {
  readonly increasedAt?: number;
  readonly decreasedAt?: number;
  /** How often they were lowered on the day (UTC) of `decreasedAt`. */
  readonly decreases: number;
}

export function initialThroughput({ ReadCapacityUnits, WriteCapacityUnits }: ProvisionedThroughput): Throughput {
  return { ReadCapacityUnits, WriteCapacityUnits, decreases: 0 };
}

/** What becomes of a throughput whose units change at `now`. */
export function changedThroughput(before: Throughput, units: ProvisionedThroughput, now: number): Throughput {
  const { ReadCapacityUnits, WriteCapacityUnits } = units;
  const changes = [ReadCapacityUnits - before.ReadCapacityUnits, WriteCapacityUnits - before.WriteCapacityUnits];
  const decreased = changes.some((change) => change < 0);
  return {
    ...before,
    ReadCapacityUnits,
    WriteCapacityUnits,
    ...(changes.some((change) => change > 0) ? { increasedAt: now } : {}),
    ...(decreased ? { decreasedAt: now } : {}),
    decreases: decreasesOn(before, now) + (decreased ? 1 : 0),
  };
}

const day = 24 * 60 * 60 * 1000;

/** How often the units were lowered on the day of `now`. */
export function decreasesOn({ decreasedAt, decreases }: Throughput, now: number): number {
  return decreasedAt !== undefined && Math.floor(decreasedAt / day) === Math.floor(now / day) ? decreases : 0;
}
