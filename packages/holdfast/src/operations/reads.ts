import type { AnyEntity, Infer, SortKey } from '../entity/entity.js';
import type { SendOptions } from '../kernel/deliver.js';
import type { ConditionExpression } from '../paths/condition-paths.js';
import type { Explainable } from './explanation.js';
import type { Unsent } from './unsent.js';

/** A read of one item, as `batchGet` and `transactGet` take it. */
export interface AnyGet {
  readonly '~item': unknown;
}
/** Reads one item by its key. */
export interface Get<T> extends AnyGet, Unsent, Explainable<'GetItem'> {
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
  /**
   * Where the next page starts, as text that can stand in a URL; `undefined` on the last page. It belongs to this read, with
   * its key, filter and direction, and is refused by any other; page size, limit and selection may change.
   */
  readonly cursor: string | undefined;
}
export interface PageOptions extends SendOptions {
  /** The cursor of the page before. */
  readonly after?: string | undefined;
}
/** Reads many items, page by page as they are asked for. */
export interface Rows<T> extends AsyncIterable<T>, Unsent {
  /**
   * The most items to give. Those that a filter turns away do not count; without a filter, the first request looks at no
   * more than these.
   */
  limit(items: number): this;
  /** The most items to look at in one request, before any filter; unbounded, a request ends at 1 MB. */
  pageSize(items: number): this;
  /**
   * Passes over items whose time to live has come, by the backend's clock: the service deletes them up to days later.
   *
   * @throws ValidationError where no `a.timeToLive()` is declared
   */
  excludeExpired(): this;
  /**
   * With a {@link limit}, as many items from as many requests as that takes; without one, what a single request gives, which
   * may be short, or empty before the last page: items that a filter turns away, and those of other entities, are passed over
   * after they were looked at.
   *
   * @throws ValidationError where `after` is no cursor of this read, as it may be where a client hands it in
   */
  page(options?: PageOptions): Promise<Page<T>>;
  /**
   * What iterating the read itself gives, within the bounds of one call. No item is given once the signal has aborted or the deadline has
   * passed, nor is any further page asked for; `maxAttempts` holds for each page.
   *
   * ```ts
   * for await (const order of orders.query({ customer }).items({ signal, deadline })) …
   * ```
   */
  items(options?: SendOptions): AsyncIterable<T>;
  all(options?: SendOptions): Promise<T[]>;
  /** How many items there are, up to the limit. Costs what reading them costs, and fetches their keys only. */
  count(options?: SendOptions): Promise<number>;
}
/** Rows in the order of a sort key. */
export interface OrderedRows<T> extends Rows<T>, Explainable<'Query'> {
  descending(): this;
}
export interface Query<T> extends OrderedRows<T> {
  /** Sees every write that was answered before. Costs twice the capacity. */
  consistent(): this;
}
/** What a filter can ask of the items. */
export interface Filtered<P> {
  /**
   * Gives only items for which the condition holds; several are joined by AND. What it turns away costs capacity all the
   * same.
   *
   * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Query.FilterExpression.html
   */
  filter(condition: (item: P) => ConditionExpression): this;
}
/**
 * Bounds on the sort key: given by its first attributes that the query leaves open, and compared as the text of the key
 * is.
 */
export interface Bounded<S> {
  /** Keys whose attribute given last, a text, begins with this one. */
  beginsWith(prefix: S): this;
  between(low: S, high: S): this;
  lt(bound: S): this;
  le(bound: S): this;
  gt(bound: S): this;
  ge(bound: S): this;
}
/** A query of one entity, whose sort key can be bounded. */
export interface SortedQuery<T, S, P> extends Query<T>, Filtered<P>, Bounded<S> {
  /** Fetches some attributes only, which saves transfer; the capacity is that of whole items. */
  select<K extends keyof T & string>(...attributes: readonly K[]): SortedQuery<Pick<T, K>, S, P>;
}
/**
 * A query of one entity in a global secondary index, which DynamoDB keeps eventually consistent: it may miss what was
 * just written, and show what was.
 */
export interface GlobalIndexQuery<T, S, P> extends OrderedRows<T>, Filtered<P>, Bounded<S> {
  /** Fetches some attributes only, which saves transfer; the capacity is that of whole entries of the index. */
  select<K extends keyof T & string>(...attributes: readonly K[]): GlobalIndexQuery<Pick<T, K>, S, P>;
}
/** Reads the whole table, or the whole of an index. */
export interface AnyScan<T> extends Rows<T>, Explainable<'Scan'> {
  readonly '~scan': true;
}
/** Reads the whole of a global secondary index. */
export interface GlobalIndexScan<T, P> extends AnyScan<T>, Filtered<P> {
  /** Fetches some attributes only, which saves transfer; the capacity is that of whole entries of the index. */
  select<K extends keyof T & string>(...attributes: readonly K[]): GlobalIndexScan<Pick<T, K>, P>;
}
/** Reads the whole table, or the whole of a local secondary index. */
export interface Scan<T, P> extends AnyScan<T>, Filtered<P> {
  /** Sees every write that was answered before. Costs twice the capacity. */
  consistent(): this;
  /** Fetches some attributes only, which saves transfer; the capacity is that of whole items. */
  select<K extends keyof T & string>(...attributes: readonly K[]): Scan<Pick<T, K>, P>;
}
/** An item among others of other entities. */
export type Row<E extends AnyEntity> = E extends AnyEntity
  ? { readonly entity: E['name']; readonly item: Infer<E> }
  : never;
/** Items by the names of their entities, each group in the order of the sort key. */
export type Groups<E extends AnyEntity> = { [N in E['name']]: Infer<Extract<E, { readonly name: N }>>[] };
/** A query of several entities that share a partition. */
export interface CollectionQuery<E extends AnyEntity> extends Query<Row<E>> {
  /** All items, by entity. */
  grouped(options?: SendOptions): Promise<Groups<E>>;
}
export type SortBound<E extends AnyEntity> = SortKey<E>;
