import type { AttributeMap } from '@holdfast/wire';
import { BTreeStore } from '../storage/btree-store.js';
import type { Direction, KeyRange, OrderedStore } from '../storage/ordered-store.js';
import type { Writer } from '../streams/item-change.js';
import { TableStreams } from '../streams/table-streams.js';
import type { TableDefinition } from './table-definition.js';
import { TimeToLive } from './time-to-live.js';

/** An item at rest. Nobody changes it: a write replaces it. */
export interface StoredItem {
  readonly item: AttributeMap;
  /** Bytes, as DynamoDB counts them. */
  readonly size: number;
}

/** A table's items by their storage key, with the streams of their changes and their time to live. */
export class Table {
  readonly definition: TableDefinition;
  readonly streams: TableStreams;
  readonly timeToLive: TimeToLive;
  readonly #items: OrderedStore<StoredItem>;
  #sizeInBytes: number;

  private constructor(
    definition: TableDefinition,
    items: OrderedStore<StoredItem>,
    sizeInBytes: number,
    streams: TableStreams,
    timeToLive: TimeToLive,
  ) {
    this.definition = definition;
    this.streams = streams;
    this.timeToLive = timeToLive;
    this.#items = items;
    this.#sizeInBytes = sizeInBytes;
  }

  static empty(definition: TableDefinition): Table {
    const { name, arn, keySchema } = definition;
    const streams = TableStreams.none({ tableName: name, tableArn: arn, keySchema });
    return new Table(definition, BTreeStore.empty(), 0, streams, TimeToLive.disabled());
  }

  get itemCount(): number {
    return this.#items.size;
  }

  get sizeInBytes(): number {
    return this.#sizeInBytes;
  }

  get(key: string): StoredItem | undefined {
    return this.#items.get(key);
  }

  /** @param now the time of the change in the table's stream, in milliseconds since 1970 */
  put(key: string, stored: StoredItem, now: number): void {
    const before = this.#items.get(key);
    this.#sizeInBytes += stored.size - (before?.size ?? 0);
    this.#items.set(key, stored);
    this.#changed(key, before, stored, now, 'client');
  }

  /** @param now the time of the change in the table's stream, in milliseconds since 1970 */
  delete(key: string, now: number, by: Writer = 'client'): void {
    const before = this.#items.get(key);
    if (before === undefined) return;
    this.#sizeInBytes -= before.size;
    this.#items.delete(key);
    this.#changed(key, before, undefined, now, by);
  }

  range(range: KeyRange, direction: Direction): IterableIterator<readonly [string, StoredItem]> {
    return this.#items.range(range, direction);
  }

  /** An independent copy that costs in proportion to what changes in either of them later. */
  clone(): Table {
    return new Table(
      this.definition,
      this.#items.clone(),
      this.#sizeInBytes,
      this.streams.clone(),
      this.timeToLive.clone(),
    );
  }

  #changed(key: string, before: StoredItem | undefined, after: StoredItem | undefined, at: number, by: Writer): void {
    this.streams.record({ before, after, at, by });
    this.timeToLive.update(key, before?.item, after?.item);
  }
}
