import {
  type AttributeMap,
  AttributeMembers,
  type AttributeValue,
  canonicalNumber,
  NumberError,
  type TypeDescriptor,
  utf8Length,
} from '@holdfast/wire';
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

function accept(value: AttributeValue | undefined, depth: number): AttributeValue {
  if (depth > maximumNesting) throw validationError('Nesting Levels have exceeded supported limits');
  const content: Content = value ?? {};
  switch (soleDescriptor(content)) {
    case 'S':
      return { S: wellFormed(content.S as string) };
    case 'N':
      return { N: acceptNumber(content.N as string) };
    case 'B':
      return { B: new Uint8Array(content.B as Uint8Array) };
    case 'BOOL':
      return { BOOL: content.BOOL as boolean };
    case 'NULL':
      if (content.NULL !== true) {
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

type Descriptor = TypeDescriptor;
/** A value before it is known to have one type only. */
type Content = { readonly [Name in Descriptor]?: unknown };

function soleDescriptor(content: Content): Descriptor {
  let sole: Descriptor | undefined;
  for (const descriptor of Object.keys(content)) {
    if (!isDescriptor(descriptor) || content[descriptor] == null) continue;
    if (sole !== undefined) {
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

function isDescriptor(name: string): name is Descriptor {
  switch (name) {
    case 'S':
    case 'N':
    case 'B':
    case 'BOOL':
    case 'NULL':
    case 'L':
    case 'M':
    case 'SS':
    case 'NS':
    case 'BS':
      return true;
    default:
      return false;
  }
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

function acceptStringSet(set: readonly string[]): string[] {
  if (set.length === 0) throw invalidParameterValues('An string set  may not be empty');
  const accepted = set.map(wellFormed);
  if (new Set(accepted).size < accepted.length) {
    throw invalidParameterValues(`Input collection [${set.join(', ')}] contains duplicates.`);
  }
  return accepted;
}

function acceptNumberSet(set: readonly string[]): string[] {
  if (set.length === 0) throw invalidParameterValues('An number set  may not be empty');
  const accepted = set.map(acceptNumber);
  if (new Set(accepted).size < accepted.length) throw validationError('Input collection contains duplicates');
  return accepted;
}

function acceptBinarySet(set: readonly Uint8Array[]): Uint8Array[] {
  if (set.length === 0) throw invalidParameterValues('Binary sets should not be empty');
  const accepted = set.map((bytes) => new Uint8Array(bytes));
  const texts = accepted.map((bytes) => Buffer.from(bytes).toString('base64'));
  if (new Set(texts).size < texts.length) {
    throw invalidParameterValues(`Input collection [${texts.join(', ')}]of type BS contains duplicates.`);
  }
  return accepted;
}
