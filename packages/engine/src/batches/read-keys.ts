import {
  type AttributeMap,
  type KeysAndAttributes,
  type Projection,
  readCapacityUnits,
  type ServiceError,
} from '@holdfast/wire';
import { replicaFor, type StaleReadContext } from '../conditions/stale-reads.js';
import { refusalOf, settle, type ThrottlingContext, type Usage } from '../conditions/throttling.js';
import { partBatch } from '../conditions/unprocessed-entries.js';
import { readItem } from '../items/read-item.js';
import type { StoredItem, Table } from '../tables/table.js';
import { maximumBatchSize } from './batch-limits.js';

/** What a batch reads of one table. */
export interface TableRead {
  readonly tableName: string;
  readonly table: Table;
  /** The storage keys. */
  readonly keys: readonly string[];
  readonly projection: Projection | undefined;
  readonly request: KeysAndAttributes;
}

/** What has been read of one table. */
export interface TableAnswer {
  readonly read: TableRead;
  readonly items: readonly AttributeMap[];
  readonly units: number;
  /** The positions of the keys that have not been processed. */
  readonly unprocessed: readonly number[];
}

type ReadContext = StaleReadContext & ThrottlingContext;

/**
 * Reads the keys of a batch in order, until one more item would not fit. A key whose throughput is used up stays unprocessed by
 * itself. Projections do not change what fits, nor what it costs.
 *
 * @throws ServiceError ProvisionedThroughputExceededException or, on demand, ThrottlingException where no key can be processed
 *   and capacity is why
 */
export function readKeys(context: ReadContext, reads: readonly TableRead[]): readonly TableAnswer[] {
  const entries = reads.flatMap(({ keys }) => keys);
  const reader = new BatchReader(context, partBatch(context.conditions, 'BatchGetItem', entries).processed.length);
  const answers = reads.map((read) => reader.answer(read));
  const isNoneProcessed = answers.every(({ read, unprocessed }) => unprocessed.length === read.keys.length);
  if (isNoneProcessed && reader.refusal !== undefined) throw reader.refusal;
  return answers;
}

class BatchReader {
  readonly #context: ReadContext;
  /** How many keys may be processed yet. */
  #keysLeft: number;
  #bytesLeft = maximumBatchSize;
  /** Why a key could not be processed, where capacity was why. */
  refusal: ServiceError | undefined;

  constructor(context: ReadContext, keysLeft: number) {
    this.#context = context;
    this.#keysLeft = keysLeft;
  }

  answer(read: TableRead): TableAnswer {
    const items: AttributeMap[] = [];
    const unprocessed: number[] = [];
    let units = 0;
    for (const position of read.keys.keys()) {
      const found = this.#read(read, position);
      if (found === undefined) {
        unprocessed.push(position);
        continue;
      }
      units += found.units;
      if (found.stored !== undefined) items.push(readItem(found.stored, read.projection));
    }
    return { read, items, units, unprocessed };
  }

  #read({ table, keys, request }: TableRead, position: number): Found | undefined {
    this.#keysLeft -= 1;
    if (this.#keysLeft < 0 || this.#bytesLeft === 0) return undefined;
    const key = keys[position] ?? '';
    const consistent = request.ConsistentRead;
    const stored = replicaFor(this.#context, table, {
      operation: 'BatchGetItem',
      consistent,
      ...(request.Keys[position] === undefined ? {} : { key: request.Keys[position] }),
    }).get(key);
    const size = stored?.size ?? 0;
    if (size > this.#bytesLeft) {
      this.#bytesLeft = 0;
      return undefined;
    }
    const units = readCapacityUnits(size, consistent ? 'strong' : 'eventual');
    if (!this.#admit(table, { kind: 'read', units, key })) return undefined;
    this.#bytesLeft -= size;
    return { stored, units };
  }

  #admit(table: Table, usage: Usage): boolean {
    if (!this.#context.conditions.throttling) return true;
    const refusal = refusalOf(this.#context, table, usage);
    if (refusal === undefined) settle(this.#context, table, usage);
    this.refusal ??= refusal;
    return refusal === undefined;
  }
}

interface Found {
  readonly stored: StoredItem | undefined;
  readonly units: number;
}
