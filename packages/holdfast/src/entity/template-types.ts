import type { Attributes } from '../attributes/any-attribute.js';
import type { Flat, KeyAttribute, KeyMaterial } from '../attributes/views.js';

/** The names in braces of a key template; `{seq:12}` names `seq`. */
export type Params<S extends string> = S extends `${string}{${infer P}}${infer R}` ? ParamName<P> | Params<R> : never;
type ParamName<P extends string> = P extends `${infer N}:${string}` ? N : P;

/** Stands where a definition is wrong; its parameter is the complaint. */
export interface DefinitionError<Message extends string> {
  readonly '~error': Message;
}

/** `unknown` where every parameter is a required attribute of text, number or time; else the complaint. */
export type CheckTemplate<S extends string, A extends Attributes> = Complaint<Misfits<Params<S>, A>>;
type Misfits<P extends string, A extends Attributes> = P extends keyof A ? (A[P] extends KeyAttribute ? never : P) : P;
type Complaint<P extends string> = [P] extends [never]
  ? unknown
  : DefinitionError<`{${P}} must name a required string, number or time attribute`>;

/** As {@link CheckTemplate} for each template of an index, whose parameters may be optional. */
export interface CheckIndex<D, A extends Attributes> {
  readonly pk?: D extends { readonly pk: infer S extends string }
    ? IndexComplaint<IndexMisfits<Params<S>, A>>
    : unknown;
  readonly sk?: D extends { readonly sk: infer S extends string }
    ? IndexComplaint<IndexMisfits<Params<S>, A>>
    : unknown;
  readonly projection?: 'all' | 'keys' | readonly (keyof A & string)[];
}
type IndexMisfits<P extends string, A extends Attributes> = P extends keyof A
  ? A[P] extends KeyMaterial
    ? never
    : P
  : P;
type IndexComplaint<P extends string> = [P] extends [never]
  ? unknown
  : DefinitionError<`{${P}} must name a string, number or time attribute`>;

/** The attributes that make the primary key. */
export type KeyOf<A extends Attributes, P extends string> = Flat<{ [K in P & keyof A]: A[K]['~input'] }>;

/** The sort key's parameters that may be given to a query: the first few of the template, all others absent. */
type Prefixes<A extends Attributes, S extends string, Pk> =
  | Absent<A, Exclude<Params<S>, Pk>>
  | (S extends `${string}{${infer P}}${infer R}` ? Step<A, ParamName<P>, R, Pk> : never);
type Absent<A extends Attributes, P> = { [K in P & keyof A]?: never };
type Step<A extends Attributes, N extends string, R extends string, Pk> = N extends Pk
  ? Prefixes<A, R, Pk>
  : { [K in N & keyof A]: A[K]['~input'] } & Prefixes<A, R, Pk>;
export type QueryKeyOf<A extends Attributes, PK extends string, SK extends string> = {
  [K in Params<PK> & keyof A]: A[K]['~input'];
} & Prefixes<A, SK, Params<PK>>;
export type SortKeyOf<A extends Attributes, PK extends string, SK extends string> = Flat<{
  [K in Exclude<Params<SK>, Params<PK>> & keyof A]?: A[K]['~input'];
}>;
