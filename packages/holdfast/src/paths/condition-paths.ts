import type { TypeDescriptor } from '@holdfast/wire';
import type { Operand, Value } from './operand.js';

/**
 * A condition under construction. Every condition that a callback makes must be part of the one it returns: combine
 * them by `and`, `or` and `not`. What `&&` drops is found and refused; the right side of `||` is never even made, so that
 * nobody can find it missing.
 */
export interface ConditionExpression {
  readonly '~condition': true;
  and(...others: readonly ConditionExpression[]): ConditionExpression;
  or(...others: readonly ConditionExpression[]): ConditionExpression;
  not(): ConditionExpression;
}

/** What can be asked of any attribute. */
export interface AnyPath {
  exists(): ConditionExpression;
  notExists(): ConditionExpression;
  /** Whether the stored value has this type. */
  hasType(type: TypeDescriptor): ConditionExpression;
}

/**
 * An attribute whose values are equal or not.
 *
 * With the attribute missing, `ne` holds and every other comparison fails.
 */
export interface EqualityPath<T, I = T, O = T> extends AnyPath, Operand<O> {
  eq(value: Value<I, O>): ConditionExpression;
  ne(value: Value<I, O>): ConditionExpression;
  /** Equal to one of at most 100 values. */
  in(...values: readonly Value<I, O>[]): ConditionExpression;
  notExistsOrEq(value: Value<I, O>): ConditionExpression;
}

export interface Comparisons<I, O = I> {
  eq(value: Value<I, O>): ConditionExpression;
  ne(value: Value<I, O>): ConditionExpression;
  lt(value: Value<I, O>): ConditionExpression;
  le(value: Value<I, O>): ConditionExpression;
  gt(value: Value<I, O>): ConditionExpression;
  ge(value: Value<I, O>): ConditionExpression;
  /** From `low` to `high`, both included. */
  between(low: Value<I, O>, high: Value<I, O>): ConditionExpression;
}

/**
 * The length of a string in UTF-16 code units, of a binary in bytes, or the number of elements. Where nothing is stored,
 * `ne` holds and every other comparison fails.
 */
export interface Size extends Operand<number>, Comparisons<number> {}

/** An attribute whose values have an order: strings by their UTF-8 bytes, numbers, binary by unsigned bytes, times. */
export interface OrderedPath<T, I = T, O = T> extends EqualityPath<T, I, O>, Comparisons<I, O> {
  eq(value: Value<I, O>): ConditionExpression;
  ne(value: Value<I, O>): ConditionExpression;
  notExistsOrLt(value: Value<I, O>): ConditionExpression;
  notExistsOrLe(value: Value<I, O>): ConditionExpression;
  notExistsOrGt(value: Value<I, O>): ConditionExpression;
  notExistsOrGe(value: Value<I, O>): ConditionExpression;
}

export interface StringPath<T extends string = string> extends OrderedPath<T> {
  beginsWith(prefix: Value<string>): ConditionExpression;
  contains(part: Value<string>): ConditionExpression;
  size(): Size;
}
export interface BinaryPath extends OrderedPath<Uint8Array> {
  beginsWith(prefix: Uint8Array): ConditionExpression;
  size(): Size;
}
export interface SetPath<T> extends EqualityPath<ReadonlySet<T>> {
  contains(member: Value<T>): ConditionExpression;
  size(): Size;
}
export interface ListPath<P, I> extends AnyPath {
  /** The element at a position, from 0. */
  at(index: number): P;
  contains(element: I): ConditionExpression;
  size(): Size;
}
/** Anything with a path, which is all that a map needs to know of its members. */
export interface HasPath {
  readonly '~path': unknown;
}
export interface MapPath<A extends { readonly [K in keyof A]: HasPath }> extends AnyPath {
  at<K extends keyof A>(name: K): A[K]['~path'];
  size(): Size;
}
export interface RecordPath<P> extends AnyPath {
  at(key: string): P;
  size(): Size;
}
/** A document of no declared shape. */
export interface DocumentPath extends AnyPath {
  size(): Size;
}
