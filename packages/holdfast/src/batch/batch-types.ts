import type { SendOptions } from '../kernel/deliver.js';
import type { Explainable } from '../operations/explanation.js';
import type { Gets, ItemsOf } from '../operations/reads.js';
import type { Unsent } from '../operations/unsent.js';

/** The labels of a batch; of a list, the positions. */
export type BatchLabel<B> = B extends readonly unknown[] ? number : keyof B & string;

/** Every item was read, or is known to be missing. */
export interface BatchRead<G extends Gets> {
  readonly complete: true;
  readonly items: ItemsOf<G>;
}
/** Some items were not read: whether they exist is not known. */
export interface BatchPartlyRead<G extends Gets> {
  readonly complete: false;
  /** What was read; `undefined` where there is no item, and where it was not read. */
  readonly items: ItemsOf<G>;
  /** What was not read. */
  readonly unprocessed: readonly BatchLabel<G>[];
  /** Why: a `HoldfastError`, or the reason of an abort. */
  readonly error: unknown;
}
/** Reads of single items that travel together. Made by `batchGet`. */
export interface BatchGet<G extends Gets> extends Unsent, Explainable<'BatchGetItem'> {
  /**
   * @returns what was read
   * @throws BatchIncompleteError where some items were not read, and others were
   * @throws HoldfastError where none was read
   */
  send(options?: SendOptions): Promise<ItemsOf<G>>;
  /** As {@link send}, but what was not read is part of the answer. */
  trySend(options?: SendOptions): Promise<BatchRead<G> | BatchPartlyRead<G>>;
}

/** A write that can go into a batch: a put or delete without a condition, of an entity without version and owner. */
export interface BatchableWrite {
  readonly '~batch': 'batch';
}
/** Writes by label, or in a list. */
export interface LabelledBatchWrites {
  readonly [label: string]: BatchableWrite;
}
export type BatchWrites = LabelledBatchWrites | readonly BatchableWrite[];

/** Every write was made. */
export interface BatchWritten {
  readonly complete: true;
}
/** Not every write was made, or not every write is known to have been. */
export interface BatchPartlyWritten<W extends BatchWrites> {
  readonly complete: false;
  readonly written: readonly BatchLabel<W>[];
  /** Certainly not made. */
  readonly unprocessed: readonly BatchLabel<W>[];
  /** Without an answer: each may have been made, or may still be. Sending it again answers it. */
  readonly inDoubt: readonly BatchLabel<W>[];
  /** Why: a `HoldfastError`, or the reason of an abort. */
  readonly error: unknown;
}
/** Writes that travel together, and are made each by itself. Made by `batchWrite`. */
export interface BatchWrite<W extends BatchWrites> extends Unsent, Explainable<'BatchWriteItem'> {
  /**
   * @throws BatchIncompleteError where some writes were not made, or are in doubt
   * @throws HoldfastError where certainly none was made
   */
  send(options?: SendOptions): Promise<void>;
  /** As {@link send}, but what was not written is part of the answer. */
  trySend(options?: SendOptions): Promise<BatchWritten | BatchPartlyWritten<W>>;
}
