import type { KeySchema, StreamViewType } from '@holdfast/wire';
import { BTreeStore } from '../storage/btree-store.js';
import type { OrderedStore } from '../storage/ordered-store.js';
import { changeOf, type ItemChange, type ItemWrite } from './item-change.js';
import { positionOf, sequenceNumber } from './sequence-number.js';

/** How long records, and closed shards and disabled streams with them, can be read: 24 hours, in milliseconds. */
export const retention = 24 * 60 * 60 * 1000;
/** How long a shard takes records before the next one follows, in milliseconds; about what the service's live. */
export const shardLifetime = 4 * 60 * 60 * 1000;

/** What a stream takes over from its table. */
export interface StreamOrigin {
  readonly tableName: string;
  readonly tableArn: string;
  readonly keySchema: KeySchema;
}

export interface StreamSettings {
  readonly origin: StreamOrigin;
  readonly viewType: StreamViewType;
  /** Milliseconds since 1970, unique among the streams of tables of this name; they make up the label. */
  readonly labelTime: number;
  /** Milliseconds since 1970. */
  readonly enabledAt: number;
}

/** A part of a stream, one after another. Opening and closing take up a position each, so that no range is empty. */
export interface StreamShard {
  readonly id: string;
  readonly parentId: string | undefined;
  /** Milliseconds since 1970. */
  readonly openedAt: number;
  readonly first: number;
  readonly end: { readonly last: number; readonly closedAt: number } | undefined;
}

export interface StreamEntry {
  readonly position: number;
  readonly change: ItemChange;
}

/**
 * The changes of a table's items, in the order of the writes, by position: whole numbers that only grow. Whatever takes `now`
 * first lets time do its work: shards follow one another at fixed times, whoever looks and when, and what is past its
 * retention is forgotten.
 */
export class ItemStream {
  readonly settings: StreamSettings;
  readonly arn: string;
  readonly label: string;
  readonly #keyNames: readonly string[];
  readonly #entries: OrderedStore<ItemChange>;
  #shards: readonly StreamShard[];
  #lastPosition: number;
  #lastTrimmed: number;
  #disabledAt: number | undefined;

  private constructor(settings: StreamSettings, from?: ItemStream) {
    this.settings = settings;
    this.label = new Date(settings.labelTime).toISOString().slice(0, -1);
    this.arn = `${settings.origin.tableArn}/stream/${this.label}`;
    this.#keyNames = settings.origin.keySchema.map((element) => element.AttributeName);
    this.#entries = from === undefined ? BTreeStore.empty() : from.#entries.clone();
    this.#shards = from === undefined ? [] : from.#shards;
    this.#lastPosition = from === undefined ? 0 : from.#lastPosition;
    this.#lastTrimmed = from === undefined ? 0 : from.#lastTrimmed;
    this.#disabledAt = from === undefined ? undefined : from.#disabledAt;
  }

  static enable(settings: StreamSettings): ItemStream {
    const stream = new ItemStream(settings);
    stream.#openShard(settings.enabledAt);
    return stream;
  }

  get isEnabled(): boolean {
    return this.#disabledAt === undefined;
  }

  /** The position of the last record, or of whatever else took one up. */
  get lastPosition(): number {
    return this.#lastPosition;
  }

  /** The position of the last record that is past its retention. */
  get lastTrimmed(): number {
    return this.#lastTrimmed;
  }

  /** Whether nothing of a disabled stream can be read any more. */
  isGone(now: number): boolean {
    return this.#disabledAt !== undefined && now - this.#disabledAt >= retention;
  }

  /** Adds a record, unless the write changed nothing. */
  record(write: ItemWrite): void {
    const change = changeOf(write, this.#keyNames, this.settings.viewType);
    if (change === undefined) return;
    this.#advance(write.at);
    this.#entries.set(sequenceNumber(this.#nextPosition()), change);
  }

  /** Closes the stream; what it holds can be read for 24 hours more. */
  disable(now: number): void {
    this.#closeShard(now);
    this.#disabledAt = now;
  }

  /** The oldest first. */
  shards(now: number): readonly StreamShard[] {
    this.#advance(now);
    this.#trim(now);
    return this.#shards;
  }

  /** The entries of `shard` from a position on, in order. */
  *entriesFrom(shard: StreamShard, position: number): IterableIterator<StreamEntry> {
    const from = Math.max(position, shard.first);
    const range = {
      from: sequenceNumber(from),
      ...(shard.end === undefined ? {} : { to: sequenceNumber(shard.end.last) }),
    };
    for (const [number, change] of this.#entries.range(range, 'forward')) {
      yield { position: positionOf(number) ?? 0, change };
    }
  }

  /** An independent copy that costs in proportion to what changes in either of them later. */
  clone(): ItemStream {
    return new ItemStream(this.settings, this);
  }

  #advance(now: number): void {
    const open = this.#shards.at(-1);
    if (open === undefined || open.end !== undefined || now - open.openedAt < shardLifetime) return;
    const passed = Math.floor((now - open.openedAt) / shardLifetime);
    this.#closeShard(open.openedAt + shardLifetime);
    // Shards that have opened and closed since then, and that nobody could read any more, are left out.
    for (let lifetime = Math.max(1, passed - retention / shardLifetime); lifetime <= passed; lifetime += 1) {
      const time = open.openedAt + lifetime * shardLifetime;
      if (this.#shards.at(-1)?.end === undefined) this.#closeShard(time);
      this.#openShard(time);
    }
    this.#trim(now);
  }

  #openShard(now: number): void {
    const first = this.#nextPosition();
    const openedAt = Math.floor(now);
    const suffix = first.toString(16).padStart(8, '0');
    const shard: StreamShard = {
      id: `shardId-${String(Math.max(0, openedAt)).padStart(20, '0')}-${suffix}`,
      parentId: this.#shards.at(-1)?.id,
      openedAt,
      first,
      end: undefined,
    };
    this.#shards = [...this.#shards, shard];
  }

  #closeShard(now: number): void {
    const last = this.#nextPosition();
    this.#shards = this.#shards.map((shard) =>
      shard.end === undefined ? { ...shard, end: { last, closedAt: now } } : shard,
    );
  }

  #trim(now: number): void {
    const old: string[] = [];
    for (const [number, change] of this.#entries.range({}, 'forward')) {
      if (now - change.at < retention) break;
      old.push(number);
    }
    for (const number of old) this.#entries.delete(number);
    this.#lastTrimmed = Math.max(this.#lastTrimmed, positionOf(old.at(-1) ?? '') ?? 0);
    const isReadable = ({ end }: StreamShard) => end === undefined || now - end.closedAt < retention;
    if (!this.#shards.every(isReadable)) this.#shards = this.#shards.filter(isReadable);
  }

  #nextPosition(): number {
    this.#lastPosition += 1;
    return this.#lastPosition;
  }
}
