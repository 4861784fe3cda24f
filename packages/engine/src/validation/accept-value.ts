import {
  type AttributeMap,
  AttributeMembers,
  type AttributeValue,
  canonicalNumber,
  NumberError,
  utf8Length,
} from '@holdfast/wire';
import { booleanOf } from './json-type.js';
import { invalidParameterValues, validationError } from './service-errors.js';

/** How deep lists and maps may be nested. */
export const maximumNesting = 32;

/** The most bytes of an attribute's name. */
const maximumNameLength = 65_535;

/**
 * A copy of a caller's item or key as the engine keeps it: null-prototype maps, canonical numbers, well-formed text, one type
 * per value. The JSON types have been checked before.
 *
 * @throws ServiceError ValidationException where the service would not store a value
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html
 */
export function acceptMap(map: AttributeMap): AttributeMap {
  for (const name of Object.keys(map)) checkName(name);
  return acceptMembers(map, 0);
}

function checkName(name: string): void {
  if (name === '') throw invalidParameterValues('An attribute name must have at least one character');
  // A UTF-16 code unit takes at most three bytes.
  if (name.length * 3 > maximumNameLength && utf8Length(name) > maximumNameLength) {
    throw validationError(`Attribute name is too large, must be less than ${maximumNameLength + 1} bytes`);
  }
}

/** As {@link acceptMap}, for one value. */
export function acceptValue(value: AttributeValue | undefined): AttributeValue {
  return accept(value, 0);
}

function acceptMembers(map: AttributeMap, depth: number): AttributeMap {
  const accepted = new AttributeMembers();
  for (const name of Object.keys(map)) accepted[wellFormed(name)] = accept(map[name], depth);
  return accepted;
}

function accept(value: Content | undefined, depth: number): AttributeValue {
  if (depth > maximumNesting) throw validationError('Nesting Levels have exceeded supported limits');
  const content: Content = value ?? {};
  const names = Object.keys(content);
  const [first = ''] = names;
  const accepted = acceptAs(names.length === 1 ? first : soleDescriptor(names, content, depth), content, depth);
  if (accepted !== undefined) return accepted;
  throw validationError('Supplied AttributeValue is empty, must contain exactly one of the supported datatypes');
}

/** A value before it is known to have one type only. The JSON types are right, but `null` may stand for what is absent. */
interface Content {
  readonly S?: string;
  readonly N?: string;
  readonly B?: Uint8Array;
  /** Some texts count as booleans. */
  readonly BOOL?: boolean | string;
  readonly NULL?: boolean | string;
  readonly L?: readonly AttributeValue[];
  readonly M?: AttributeMap;
  readonly SS?: readonly string[];
  readonly NS?: readonly string[];
  readonly BS?: readonly Uint8Array[];
}

/** `undefined` where the name is no descriptor, or nothing stands under it. */
function acceptAs(name: string, content: Content, depth: number): AttributeValue | undefined {
  switch (name) {
    case 'S':
      return content.S == null ? undefined : { S: wellFormed(content.S) };
    case 'N':
      return content.N == null ? undefined : { N: acceptNumber(content.N) };
    case 'B':
      return content.B == null ? undefined : { B: new Uint8Array(content.B) };
    case 'BOOL':
      return content.BOOL == null ? undefined : { BOOL: booleanOf(content.BOOL) ?? false };
    case 'NULL':
      if (content.NULL == null) return undefined;
      if (booleanOf(content.NULL)) return { NULL: true };
      throw invalidParameterValues('Null attribute value types must have the value of true');
    case 'L':
      return content.L == null ? undefined : { L: acceptElements(content.L, depth + 1) };
    case 'M':
      return content.M == null ? undefined : { M: acceptMembers(content.M, depth + 1) };
    case 'SS':
      return content.SS == null ? undefined : { SS: acceptStringSet(content.SS) };
    case 'NS':
      return content.NS == null ? undefined : { NS: acceptNumberSet(content.NS) };
    case 'BS':
      return content.BS == null ? undefined : { BS: acceptBinarySet(content.BS) };
    default:
      return undefined;
  }
}

const descriptors = ['S', 'N', 'B', 'BOOL', 'NULL', 'L', 'M', 'SS', 'NS', 'BS'] as const;

/** Of several members, the one that says what the value is; the empty text for none. */
function soleDescriptor(names: readonly string[], content: Content, depth: number): string {
  const present = descriptors.filter((name) => names.includes(name) && content[name] != null);
  const [sole = '', second] = present;
  if (second === undefined) return sole;
  // Each content is at fault before their number is.
  for (const name of present) acceptAs(name, content, depth);
  throw validationError(
    'Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes',
  );
}

function acceptElements(list: readonly AttributeValue[], depth: number): AttributeValue[] {
  const accepted: AttributeValue[] = [];
  for (const element of list) accepted.push(accept(element, depth));
  return accepted;
}

/** Halves of surrogate pairs cannot be written as UTF-8; they become U+FFFD, as an encoder would make them. */
function wellFormed(text: string): string {
  return text.isWellFormed() ? text : text.toWellFormed();
}

function acceptNumber(text: string): string {
  try {
    return canonicalNumber(text);
  } catch (error) {
    if (error instanceof NumberError) throw validationError(error.message);
    throw error;
  }
}

/** JSON may have them where the types have not. */
function hasNull(set: readonly unknown[]): boolean {
  return set.includes(null);
}

function acceptStringSet(set: readonly string[]): string[] {
  if (set.length === 0) throw invalidParameterValues('An string set  may not be empty');
  if (hasNull(set)) throw invalidParameterValues('An string set may not have a null string as a member');
  const accepted = set.map(wellFormed);
  if (new Set(accepted).size < accepted.length) {
    throw invalidParameterValues(`Input collection [${set.join(', ')}] contains duplicates.`);
  }
  return accepted;
}

function acceptNumberSet(set: readonly string[]): string[] {
  if (set.length === 0) throw invalidParameterValues('An number set  may not be empty');
  if (hasNull(set)) throw invalidParameterValues('An number set may not have a null string as a member');
  const accepted = set.map(acceptNumber);
  if (new Set(accepted).size < accepted.length) throw validationError('Input collection contains duplicates');
  return accepted;
}

function acceptBinarySet(set: readonly Uint8Array[]): Uint8Array[] {
  if (set.length === 0) throw invalidParameterValues('Binary sets should not be empty');
  if (hasNull(set)) throw invalidParameterValues('Binary sets may not contain null values');
  const accepted = set.map((bytes) => new Uint8Array(bytes));
  const texts = accepted.map((bytes) => Buffer.from(bytes).toString('base64'));
  if (new Set(texts).size < texts.length) {
    throw invalidParameterValues(`Input collection [${texts.join(', ')}]of type BS contains duplicates.`);
  }
  return accepted;
}
