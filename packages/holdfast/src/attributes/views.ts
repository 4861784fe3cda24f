import type { AnyAttribute, Attributes } from './any-attribute.js';

// Keys are partitioned once, by lookup rather than by a conditional `as`, and the maps over them are `Pick`-like: that is
// several times cheaper for the compiler, and doc comments and go-to-definition survive.

/** Prints as the plain shape in a hover. */
export type Flat<T> = { [K in keyof T]: T[K] } & {};

type Values<A extends Attributes, K extends keyof A> = { -readonly [P in K]: A[P]['~value'] };
type OptionalValues<A extends Attributes, K extends keyof A> = { -readonly [P in K]?: A[P]['~value'] };
type Inputs<A extends Attributes, K extends keyof A> = { [P in K]: A[P]['~input'] };
type OptionalInputs<A extends Attributes, K extends keyof A> = { [P in K]?: A[P]['~input'] };
type OptionalSets<A extends Attributes, K extends keyof A> = { [P in K]?: A[P]['~set'] };

type OptionalKeys<A extends Attributes> = {
  [K in keyof A]: A[K]['~mode'] extends 'optional' | 'optionalDerived' ? K : never;
}[keyof A];
type RequiredKeys<A extends Attributes> = {
  [K in keyof A]: A[K]['~mode'] extends 'required' ? K : never;
}[keyof A];
type OmissibleKeys<A extends Attributes> = {
  [K in keyof A]: A[K]['~mode'] extends 'optional' | 'default' ? K : never;
}[keyof A];
type AddableKeys<A extends Attributes> = {
  [K in keyof A]: A[K]['~kind'] extends 'numeric' | 'set' ? K : never;
}[keyof A];
type SetKeys<A extends Attributes> = { [K in keyof A]: A[K]['~kind'] extends 'set' ? K : never }[keyof A];

/** What is read. */
export type ItemOf<A extends Attributes> = Flat<
  Values<A, Exclude<keyof A, OptionalKeys<A>>> & OptionalValues<A, OptionalKeys<A>>
>;
/** What is put: defaults and the version may be left out. */
export type InputOf<A extends Attributes> = Flat<
  Inputs<A, RequiredKeys<A>> & OptionalInputs<A, Exclude<keyof A, RequiredKeys<A>>>
>;
/** What is created: what the library writes is not given. */
export type CreateOf<A extends Attributes> = Flat<Inputs<A, RequiredKeys<A>> & OptionalInputs<A, OmissibleKeys<A>>>;
/** What an update may set: all but the attributes of the key. */
export type SetOf<A extends Attributes, Key> = Flat<OptionalSets<A, Exclude<keyof A, Key>>>;
/** What an update may add to: numbers and sets. */
export type AddOf<A extends Attributes, Key> = Flat<OptionalInputs<A, Exclude<AddableKeys<A>, Key>>>;
/** What an update may delete from: sets. */
export type DeleteFrom<A extends Attributes> = Flat<OptionalInputs<A, SetKeys<A>>>;
export type PathsOf<A extends Attributes> = { readonly [K in keyof A]: A[K]['~path'] };
export type UpdatePathsOf<A extends Attributes> = { readonly [K in keyof A]: A[K]['~update'] };
export type RemovableOf<A extends Attributes> = OptionalKeys<A>;

/** An attribute that can be part of an index's key. */
export interface KeyMaterial extends AnyAttribute {
  readonly '~kind': 'string' | 'numeric' | 'time';
}
/** An attribute that can be part of the primary key. */
export interface KeyAttribute extends KeyMaterial {
  readonly '~mode': 'required';
}
