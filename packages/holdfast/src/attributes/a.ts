import { ValidationError } from '../errors/usage-errors.js';
import type { AnyAttribute, Attributes } from './any-attribute.js';
import type {
  BigintAttribute,
  BinaryAttribute,
  BooleanAttribute,
  CustomAttribute,
  DecimalAttribute,
  DerivedAttribute,
  EpochSecondsAttribute,
  JsonAttribute,
  ListAttribute,
  LiteralAttribute,
  MapAttribute,
  MicrosecondsAttribute,
  NumberAttribute,
  RecordAttribute,
  SetAttribute,
  StringAttribute,
  TimeAttribute,
  TimestampAttribute,
  TimeToLiveAttribute,
  UnionAttribute,
  Variants,
  VersionAttribute,
} from './attribute.js';
import type { AttributeFacts, Codec, Shape } from './attribute-facts.js';
import { type CustomCodec, customCodec } from './codecs/custom-codec.js';
import { jsonCodec, listCodec, mapCodec, recordCodec, unionCodec } from './codecs/document-codecs.js';
import { bigintCodec, decimalCodec, numberCodec, versionCodec } from './codecs/number-codecs.js';
import { binarySetCodec, numberSetCodec, stringSetCodec } from './codecs/set-codecs.js';
import { binaryCodec, booleanCodec, dayCodec, literalCodec, stringCodec, uuidCodec } from './codecs/text-codecs.js';
import { epochSecondsCodec, microsecondsCodec, timestampCodec, timeToLiveCodec } from './codecs/time-codecs.js';
import { membersOf } from './members.js';

/** The types of `T` are the caller's to choose: a definition carries facts at run time and all else as types only. */
function define<T extends AnyAttribute>(facts: AttributeFacts): T {
  const definition = {
    '~facts': facts,
    optional: () => define({ ...facts, mode: 'optional' }),
    default: (value: unknown) => define({ ...facts, mode: 'default', default: value }),
    as: (storedAs: string) => define({ ...facts, storedAs }),
    validate: (schema: AttributeFacts['schema']) => define({ ...facts, schema }),
  };
  return definition as unknown as T;
}
function plain<T extends AnyAttribute>(type: string, codec: Codec): T {
  return define({ type, mode: 'required', codec });
}
/** The facts of a value inside a document. */
function inside(builder: string, attribute: AnyAttribute): AttributeFacts {
  const facts = attribute['~facts'];
  const { derivation } = facts;
  if (facts.type !== 'version' && facts.type !== 'timeToLive' && derivation === undefined) return facts;
  throw new ValidationError(
    `${builder}: a ${derivation?.kind ?? facts.type} belongs to an item; declare it as one of the entity's attributes`,
  );
}
function factsOf(builder: string, attributes: Attributes): Readonly<Record<string, AttributeFacts>> {
  return Object.fromEntries(Object.entries(attributes).map(([name, each]) => [name, inside(builder, each)]));
}

/** Text, up to the 400 KB of an item; an empty string too, but not in a key. */
export const string = (): StringAttribute => plain('string', stringCodec);

/** One of some strings: `a.literal('free', 'paid')`. */
export function literal<const T extends string>(...values: readonly T[]): LiteralAttribute<T> {
  if (values.length === 0) throw new ValidationError('a.literal() needs at least one value');
  return plain('literal', literalCodec(values));
}

/** A UUID in text form; kept as given, never folded to lower case. */
export const uuid = (): StringAttribute => plain('uuid', uuidCodec);

/** A calendar day as text, `2026-05-31`. */
export const day = (): StringAttribute => plain('day', dayCodec);

/**
 * A JavaScript number. A stored number that it cannot represent exactly is an error on read, never rounded; see
 * {@link bigint} and {@link decimal}.
 */
export const number = (): NumberAttribute => plain('number', numberCodec);

/** A whole number of up to 38 digits. */
export const bigint = (): BigintAttribute => plain('bigint', bigintCodec);

/** An exact number of up to 38 digits, for money and the like; read as a `Decimal`. */
export const decimal = (): DecimalAttribute => plain('decimal', decimalCodec);

export const boolean = (): BooleanAttribute => plain('boolean', booleanCodec);

/** Bytes. */
export const binary = (): BinaryAttribute => plain('binary', binaryCodec);

/** A `Date`, stored as ISO 8601 text in UTC of one fixed width, to the millisecond, so that it sorts. */
export const timestamp = (): TimestampAttribute => plain('timestamp', timestampCodec);

/**
 * A time to the microsecond: a `bigint`, microseconds since 1970, stored as ISO 8601 text in UTC of one fixed width,
 * `2026-05-31T18:00:00.000000Z`, so that it sorts. It does not compare with a {@link timestamp}, whose text is shorter.
 */
export const timestampMicroseconds = (): MicrosecondsAttribute => plain('timestampMicroseconds', microsecondsCodec);

/** A `Date`, stored as seconds since 1970. */
export const epochSeconds = (): EpochSecondsAttribute => plain('epochSeconds', epochSecondsCodec);

/** A set of strings. The empty set is stored as absence and read back as empty. */
export const stringSet = (): SetAttribute<string> =>
  define({ type: 'stringSet', mode: 'required', codec: stringSetCodec, element: string()['~facts'] });

/** A set of numbers. The empty set is stored as absence and read back as empty. */
export const numberSet = (): SetAttribute<number> =>
  define({ type: 'numberSet', mode: 'required', codec: numberSetCodec, element: number()['~facts'] });

/** A set of byte strings. The empty set is stored as absence and read back as empty. */
export const binarySet = (): SetAttribute<Uint8Array> =>
  define({ type: 'binarySet', mode: 'required', codec: binarySetCodec, element: binary()['~facts'] });

/** A list of elements of one type. */
export function list<A extends AnyAttribute>(element: A): ListAttribute<A> {
  const facts = inside('a.list', element);
  return define({ type: 'list', mode: 'required', codec: listCodec(facts), element: facts });
}

/** A map with declared members; they may be optional or have defaults. */
export function map<A extends Attributes>(attributes: A): MapAttribute<A> {
  const members = factsOf('a.map', attributes);
  return define({ type: 'map', mode: 'required', codec: mapCodec(membersOf(members, 'a.map')), members });
}

/** A map from any string to values of one type. */
export function record<A extends AnyAttribute>(value: A): RecordAttribute<A> {
  const facts = inside('a.record', value);
  return define({ type: 'record', mode: 'required', codec: recordCodec(facts), element: facts });
}

/**
 * One of several maps, told apart by a string member: `a.union('type', { card: { last4: a.string() }, cash: {} })`.
 */
export function union<const D extends string, V extends Variants>(discriminator: D, variants: V): UnionAttribute<D, V> {
  const shapes: Record<string, Shape> = {};
  const byName = new Map(
    Object.entries(variants).map(([name, attributes]) => {
      const facts = factsOf('a.union', attributes);
      const members = membersOf(facts, `a.union ${name}`);
      shapes[name] = { type: 'map', members: { ...facts, [discriminator]: string()['~facts'] } };
      if (members.byName.has(discriminator) || members.byStoredName.has(discriminator)) {
        throw new ValidationError(
          `a.union: the variant ${name} declares ${discriminator}, which tells the variants apart`,
        );
      }
      return [name, members];
    }),
  );
  return define({
    type: 'union',
    mode: 'required',
    codec: unionCodec(discriminator, byName),
    variants: shapes,
  });
}

/** Anything that JSON can hold, in a type of your own: `a.json<{ kind: string }>()`. */
export const json = <T = unknown>(): JsonAttribute<T> => plain('json', jsonCodec);

/**
 * Optimistic locking: a whole number that every write increases, from 1. The library writes it; a put holds only if the
 * stored version is the one that was read, and an item that is put without one is new. An item that others stored without a
 * version is read with version 0, and gets its first one by the first write.
 */
export const version = (): VersionAttribute => define({ type: 'version', mode: 'version', codec: versionCodec });

/**
 * When DynamoDB may delete the item, stored as whole seconds since 1970, rounded up. Time to live must be enabled on the
 * table for this attribute; deletion then comes up to days later, and until it does the item is read and written like any
 * other.
 *
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/TTL.html
 */
export const timeToLive = (): TimeToLiveAttribute =>
  define({ type: 'timeToLive', mode: 'optional', codec: timeToLiveCodec });

function timeOfWrite(kind: 'createdAt' | 'updatedAt') {
  return <A extends TimeAttribute = TimestampAttribute>(time?: A): DerivedAttribute<A> => {
    const { '~facts': facts } = time ?? timestamp();
    return define({ ...facts, mode: 'derived', derivation: { kind } });
  };
}

/**
 * When the item was first written, by the backend's clock. A put of an item that was read keeps the time that it brings along; one
 * that brings none is new.
 *
 * @param time how it is stored: as a {@link timestamp} unless given, or as `a.timestampMicroseconds()` or `a.epochSeconds()`. It is
 * no more precise than the clock, which counts milliseconds.
 */
export const createdAt = timeOfWrite('createdAt');

/**
 * When the item was last written through the library, by the backend's clock; all attempts of a write carry one time.
 *
 * @param time how it is stored, as of {@link createdAt}
 */
export const updatedAt = timeOfWrite('updatedAt');

type Sources<S extends Attributes> = { readonly [K in keyof S]: S[K]['~value'] | Absent<S[K]['~mode']> };
type Absent<M> = M extends 'optional' ? undefined : never;

/**
 * An attribute that the library computes from others of the same item whenever they are written:
 *
 * ```ts
 * const title = a.string();
 * const Post = entity('POST', {
 *   key: { pk: 'POST#{id}', sk: 'POST' },
 *   attributes: { id: a.string(), title, slug: a.computed(a.string(), { title }, (post) => post.title.toLowerCase()) },
 * });
 * ```
 *
 * An update that sets one of the sources must set all of them, to plain values, since the service cannot compute it. Where `by`
 * gives `undefined` nothing is stored, and the attribute should be `optional()`.
 *
 * @param by is pure: it may run several times for one write
 */
export function computed<A extends AnyAttribute, S extends Attributes>(
  attribute: A,
  sources: S,
  by: (values: Sources<S>) => A['~input'] | undefined,
): DerivedAttribute<A> {
  const facts = Object.fromEntries(Object.entries(sources).map(([name, source]) => [name, source['~facts']]));
  const derivation = { kind: 'computed', sources: facts, by: by as (values: object) => unknown } as const;
  return define({ ...attribute['~facts'], mode: 'derived', derivation });
}

const customTypes = { S: 'custom', N: 'customNumber', B: 'customBinary' } as const;

/**
 * A type of the program's own, stored as text (`S`), as a number by its text (`N`), or as bytes (`B`):
 *
 * ```ts
 * const url = () => a.custom<URL>({ type: 'S', encode: (value) => value.href, decode: (text) => new URL(text) });
 * ```
 *
 * Conditions and keys compare what is stored. What `encode` and `decode` throw becomes an error that names the attribute.
 */
export const custom = <V>(codec: CustomCodec<V>): CustomAttribute<V> =>
  plain(customTypes[codec.type], customCodec(codec));
