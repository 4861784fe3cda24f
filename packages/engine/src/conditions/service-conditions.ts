import type { AttributeMap } from '@holdfast/wire';

/**
 * In which state the service is met. Each condition is off where it is absent, and then the engine answers as a service that
 * has capacity to spare, whose replicas are up to date and that finishes all it begins.
 *
 * Nothing here is left to chance: what the service leaves open is asked of a function, so that whoever sets the conditions
 * decides, and can decide the same again. The functions must not call the engine; one that throws makes the request throw the
 * same, and nothing is written.
 */
export interface ServiceConditions {
  /** Refuses what is beyond the throughput of a partition or of a provisioned table; `true` for the service's own rates. */
  readonly throttling?: boolean | ThrottlingRates;
  /**
   * How far behind the replica is that answers an eventually consistent read; `undefined` for one that is up to date. It is
   * asked at each such read, and writes are remembered only while it is set.
   */
  readonly staleReads?: (read: EventualRead) => Staleness | undefined;
  /**
   * Whether an earlier request with the same client token is still under way, so that this TransactWriteItems is answered with
   * TransactionInProgressException and does nothing. Asked where no request with the token is known.
   */
  readonly transactionInProgress?: (request: { readonly token: string }) => boolean;
  /**
   * Whether a write reaches a global secondary index late: only when `engine.applyIndexUpdates()` lets it. The updates of one
   * item arrive in the order of its writes, so one that is not late still waits behind one that is. It is asked for
   * all that a request writes, before it writes.
   */
  readonly lateIndexUpdates?: (write: IndexWrite) => boolean;
  /** How many entries of a batch, counted from its end, stay unprocessed. */
  readonly unprocessedEntries?: (batch: BatchRequest) => number;
}

/** Capacity units a second, and for how many seconds unused ones may be saved up. */
export interface ThrottlingRates {
  /** Of one partition; 3,000 by default. */
  readonly partitionReadUnits?: number;
  /** Of one partition; 1,000 by default. */
  readonly partitionWriteUnits?: number;
  /** Of one partition, in seconds; 1 by default. */
  readonly partitionBurst?: number;
  /** Of a provisioned table, in seconds; 300 by default. */
  readonly tableBurst?: number;
}

/** A read that a replica may answer which is behind. */
export interface EventualRead {
  readonly operation: 'BatchGetItem' | 'GetItem' | 'Query' | 'Scan';
  readonly tableName: string;
  readonly indexName?: string;
  /** The key of a read of one item. */
  readonly key?: AttributeMap;
  /** How many writes back the table's earlier states are known. */
  readonly knownWrites: number;
}

/**
 * The state to read: as it was so many writes to the table ago, or so long ago. What one request other than a transaction wrote
 * is seen whole or not at all. Beyond what is known, the oldest known state is read.
 */
export type Staleness = { readonly writes: number } | { readonly milliseconds: number };

/** A write of an item on its way to a global secondary index. */
export interface IndexWrite {
  readonly tableName: string;
  readonly indexName: string;
  /** The key of the item. */
  readonly key: AttributeMap;
}

export interface BatchRequest {
  readonly operation: 'BatchGetItem' | 'BatchWriteItem';
  /** How many entries the batch has, over all its tables. */
  readonly entries: number;
}
