import type { AnyEntity, Infer, KeyNames, Paths } from '../entity/entity.js';
import type { IndexDefinition } from '../entity/index-model.js';
import type { Params, QueryKeyOf, SortKeyOf } from '../entity/template-types.js';
import type { GlobalIndexQuery, GlobalIndexScan, Scan, SortedQuery } from '../operations/reads.js';

type Pk<E extends AnyEntity, D> = D extends { readonly pk: infer P extends string } ? P : E['~pk'];
type Sk<D> = D extends { readonly sk: infer S extends string } ? S : '';
type Listed<D> = D extends { readonly projection: infer P } ? (P extends readonly (infer N)[] ? N : 'keys') : never;
type IsWhole<D> = D extends { readonly projection: infer P } ? (P extends 'all' ? true : false) : true;

/** What an index gives of an item: all of it, or the attributes of its keys and those that the index projects. */
export type IndexItem<E extends AnyEntity, D> =
  IsWhole<D> extends true
    ? Infer<E>
    : Pick<Infer<E>, (KeyNames<E> | Params<Pk<E, D>> | Params<Sk<D>> | Listed<D>) & keyof Infer<E>>;
/** What a filter can ask of them: what the index stores under names of their own. */
export type IndexPaths<E extends AnyEntity, D> =
  IsWhole<D> extends true ? Paths<E> : Pick<Paths<E>, Listed<D> & keyof Paths<E>>;

/** The attributes that a query of the index needs, and those of its sort key as far as wanted. */
export type IndexKey<E extends AnyEntity, D> = QueryKeyOf<E['attributes'], Pk<E, D>, Sk<D>>;
export type IndexSortKey<E extends AnyEntity, D> = SortKeyOf<E['attributes'], Pk<E, D>, Sk<D>>;
type Args<K> = Record<never, never> extends K ? [key?: K] : [key: K];

/** The items of one entity in a global secondary index. Items that lack an attribute of its key are not in it. */
export interface GlobalIndex<E extends AnyEntity, D> {
  /** Reads the items of a partition of the index, in the order of its sort key. */
  query(...key: Args<IndexKey<E, D>>): GlobalIndexQuery<IndexItem<E, D>, IndexSortKey<E, D>, IndexPaths<E, D>>;
  /** Reads the whole index and gives the items of this entity. */
  scan(): GlobalIndexScan<IndexItem<E, D>, IndexPaths<E, D>>;
}
/** The items of one entity in a local secondary index, which can be read consistently. */
export interface LocalIndex<E extends AnyEntity, D> {
  /** Reads the items of a partition, in the order of the index's sort key. */
  query(...key: Args<IndexKey<E, D>>): SortedQuery<IndexItem<E, D>, IndexSortKey<E, D>, IndexPaths<E, D>>;
  /** Reads the whole index and gives the items of this entity. */
  scan(): Scan<IndexItem<E, D>, IndexPaths<E, D>>;
}
export type IndexOf<E extends AnyEntity, D extends IndexDefinition> = D extends { readonly pk: string }
  ? GlobalIndex<E, D>
  : LocalIndex<E, D>;
