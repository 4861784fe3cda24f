import type {
  AddInput,
  AnyEntity,
  DeleteInput,
  Infer,
  ModesOf,
  Paths,
  Removable,
  SetInput,
  UpdatePaths,
} from '../entity/entity.js';
import type { SendOptions } from '../kernel/deliver.js';
import type { ConditionExpression } from '../paths/condition-paths.js';
import type { Assignment } from '../paths/update-paths.js';
import type { Explainable } from './explanation.js';
import type { Applied, NotApplied, NotAppliedWithStored } from './results.js';
import type { Unsent } from './unsent.js';

// Interfaces with polymorphic `this`, so that a step of a chain costs the compiler next to nothing. All states of one
// verb share the same members, or another message would hide the one that names the remedy.

/** A write that can go into a transaction. */
export interface TransactionWrite {
  readonly '~joins': 'transaction';
  readonly '~refusal': NotApplied;
}

export interface Sendable<R, F> {
  /**
   * Sends the write and waits for its answer.
   *
   * @throws ConditionFailedError, VersionConflictError where a condition did not hold
   * @throws InDoubtError where the write may have taken place and nothing proves it
   * @throws HoldfastError of another kind where the service refused it
   */
  send(options?: SendOptions): Promise<R>;
  /** As {@link send}, but a condition that did not hold is an answer that says which part and what it saw. */
  trySend(options?: SendOptions): Promise<Applied<R> | F>;
}

/** A token settles how often a write takes effect. */
export interface OnceOptions {
  /**
   * At most 36 characters, such as the id of the command that makes the write. The same write under the same token takes
   * effect once within ten minutes, from whichever process and however often it is sent; another write under it is refused.
   * Without one, this very value draws one when it is first sent: sent again within ten minutes, it takes effect no second
   * time, while a write that is made anew does. After nine minutes it is refused.
   * `undefined` is refused, since it may be an id that is missing.
   */
  readonly token?: string;
}
/** A write that takes effect once per token, however often this value is sent. Made by `exactlyOnce()`. */
export interface ExactlyOnce<F> extends Unsent, Sendable<undefined, F>, Explainable<'TransactWriteItems'> {
  readonly '~joins': 'exactlyOnce() sends a transaction of its own; give the token to the transaction that the write joins';
  readonly '~refusal': F;
}

type NoReturn = 'TransactWriteItems returns no values: leave out returning(), returnOld() and returnNew()';
type NoVersion = 'say .ifVersion(n) or .ignoreVersion() first';
type NotInBatch =
  'a batch takes only puts and deletes without a condition, of entities without version and owner: send this alone or in a transaction';

interface Common<E extends AnyEntity> extends Unsent {
  readonly '~batch': 'batch' | NotInBatch;
  /** Adds a condition; several are joined by AND. */
  if(condition: (item: Paths<E>) => ConditionExpression): this;
}

/** A put; on a versioned entity it holds only if the stored version is that of the item, or there is none of either. */
export interface Put<E extends AnyEntity, F = NotApplied>
  extends Common<E>,
    Sendable<Infer<E>, F>,
    Explainable<'PutItem'> {
  readonly '~joins': 'transaction';
  readonly '~refusal': F;
  /**
   * Sends this write as a transaction of its own, which the service carries out once per token: for a sum, say, whose
   * repetition would add twice. Costs twice as much and returns no values.
   *
   * @throws ValidationError where the token was used for another write in the last ten minutes
   * @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html
   */
  exactlyOnce(options?: OnceOptions): ExactlyOnce<F>;
  ifExists(): this;
  ifNotExists(): this;
  /** A refusal carries the stored item. */
  returnStored(): Put<E, NotAppliedWithStored<Infer<E>>>;
  /** Gives back the item that was replaced. */
  returnOld(): ReturningPut<E, Infer<E> | undefined, F>;
}
/** A put without a condition, which can join a batch too. */
export interface PlainPut<E extends AnyEntity, F = NotApplied>
  extends Sendable<Infer<E>, F>,
    Unsent,
    Explainable<'PutItem'> {
  readonly '~joins': 'transaction';
  readonly '~batch': 'batch';
  readonly '~refusal': F;
  /** As of a write with a condition: once per token, as a transaction of its own. */
  exactlyOnce(options?: OnceOptions): ExactlyOnce<F>;
  /** Adds a condition; several are joined by AND. */
  if(condition: (item: Paths<E>) => ConditionExpression): Put<E, F>;
  ifExists(): Put<E, F>;
  ifNotExists(): Put<E, F>;
  /** A refusal carries the stored item. */
  returnStored(): Put<E, NotAppliedWithStored<Infer<E>>>;
  /** Gives back the item that was replaced. */
  returnOld(): ReturningPut<E, Infer<E> | undefined, F>;
}
export interface ReturningPut<E extends AnyEntity, R, F> extends Common<E>, Sendable<R, F>, Explainable<'PutItem'> {
  readonly '~joins': NoReturn;
  readonly '~refusal': F;
  exactlyOnce(impossible: NoReturn): never;
  ifExists(): this;
  ifNotExists(): this;
  returnStored(): ReturningPut<E, R, NotAppliedWithStored<Infer<E>>>;
}

interface UpdateClauses<E extends AnyEntity> extends Common<E> {
  /** Sets attributes to plain values, or by assignments: `.set((m) => [m.goals.to(m.goals.plus(1))])`. */
  set(values: SetInput<E> | ((item: UpdatePaths<E>) => Assignment | readonly Assignment[])): this;
  /** Adds to numbers and sets; what is missing counts as 0 or as the empty set. */
  add(values: AddInput<E>): this;
  /** Takes elements out of sets. */
  delete(values: DeleteInput<E>): this;
  /** Removes optional attributes. */
  remove(...attributes: readonly Removable<E>[]): this;
}
/** An update, or an upsert where the item may be missing. */
export interface Update<E extends AnyEntity, F = NotApplied>
  extends UpdateClauses<E>,
    Sendable<undefined, F>,
    Explainable<'UpdateItem'> {
  readonly '~joins': 'transaction';
  readonly '~refusal': F;
  /**
   * Sends this write as a transaction of its own, which the service carries out once per token: for a sum, say, whose
   * repetition would add twice. Costs twice as much and returns no values.
   *
   * @throws ValidationError where the token was used for another write in the last ten minutes
   * @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html
   */
  exactlyOnce(options?: OnceOptions): ExactlyOnce<F>;
  /** A refusal carries the stored item. */
  returnStored(): Update<E, NotAppliedWithStored<Infer<E>>>;
  /** Gives back the item as it was before. */
  returnOld(): ReturningUpdate<E, Infer<E> | undefined, F>;
  /** Gives back the item as it is now. */
  returnNew(): ReturningUpdate<E, Infer<E>, F>;
  /** Gives back some attributes as they are now. */
  returning<K extends keyof Infer<E>>(...attributes: readonly K[]): ReturningUpdate<E, Pick<Infer<E>, K>, F>;
}
export interface ReturningUpdate<E extends AnyEntity, R, F>
  extends UpdateClauses<E>,
    Sendable<R, F>,
    Explainable<'UpdateItem'> {
  readonly '~joins': NoReturn;
  readonly '~refusal': F;
  exactlyOnce(impossible: NoReturn): never;
  returnStored(): ReturningUpdate<E, R, NotAppliedWithStored<Infer<E>>>;
}
/** An update of a versioned entity that has not yet said what it does about the version. */
export interface UpdateNeedsIfVersionOrIgnoreVersion<E extends AnyEntity, F = NotApplied> extends UpdateClauses<E> {
  readonly '~joins': NoVersion;
  readonly '~refusal': F;
  /** Only if the stored version is this one; 0 is that of an item which was stored without a version. */
  ifVersion(version: number): Update<E, F>;
  /** Whatever the stored version is; it still grows. */
  ignoreVersion(): Update<E, F>;
  returnStored(): UpdateNeedsIfVersionOrIgnoreVersion<E, NotAppliedWithStored<Infer<E>>>;
}

export interface Delete<E extends AnyEntity, F = NotApplied>
  extends Common<E>,
    Sendable<undefined, F>,
    Explainable<'DeleteItem'> {
  readonly '~joins': 'transaction';
  readonly '~refusal': F;
  /**
   * Sends this write as a transaction of its own, which the service carries out once per token: for a sum, say, whose
   * repetition would add twice. Costs twice as much and returns no values.
   *
   * @throws ValidationError where the token was used for another write in the last ten minutes
   * @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html
   */
  exactlyOnce(options?: OnceOptions): ExactlyOnce<F>;
  ifExists(): this;
  /** A refusal carries the stored item. */
  returnStored(): Delete<E, NotAppliedWithStored<Infer<E>>>;
  /** Gives back the item that was deleted. */
  returnOld(): ReturningDelete<E, Infer<E> | undefined, F>;
}
/** A delete without a condition, which can join a batch too. */
export interface PlainDelete<E extends AnyEntity, F = NotApplied>
  extends Sendable<undefined, F>,
    Unsent,
    Explainable<'DeleteItem'> {
  readonly '~joins': 'transaction';
  readonly '~batch': 'batch';
  readonly '~refusal': F;
  /** As of a write with a condition: once per token, as a transaction of its own. */
  exactlyOnce(options?: OnceOptions): ExactlyOnce<F>;
  /** Adds a condition; several are joined by AND. */
  if(condition: (item: Paths<E>) => ConditionExpression): Delete<E, F>;
  ifExists(): Delete<E, F>;
  /** A refusal carries the stored item. */
  returnStored(): Delete<E, NotAppliedWithStored<Infer<E>>>;
  /** Gives back the item that was deleted. */
  returnOld(): ReturningDelete<E, Infer<E> | undefined, F>;
}
export interface ReturningDelete<E extends AnyEntity, R, F>
  extends Common<E>,
    Sendable<R, F>,
    Explainable<'DeleteItem'> {
  readonly '~joins': NoReturn;
  readonly '~refusal': F;
  exactlyOnce(impossible: NoReturn): never;
  ifExists(): this;
  returnStored(): ReturningDelete<E, R, NotAppliedWithStored<Infer<E>>>;
}
/** A delete on a versioned entity that has not yet said what it does about the version. */
export interface DeleteNeedsIfVersionOrIgnoreVersion<E extends AnyEntity, F = NotApplied> extends Common<E> {
  readonly '~joins': NoVersion;
  readonly '~refusal': F;
  /** Only if the stored version is this one; 0 is that of an item which was stored without a version. */
  ifVersion(version: number): Delete<E, F>;
  /** Whatever the stored version is. */
  ignoreVersion(): Delete<E, F>;
  returnStored(): DeleteNeedsIfVersionOrIgnoreVersion<E, NotAppliedWithStored<Infer<E>>>;
}

/** A condition on an item that the transaction does not change. The item must exist unless `ifNotExists()` is said. */
export interface Check<E extends AnyEntity, F = NotApplied> extends Common<E> {
  readonly '~joins': 'transaction';
  readonly '~refusal': F;
  ifNotExists(): this;
  returnStored(): Check<E, NotAppliedWithStored<Infer<E>>>;
}
/** A check on a versioned entity, which may also be of its version. */
export interface VersionedCheck<E extends AnyEntity, F = NotApplied> extends Check<E, F> {
  /** Only if the stored version is this one; 0 is that of an item which was stored without a version. */
  ifVersion(version: number): this;
  returnStored(): VersionedCheck<E, NotAppliedWithStored<Infer<E>>>;
}

interface PutStates<E extends AnyEntity> {
  true: Put<E>;
  false: PutByOwner<E>[Owned<E>];
}
interface PutByOwner<E extends AnyEntity> {
  true: Put<E>;
  false: PlainPut<E>;
}
interface UpdateStates<E extends AnyEntity> {
  true: UpdateNeedsIfVersionOrIgnoreVersion<E>;
  false: Update<E>;
}
interface DeleteStates<E extends AnyEntity> {
  true: DeleteNeedsIfVersionOrIgnoreVersion<E>;
  false: DeleteByOwner<E>[Owned<E>];
}
interface DeleteByOwner<E extends AnyEntity> {
  true: Delete<E>;
  false: PlainDelete<E>;
}
interface CheckStates<E extends AnyEntity> {
  true: VersionedCheck<E>;
  false: Check<E>;
}
/** Whether the entity has a version, as a key to look a state up by. */
export type Versioned<E extends AnyEntity> = 'version' extends ModesOf<E> ? 'true' : 'false';
/** Whether the entity declares an owner, likewise. */
export type Owned<E extends AnyEntity> = [E['~owner']] extends [never] ? 'false' : 'true';
export type PutOf<E extends AnyEntity> = PutStates<E>[Versioned<E>];
export type UpdateOf<E extends AnyEntity> = UpdateStates<E>[Versioned<E>];
export type DeleteOf<E extends AnyEntity> = DeleteStates<E>[Versioned<E>];
export type CheckOf<E extends AnyEntity> = CheckStates<E>[Versioned<E>];
