import { ServiceError } from '@holdfast/wire';
import type { Positions } from './value-positions.js';

/**
 * How deep attribute values may be nested before the protocol itself refuses them. The service's limit of 32 levels is
 * the engine's to judge; this one only keeps a hostile request from exhausting the stack.
 */
const maximumDepth = 100;

/** Turns the content of a `B`, or one element of a `BS`, from one notation into the other. */
export type ConvertBytes = (content: unknown) => unknown;

/**
 * `message` with the bytes at its `positions` converted. What holds none is returned as it is, not copied, and so is
 * whatever does not look as it should: that is the engine's to judge.
 */
export function convertBytes(message: unknown, positions: Positions, convert: ConvertBytes): unknown {
  if (positions === 'attributes') return convertAttributes(message, convert, 0);
  if (positions === 'value') return convertValue(message, convert, 0);
  if ('values' in positions) return mapMembers(message, (member) => convertBytes(member, positions.values, convert));
  if ('each' in positions) return mapElements(message, (element) => convertBytes(element, positions.each, convert));
  return mapMembers(message, (member, name) => {
    const below = Object.hasOwn(positions.members, name) ? positions.members[name] : undefined;
    return below === undefined ? member : convertBytes(member, below, convert);
  });
}

function convertValue(value: unknown, convert: ConvertBytes, depth: number): unknown {
  if (depth > maximumDepth) {
    throw new ServiceError('ValidationException', 'Nesting Levels have exceeded supported limits');
  }
  if (!isObject(value)) return value;
  let copy: Record<string, unknown> | undefined;
  for (const type in value) {
    const content = value[type];
    const converted = convertContent(type, content, convert, depth);
    if (converted === content) continue;
    copy ??= copied(value);
    copy[type] = converted;
  }
  return copy ?? value;
}

function convertContent(type: string, content: unknown, convert: ConvertBytes, depth: number): unknown {
  switch (type) {
    case 'B':
      return convert(content);
    case 'BS':
      return mapElements(content, convert);
    case 'L':
      return mapElements(content, (element) => convertValue(element, convert, depth + 1));
    case 'M':
      return convertAttributes(content, convert, depth + 1);
    default:
      return content;
  }
}

function convertAttributes(attributes: unknown, convert: ConvertBytes, depth: number): unknown {
  if (!isObject(attributes)) return attributes;
  let copy: Record<string, unknown> | undefined;
  for (const name in attributes) {
    const value = attributes[name];
    const converted = convertValue(value, convert, depth);
    if (converted === value) continue;
    copy ??= copied(attributes);
    copy[name] = converted;
  }
  return copy ?? attributes;
}

function mapElements(list: unknown, map: (element: unknown) => unknown): unknown {
  if (!Array.isArray(list)) return list;
  let copy: unknown[] | undefined;
  for (let index = 0; index < list.length; index++) {
    const mapped = map(list[index]);
    if (mapped === list[index]) continue;
    copy ??= [...list];
    copy[index] = mapped;
  }
  return copy ?? list;
}

function mapMembers(object: unknown, map: (member: unknown, name: string) => unknown): unknown {
  if (!isObject(object)) return object;
  let copy: Record<string, unknown> | undefined;
  for (const name of Object.keys(object)) {
    const mapped = map(object[name], name);
    if (mapped === object[name]) continue;
    copy ??= copied(object);
    copy[name] = mapped;
  }
  return copy ?? object;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function copied(object: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.assign(Object.create(null) as Record<string, unknown>, object);
}
