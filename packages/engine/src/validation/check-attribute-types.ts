import {
  booleanOf,
  cannotConvert,
  className,
  collectionClass,
  isObject,
  mapClass,
  unexpectedCollection,
  unexpectedMember,
} from './json-type.js';
import { serializationError, validationError } from './service-errors.js';

const maximumDepth = 128;
/** More than fit into a request that comes over the wire; only objects that share their parts can have as many. */
const mostValues = 4_000_000;

/**
 * Checks that a map of attribute values holds the JSON types its descriptors promise, and bytes where binary is meant. What the
 * values say is not its concern.
 *
 * @throws ServiceError SerializationException; ValidationException where the nesting is far beyond what can be stored
 */
export function checkAttributeMapTypes(map: unknown): void {
  checkMap(map, 0, { left: mostValues });
}

/**
 * As {@link checkAttributeMapTypes}, for one value.
 *
 * @param isMember whether it stands as a member of a structure, rather than in a list or map
 */
export function checkAttributeValueTypes(value: unknown, isMember: boolean): void {
  if (isMember && !isObject(value)) throw unexpectedMember(value, collectionClass('AttributeValue'));
  checkValue(value, 0, { left: mostValues });
}

interface Budget {
  left: number;
}

function checkMap(map: unknown, depth: number, budget: Budget): void {
  if (!isObject(map)) throw unexpectedCollection(map, mapClass(className('AttributeValue')));
  const members = map as Readonly<Record<string, unknown>>;
  // Members that are inherited are looked at too, but never stored; to leave them out would cost more than the check.
  for (const name in members) {
    const value = members[name];
    if (value != null) checkValue(value, depth, budget);
  }
}

function checkValue(value: unknown, depth: number, budget: Budget): void {
  if (!isObject(value)) throw unexpectedCollection(value, collectionClass('AttributeValue'));
  if (depth > maximumDepth) throw validationError('Nesting Levels have exceeded supported limits');
  budget.left -= 1;
  if (budget.left < 0) throw validationError('Item size has exceeded the maximum allowed size');
  const members = value as Readonly<Record<string, unknown>>;
  for (const descriptor in members) {
    const content = members[descriptor];
    if (content != null) checkContent(descriptor, content, depth, budget);
  }
}

function checkContent(descriptor: string, content: unknown, depth: number, budget: Budget): void {
  switch (descriptor) {
    case 'S':
    case 'N':
      if (typeof content !== 'string') throw cannotConvert(content, 'String');
      return;
    case 'B':
      checkBytes(content);
      return;
    case 'BOOL':
    case 'NULL':
      if (typeof content === 'string' && booleanOf(content) !== undefined) return;
      if (typeof content === 'string') throw serializationError('Unexpected token received from parser');
      if (typeof content !== 'boolean') throw cannotConvert(content, 'Boolean');
      return;
    case 'SS':
    case 'NS':
      for (const element of listOf(content)) {
        if (element !== null && typeof element !== 'string') throw cannotConvert(element, 'String');
      }
      return;
    case 'BS':
      for (const element of listOf(content)) if (element !== null) checkBytes(element);
      return;
    case 'L':
      for (const element of listOf(content)) checkValue(element, depth + 1, budget);
      return;
    case 'M':
      checkMap(content, depth + 1, budget);
  }
}

function listOf(content: unknown): readonly unknown[] {
  if (!Array.isArray(content)) throw unexpectedCollection(content, 'java.util.List');
  return content;
}

function checkBytes(content: unknown): void {
  // By its tag, because test runners hand in arrays of another realm.
  if (Object.prototype.toString.call(content) === '[object Uint8Array]') return;
  if (Array.isArray(content)) throw serializationError('Unrecognized collection type class java.nio.ByteBuffer');
  if (isObject(content)) throw serializationError('Start of structure or map found where not expected');
  throw serializationError(
    typeof content === 'string'
      ? 'only base-64-encoded data is convertible to bytes'
      : 'only base-64-encoded strings are convertible to bytes',
  );
}
