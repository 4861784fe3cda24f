import { type AttributeMap, type AttributeValue, canonicalNumber, NumberError, utf8Length } from '@holdfast/wire';
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
  const accepted: Record<string, AttributeValue> = Object.create(null);
  for (const name of Object.keys(map)) accepted[wellFormed(name)] = accept(map[name], depth);
  return accepted;
}

function accept(value: Content | undefined, depth: number): AttributeValue {
  if (depth > maximumNesting) throw validationError('Nesting Levels have exceeded supported limits');
  const content: Content = value ?? {};
  switch (soleDescriptor(content, depth)) {
    case 'S':
      return { S: wellFormed(content.S as string) };
    case 'N':
      return { N: acceptNumber(content.N as string) };
    case 'B':
      return { B: new Uint8Array(content.B as Uint8Array) };
    case 'BOOL':
      return { BOOL: booleanOf(content.BOOL) ?? false };
    case 'NULL':
      if (booleanOf(content.NULL) !== true) {
        throw invalidParameterValues('Null attribute value types must have the value of true');
      }
      return { NULL: true };
    case 'L':
      return { L: (content.L as readonly AttributeValue[]).map((element) => accept(element, depth + 1)) };
    case 'M':
      return { M: acceptMembers(content.M as AttributeMap, depth + 1) };
    case 'SS':
      return { SS: acceptStringSet(content.SS as readonly string[]) };
    case 'NS':
      return { NS: acceptNumberSet(content.NS as readonly string[]) };
    case 'BS':
      return { BS: acceptBinarySet(content.BS as readonly Uint8Array[]) };
  }
}

const descriptors = ['S', 'N', 'B', 'BOOL', 'NULL', 'L', 'M', 'SS', 'NS', 'BS'] as const;
type Descriptor = (typeof descriptors)[number];
/** A value before it is known to have one type only. */
type Content = { readonly [Name in Descriptor]?: unknown };

function has(content: Content, descriptor: Descriptor): boolean {
  return Object.hasOwn(content, descriptor) && content[descriptor] != null;
}

function soleDescriptor(content: Content, depth: number): Descriptor {
  let sole: Descriptor | undefined;
  for (const descriptor of descriptors) {
    if (!has(content, descriptor)) continue;
    if (sole !== undefined) {
      // Each content is at fault before their number is.
      for (const each of descriptors) if (has(content, each)) accept({ [each]: content[each] }, depth);
      throw validationError(
        'Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes',
      );
    }
    sole = descriptor;
  }
  if (sole === undefined) {
    throw validationError('Supplied AttributeValue is empty, must contain exactly one of the supported datatypes');
  }
  return sole;
}

/** Halves of surrogate pairs cannot be written as UTF-8; they become U+FFFD, as an encoder would make them. */
function wellFormed(text: string): string {
  return /\p{Surrogate}/u.test(text) ? text.replace(/\p{Surrogate}/gu, '\ufffd') : text;
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
