import type { Runtime, ServiceError } from '@holdfast/wire';
import { partitionOfKey } from '../storage/item-key.js';
import type { IndexDefinition } from '../tables/index-definition.js';
import type { Table } from '../tables/table.js';
import type { ServiceConditions, ThrottlingRates } from './service-conditions.js';
import {
  indexThroughputExceeded,
  onDemandThroughputExceeded,
  provisionedThroughputExceeded,
} from './throttling-errors.js';
import type { BucketRate, TokenBuckets } from './token-buckets.js';

export interface ThrottlingContext {
  readonly state: { readonly buckets: TokenBuckets };
  readonly runtime: Runtime;
  readonly conditions: ServiceConditions;
}

/** What a request is about to use up. */
export interface Usage {
  readonly kind: 'read' | 'write';
  readonly units: number;
  /** The storage key of an item in the partition, or the beginning that the partition's keys have; absent for a scan. */
  readonly key?: string | undefined;
  /** The global index that the capacity is of, whose keys {@link key} is one of; the table where there is none. */
  readonly index?: IndexDefinition | undefined;
}

/**
 * Takes the capacity for a request. Each partition key counts as a partition of its own, which is where the service's
 * partitions end up under heat; a scan is held to its table's capacity only.
 *
 * @throws ServiceError ProvisionedThroughputExceededException or, on demand, ThrottlingException; nothing is taken then
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html
 */
export function admit(context: ThrottlingContext, table: Table, usage: Usage): void {
  if (!context.conditions.throttling) return;
  const refusal = refusalOf(context, table, usage);
  if (refusal !== undefined) throw refusal;
  settle(context, table, usage);
}

/** The error with which a request must be refused, if it must. */
export function refusalOf(context: ThrottlingContext, table: Table, usage: Usage): ServiceError | undefined {
  return new RequestThrottle(context).refusalOf(table, usage);
}

/** Holds the parts of one request to what is left for all of them together. It takes nothing. */
export class RequestThrottle {
  readonly #context: ThrottlingContext;
  /** What the parts so far need, by bucket. */
  readonly #needed = new Map<string, number>();

  constructor(context: ThrottlingContext) {
    this.#context = context;
  }

  /** The error with which one more part must be refused, if it must; else it counts from here on. */
  refusalOf(table: Table, usage: Usage): ServiceError | undefined {
    const { state, runtime } = this.#context;
    const now = runtime.monotonic();
    const needs = bucketsFor(this.#context, table, usage).map(({ name, rate }) => {
      return { name, rate, units: (this.#needed.get(name) ?? 0) + usage.units };
    });
    if (needs.every(({ name, rate, units }) => state.buckets.has(name, units, rate, now))) {
      for (const { name, units } of needs) this.#needed.set(name, units);
      return undefined;
    }
    if (table.definition.billingMode !== 'PROVISIONED') return onDemandThroughputExceeded();
    return usage.index === undefined ? provisionedThroughputExceeded() : indexThroughputExceeded();
  }
}

/** Takes capacity that turns out to be needed only once a request has been admitted. */
export function settle(context: ThrottlingContext, table: Table, usage: Usage): void {
  const now = context.runtime.monotonic();
  for (const { name, rate } of bucketsFor(context, table, usage)) {
    context.state.buckets.take(name, usage.units, rate, now);
  }
}

function bucketsFor(
  { conditions: { throttling } }: ThrottlingContext,
  { definition }: Table,
  { kind, key, index }: Usage,
): { readonly name: string; readonly rate: BucketRate }[] {
  if (!throttling) return [];
  const rates: ThrottlingRates = throttling === true ? {} : throttling;
  const of = index === undefined ? `${definition.id}/${kind}/` : `${definition.id}/${kind} ${index.name}/`;
  const buckets: { name: string; rate: BucketRate }[] = [];
  if (definition.billingMode === 'PROVISIONED') {
    const { ReadCapacityUnits, WriteCapacityUnits } = (index ?? definition).provisionedThroughput;
    const unitsPerSecond = kind === 'read' ? ReadCapacityUnits : WriteCapacityUnits;
    buckets.push({ name: of, rate: { unitsPerSecond, burst: rates.tableBurst ?? 300 } });
  }
  if (key !== undefined) {
    const unitsPerSecond = kind === 'read' ? (rates.partitionReadUnits ?? 3000) : (rates.partitionWriteUnits ?? 1000);
    buckets.push({ name: of + partitionOfKey(key), rate: { unitsPerSecond, burst: rates.partitionBurst ?? 1 } });
  }
  return buckets;
}
