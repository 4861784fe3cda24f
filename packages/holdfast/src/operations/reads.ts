import type { AnyEntity, Infer, SortKey } from '../entity/entity.js';
import type { SendOptions } from '../kernel/deliver.js';
import type { Unsent } from './unsent.js';

/** A read of one item, as `batchGet` and `transactGet` take it. */
export interface AnyGet {
  readonly '~item': unknown;
}
/** Reads one item by its key. */
export interface Get<T> extends AnyGet, Unsent {
  readonly '~item': T;
  /** Sees every write that was answered before. Costs twice the capacity. */
  consistent(): this;
  /** Fetches some attributes only, which saves transfer; the capacity is that of the whole item. */
  select<K extends keyof T & string>(...attributes: readonly K[]): Get<Pick<T, K>>;
  /**
   * Takes an item whose time to live has come for a missing one: the service deletes it up to days later.
   *
   * @throws ValidationError where the entity declares no `a.timeToLive()`
   */
  excludeExpired(): this;
  /** @returns the item, or `undefined` where there is none */
  send(options?: SendOptions): Promise<T | undefined>;
  /** @throws ItemNotFoundError where there is none */
  orThrow(options?: SendOptions): Promise<T>;
}
/** Reads by label, or in a list. */
export interface LabelledGets {
  readonly [label: string]: AnyGet;
}
export type Gets = LabelledGets | readonly AnyGet[];
/** What was read, under the labels of the reads or in their order; `undefined` where there is no item. */
export type ItemsOf<G extends Gets> = {
  -readonly [K in keyof G]: G[K] extends { readonly '~item': infer T } ? T | undefined : never;
};

/** Reads one item, consistently, unless the failure of the run before has brought it along. */
export interface Latest<T> extends Unsent {
  /** @returns the item, or `undefined` where there is none */
  send(options?: SendOptions): Promise<T | undefined>;
  /** @throws ItemNotFoundError where there is none */
  orThrow(options?: SendOptions): Promise<T>;
}

export interface Page<T> {
  readonly items: readonly T[];
  /** Where the next page starts, as text that can stand in a URL; `undefined` on the last page. */
  readonly cursor: string | undefined;
}
export interface PageOptions extends SendOptions {
  /** The cursor of the page before. */
  readonly after?: string | undefined;
}
/** Reads many items, page by page as they are asked for. */
export interface Query<T> extends AsyncIterable<T>, Unsent {
  /** Sees every write that was answered before. Costs twice the capacity. */
  consistent(): this;
  descending(): this;
  /** The most items to give. */
  limit(items: number): this;
  /** The most items to look at in one request; unbounded, a request ends at 1 MB. */
  pageSize(items: number): this;
  /**
   * One request's worth of items. It may be short, or empty before the last page: items of other entities are passed over
   * after they were counted.
   */
  page(options?: PageOptions): Promise<Page<T>>;
  all(options?: SendOptions): Promise<T[]>;
}
/**
 * A query of one entity, whose sort key can be bounded. Bounds are given by the first attributes of the sort key that the
 * query leaves open, and compare as the text of the key does.
 */
export interface SortedQuery<T, S> extends Query<T> {
  between(low: S, high: S): this;
  lt(bound: S): this;
  le(bound: S): this;
  gt(bound: S): this;
  ge(bound: S): this;
}
/** Reads the whole table. */
export interface Scan<T> extends AsyncIterable<T>, Unsent {
  consistent(): this;
  limit(items: number): this;
  pageSize(items: number): this;
  page(options?: PageOptions): Promise<Page<T>>;
  all(options?: SendOptions): Promise<T[]>;
}
/** An item among others of other entities. */
export type Row<E extends AnyEntity> = E extends AnyEntity
  ? { readonly entity: E['name']; readonly item: Infer<E> }
  : never;
export type SortBound<E extends AnyEntity> = SortKey<E>;
