import type { Operand, Value } from './operand.js';

/** `SET path = value`, made by `to`; every assignment that a callback makes must be among those it returns. */
export interface Assignment {
  readonly '~assignment': true;
}
/** The right side of an assignment to an attribute of type `T`. */
export interface SetExpression<in out T> {
  readonly '~set': (value: T) => T;
}
export interface NumericSetExpression<T, I, O = T> extends SetExpression<T> {
  plus(value: Value<I, O>): SetExpression<T>;
  minus(value: Value<I, O>): SetExpression<T>;
}
export interface ListSetExpression<T, I> extends SetExpression<T> {
  append(values: I): SetExpression<T>;
  prepend(values: I): SetExpression<T>;
}
export interface UpdatePath<T, I = T, O = T> extends Operand<O> {
  /** `SET` this path to a value, to what another attribute holds, or to an expression. */
  to(value: Value<I, O> | SetExpression<T>): Assignment;
  /** What is stored, or this value where nothing is. */
  ifNotExists(value: I): SetExpression<T>;
}
export interface NumericUpdatePath<T, I = T, O = T> extends Operand<O> {
  /** `SET` this path to a value, to what another attribute holds, or to an expression. */
  to(value: Value<I, O> | SetExpression<T>): Assignment;
  /** What is stored, or this value where nothing is; `.plus()` and `.minus()` go on from there. */
  ifNotExists(value: I): NumericSetExpression<T, I, O>;
  /** What is stored plus a number; the update is refused where nothing is stored and there is no default. */
  plus(value: Value<I, O>): SetExpression<T>;
  minus(value: Value<I, O>): SetExpression<T>;
}
export interface ListUpdatePath<U, T, I> extends Operand<T> {
  /** `SET` this path to a value, to what another attribute holds, or to an expression. */
  to(value: Value<I, T> | SetExpression<T>): Assignment;
  /** What is stored, or this value where nothing is; `.append()` and `.prepend()` go on from there. */
  ifNotExists(value: I): ListSetExpression<T, I>;
  /** What is stored with elements behind it; the update is refused where nothing is stored and there is no default. */
  append(values: I): SetExpression<T>;
  /** What is stored with elements before it; the update is refused where nothing is stored and there is no default. */
  prepend(values: I): SetExpression<T>;
  /** The element at a position, from 0. An index past the end appends. */
  at(index: number): U;
}
/** Anything that can be updated, which is all that a map needs to know of its members. */
export interface HasUpdatePath {
  readonly '~update': unknown;
}
export interface MapUpdatePath<A extends { readonly [K in keyof A]: HasUpdatePath }, T, I> extends UpdatePath<T, I> {
  at<K extends keyof A>(name: K): A[K]['~update'];
}
export interface RecordUpdatePath<U, T, I> extends UpdatePath<T, I> {
  at(key: string): U;
}
