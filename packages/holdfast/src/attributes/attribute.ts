import type { Decimal } from '@holdfast/wire';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import type {
  BinaryPath,
  DocumentPath,
  EqualityPath,
  ListPath,
  MapPath,
  OrderedPath,
  RecordPath,
  SetPath,
  StringPath,
} from '../paths/condition-paths.js';
import type { StoredAs } from '../paths/operand.js';
import type {
  ListUpdatePath,
  MapUpdatePath,
  NumericUpdatePath,
  RecordUpdatePath,
  UpdatePath,
} from '../paths/update-paths.js';
import type { AnyAttribute, Attributes, Kind } from './any-attribute.js';
import type { AttributeFacts } from './attribute-facts.js';
import type { InputOf, ItemOf } from './views.js';

/**
 * A required attribute with values of type `V`, written from values of type `I`.
 *
 * @typeParam P what a condition can ask of it
 * @typeParam U what an update can do with it
 */
export interface Attribute<K extends Kind, V, I, P, U> {
  readonly '~facts': AttributeFacts;
  readonly '~kind': K;
  readonly '~mode': 'required';
  readonly '~value': V;
  readonly '~input': I;
  readonly '~set': I;
  readonly '~path': P;
  readonly '~update': U;
  /** May be missing. */
  optional(): Optional<this>;
  /** Takes this value where none is given on a write, and where none is stored on a read. */
  default(value: I | (() => I)): Defaulted<this>;
  /** Stored under another attribute name. */
  as(name: string): this;
  /**
   * Checks values that are written whole with a validator of the Standard Schema convention (zod, valibot, arktype, …):
   * by `create`, `put`, `claim`, `set` and `to`. What DynamoDB computes (`add`, `plus`, a member of a map) it cannot see. What the
   * validator gives back must be acceptable to it again, so that an item that was read can be put. Validators that
   * answer with a promise are refused when a value is written. Goes before `optional` and `default`.
   */
  validate<SI extends I, SO extends SI & V>(schema: StandardSchemaV1<SI, SO>): Refined<this, SI, SO>;
}
interface Wrapped<A extends AnyAttribute> {
  readonly '~facts': AttributeFacts;
  readonly '~kind': A['~kind'];
  readonly '~value': A['~value'];
  readonly '~input': A['~input'];
  readonly '~set': A['~set'];
  readonly '~path': A['~path'];
  readonly '~update': A['~update'];
  /** Stored under another attribute name. */
  as(name: string): this;
}
export interface Optional<A extends AnyAttribute> extends Wrapped<A> {
  readonly '~mode': 'optional';
}
export interface Defaulted<A extends AnyAttribute> extends Wrapped<A> {
  readonly '~mode': 'default';
}
export interface Refined<A extends AnyAttribute, I, V> {
  readonly '~facts': AttributeFacts;
  readonly '~kind': A['~kind'];
  readonly '~mode': A['~mode'];
  readonly '~value': V;
  readonly '~input': I;
  readonly '~set': I;
  readonly '~path': A['~path'];
  readonly '~update': A['~update'];
  /** May be missing. */
  optional(): Optional<this>;
  /** Takes this value where none is given on a write, and where none is stored on a read. */
  default(value: I | (() => I)): Defaulted<this>;
  /** Stored under another attribute name. */
  as(name: string): this;
}

/** What a decimal is written from. A plain number is refused: a binary fraction may already have lost what was meant. */
export type DecimalOrStringOrBigint = Decimal | string | bigint;

export interface StringAttribute extends Attribute<'string', string, string, StringPath, UpdatePath<string>> {}
export interface LiteralAttribute<T extends string> extends Attribute<'string', T, T, StringPath<T>, UpdatePath<T>> {}
export interface NumberAttribute
  extends Attribute<'numeric', number, number, OrderedPath<number>, NumericUpdatePath<number>> {}
export interface BigintAttribute
  extends Attribute<'numeric', bigint, bigint, OrderedPath<bigint>, NumericUpdatePath<bigint>> {}
export interface DecimalAttribute
  extends Attribute<
    'numeric',
    Decimal,
    DecimalOrStringOrBigint,
    OrderedPath<Decimal, DecimalOrStringOrBigint>,
    NumericUpdatePath<Decimal, DecimalOrStringOrBigint>
  > {}
export interface BooleanAttribute
  extends Attribute<'boolean', boolean, boolean, EqualityPath<boolean>, UpdatePath<boolean>> {}
export interface BinaryAttribute
  extends Attribute<'binary', Uint8Array, Uint8Array, BinaryPath, UpdatePath<Uint8Array>> {}
type TextTime = StoredAs<Date, 'text'>;
type SecondsTime = StoredAs<Date, 'seconds'>;
/** A time stored as text. */
export interface TimestampAttribute
  extends Attribute<'time', Date, Date, OrderedPath<Date, Date, TextTime>, UpdatePath<Date, Date, TextTime>> {}
/** A time in microseconds since 1970, stored as text. */
export interface MicrosecondsAttribute
  extends Attribute<
    'time',
    bigint,
    bigint,
    OrderedPath<bigint, bigint, MicrosecondText>,
    UpdatePath<bigint, bigint, MicrosecondText>
  > {}
type MicrosecondText = StoredAs<bigint, 'microseconds'>;
/** A type of the program's own. Conditions compare what is stored. */
export interface CustomAttribute<V>
  extends Attribute<'time', V, V, OrderedPath<V, V, StoredAs<V, 'custom'>>, UpdatePath<V, V, StoredAs<V, 'custom'>>> {}
/** A time stored as seconds since 1970. */
export interface EpochSecondsAttribute
  extends Attribute<'time', Date, Date, OrderedPath<Date, Date, SecondsTime>, UpdatePath<Date, Date, SecondsTime>> {}
/** What the time of a write can be stored as. */
export type TimeAttribute = TimestampAttribute | MicrosecondsAttribute | EpochSecondsAttribute;
export interface SetAttribute<T>
  extends Attribute<'set', ReadonlySet<T>, ReadonlySet<T>, SetPath<T>, UpdatePath<ReadonlySet<T>>> {}
export interface ListAttribute<A extends AnyAttribute>
  extends Attribute<
    'document',
    A['~value'][],
    readonly A['~input'][],
    ListPath<A['~path'], A['~input']>,
    ListUpdatePath<A['~update'], A['~value'][], readonly A['~input'][]>
  > {}
export interface MapAttribute<A extends Attributes>
  extends Attribute<'document', ItemOf<A>, InputOf<A>, MapPath<A>, MapUpdatePath<A, ItemOf<A>, InputOf<A>>> {}
export interface RecordAttribute<A extends AnyAttribute>
  extends Attribute<
    'document',
    Readonly<Record<string, A['~value']>>,
    Readonly<Record<string, A['~input']>>,
    RecordPath<A['~path']>,
    RecordUpdatePath<A['~update'], Readonly<Record<string, A['~value']>>, Readonly<Record<string, A['~input']>>>
  > {}
/** The variants of a union, each a map, by the value of the discriminator. */
export interface Variants {
  readonly [name: string]: Attributes;
}
type VariantValue<D extends string, N, A extends Attributes> = Readonly<Record<D, N>> & ItemOf<A>;
type VariantInput<D extends string, N, A extends Attributes> = Readonly<Record<D, N>> & InputOf<A>;
export type UnionValue<D extends string, V extends Variants> = { [N in keyof V]: VariantValue<D, N, V[N]> }[keyof V];
export type UnionInput<D extends string, V extends Variants> = { [N in keyof V]: VariantInput<D, N, V[N]> }[keyof V];
export interface UnionAttribute<D extends string, V extends Variants>
  extends Attribute<
    'document',
    UnionValue<D, V>,
    UnionInput<D, V>,
    DocumentPath,
    UpdatePath<UnionValue<D, V>, UnionInput<D, V>>
  > {}
export interface JsonAttribute<T> extends Attribute<'document', T, T, DocumentPath, UpdatePath<T>> {}

/** Stands where a caller's value would overwrite what the library keeps. */
export interface WrittenByTheLibrary {
  readonly '~never': never;
}
export interface VersionAttribute {
  readonly '~facts': AttributeFacts;
  readonly '~kind': 'version';
  readonly '~mode': 'version';
  readonly '~value': number;
  readonly '~input': number;
  readonly '~set': WrittenByTheLibrary;
  readonly '~path': OrderedPath<number>;
  readonly '~update': Record<never, never>;
  /** Stored under another attribute name. */
  as(name: string): this;
}
/** What the library writes, and callers read and put back. */
interface WrittenHere<A extends AnyAttribute> {
  readonly '~facts': AttributeFacts;
  readonly '~kind': A['~kind'];
  readonly '~value': A['~value'];
  readonly '~input': A['~value'];
  readonly '~set': WrittenByTheLibrary;
  readonly '~path': A['~path'];
  readonly '~update': Record<never, never>;
  /** Stored under another attribute name. */
  as(name: string): this;
}
export interface DerivedAttribute<A extends AnyAttribute> extends WrittenHere<A> {
  readonly '~mode': 'derived';
  /** May be missing: in items that were written before, or where nothing comes of the computation. */
  optional(): OptionalDerived<A>;
}
export interface OptionalDerived<A extends AnyAttribute> extends WrittenHere<A> {
  readonly '~mode': 'optionalDerived';
}
export interface TimeToLiveAttribute {
  readonly '~facts': AttributeFacts;
  readonly '~kind': 'time';
  readonly '~mode': 'optional';
  readonly '~value': Date;
  readonly '~input': Date;
  readonly '~set': Date;
  readonly '~path': OrderedPath<Date, Date, SecondsTime>;
  readonly '~update': UpdatePath<Date, Date, SecondsTime>;
  /** May be missing, as it may without saying so. */
  optional(): this;
  /** Stored under another attribute name. */
  as(name: string): this;
}
