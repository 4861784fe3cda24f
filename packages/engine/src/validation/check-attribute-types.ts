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

/**
 * Checks that a map of attribute values holds the JSON types its descriptors promise, and bytes where binary is meant. What the
 * values say is not its concern.
 *
 * @throws ServiceError SerializationException; ValidationException where the nesting is far beyond what can be stored
 */
export function checkAttributeMapTypes(map: unknown): void {
  checkMap(map, 0);
}

/**
 * As {@link checkAttributeMapTypes}, for one value.
 *
 * @param isMember whether it stands as a member of a structure, rather than in a list or map
 */
export function checkAttributeValueTypes(value: unknown, isMember: boolean): void {
  if (isMember && !isObject(value)) throw unexpectedMember(value, collectionClass('AttributeValue'));
  checkValue(value, 0);
}

function checkMap(map: unknown, depth: number): void {
  if (!isObject(map)) throw unexpectedCollection(map, mapClass(className('AttributeValue')));
  for (const name of Object.keys(map)) {
    const value = (map as Readonly<Record<string, unknown>>)[name];
    if (value != null) checkValue(value, depth);
  }
}

function checkValue(value: unknown, depth: number): void {
  if (!isObject(value)) throw unexpectedCollection(value, collectionClass('AttributeValue'));
  if (depth > maximumDepth) throw validationError('Nesting Levels have exceeded supported limits');
  for (const descriptor of Object.keys(value)) {
    const content = (value as Readonly<Record<string, unknown>>)[descriptor];
    if (content != null) checkContent(descriptor, content, depth);
  }
}

function checkContent(descriptor: string, content: unknown, depth: number): void {
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
      for (const element of listOf(content)) checkValue(element, depth + 1);
      return;
    case 'M':
      checkMap(content, depth + 1);
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
