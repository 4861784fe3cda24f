import type { AnyEntity, CreateInput, Infer, Input, Key, Paths, QueryKey, SortKey } from '../entity/entity.js';
import type { EntityModel } from '../entity/place-entity.js';
import type { WireItem } from '../kernel/stream-image.js';
import type { Target } from '../kernel/write.js';
import type { Get, Latest, Scan, SortedQuery } from '../operations/reads.js';
import type { CheckOf, DeleteOf, Owned, Put, PutOf, UpdateOf } from '../operations/writes.js';
import type { RetryContext, RetryOptions } from '../retry/retry-on-conflict.js';
import type { IndexOf } from './entity-index.js';

/** The argument may be left out where the key has no parameters. */
type Args<K> = Record<never, never> extends K ? [key?: K] : [key: K];

/** The items of some entity, as recipes take them. */
export interface AnyEntityTable {
  readonly entity: AnyEntity;
  readonly '~model': EntityModel;
  readonly '~target': Target;
}

/**
 * The items of one entity in a table. Its methods describe reads and writes, which do nothing until they are sent.
 */
export interface EntityTable<E extends AnyEntity> extends AnyEntityTable {
  readonly entity: E;
  get(key: Key<E>): Get<Infer<E>>;
  /** Reads the items of a partition, in the order of the sort key. */
  query(...key: Args<QueryKey<E>>): SortedQuery<Infer<E>, SortKey<E>, Paths<E>>;
  /** Reads the whole table and gives the items of this entity; costs as much as the whole table. */
  scan(): Scan<Infer<E>, Paths<E>>;
  /**
   * The items in one of the entity's indexes.
   *
   * ```ts
   * for await (const order of orders.index('byStatus').query({ status: 'open' })) …
   * ```
   */
  index<K extends keyof E['~indexes'] & string>(name: K): IndexOf<E, E['~indexes'][K]>;
  /**
   * Writes an item that must not exist yet. What the library writes is not given: of an item that was read, spread to make
   * a copy, the times and the computed attributes are made anew, and a version is refused.
   */
  create(item: CreateInput<E>): Put<E>;
  /** Writes an item, replacing what is there; on a versioned entity only the version that was read. */
  put(item: Input<E>): PutOf<E>;
  /** Changes an item that must exist. */
  update(key: Key<E>): UpdateOf<E>;
  /** Changes an item, or creates it with its key, its defaults and what the update sets. */
  upsert(key: Key<E>): UpdateOf<E>;
  delete(key: Key<E>): DeleteOf<E>;
  /** A condition on an item that a transaction does not change. */
  check(key: Key<E>): CheckOf<E>;
  /**
   * The item of an image: what a low-level client has read, or the `NewImage` or `OldImage` of a stream record, also as an
   * AWS Lambda function gets it. `undefined` where there is no image, or it is of another entity.
   *
   * @throws StoredItemError where the image says that it is of this entity and does not fit it, or is no item in DynamoDB's
   * own form: what a document client has read is decoded already
   * @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_StreamRecord.html
   */
  decode(image: WireItem | undefined): Infer<E> | undefined;
  /**
   * Runs `work` again while it ends in a conflict, each time after a while, up to a number of runs.
   *
   * ```ts
   * await accounts.retryOnConflict(async ({ latest, signal }) => {
   *   const account = await latest({ id: 'alice' }).orThrow();
   *   await accounts.put({ ...account, balance: account.balance.plus(10) }).send({ signal });
   * });
   * ```
   *
   * @throws whatever the last run threw; an `InDoubtError` at once, unless it shows that the run had no effect, since
   * running again could apply the write twice
   */
  retryOnConflict<R>(work: (context: EntityRetryContext<E>) => Promise<R>, options?: RetryOptions): Promise<R>;
}

/** What a run on the items of an entity is told. */
export interface EntityRetryContext<E extends AnyEntity> extends RetryContext {
  /**
   * Reads an item, consistently. After a conflict on it, the stored item that the failure brought along stands in for the
   * read, once and while it is fresh: not after a while, nor after a write of the item.
   */
  latest(key: Key<E>): Latest<Infer<E>>;
}

/** The items of an entity that declares an owner. */
export interface ClaimableEntityTable<E extends AnyEntity> extends EntityTable<E> {
  /**
   * Takes the item for its owner: holds if nobody has it, or the same owner has it already, so that a repeated claim and
   * one whose answer was lost succeed.
   */
  claim(item: CreateInput<E>): Put<E>;
}

interface EntityTables<E extends AnyEntity> {
  true: ClaimableEntityTable<E>;
  false: EntityTable<E>;
}
export type EntityTableOf<E extends AnyEntity> = EntityTables<E>[Owned<E>];
