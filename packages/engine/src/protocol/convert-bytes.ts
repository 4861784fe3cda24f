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
  if (positions === 'attributes') return mapMembers(message, (value) => convertValue(value, convert, 0));
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
  return mapMembers(value, (content, type) => {
    switch (type) {
      case 'B':
        return convert(content);
      case 'BS':
        return mapElements(content, convert);
      case 'L':
        return mapElements(content, (element) => convertValue(element, convert, depth + 1));
      case 'M':
        return mapMembers(content, (member) => convertValue(member, convert, depth + 1));
      default:
        return content;
    }
  });
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
  if (typeof object !== 'object' || object === null || Array.isArray(object)) return object;
  const members = object as Readonly<Record<string, unknown>>;
  let copy: Record<string, unknown> | undefined;
  for (const name of Object.keys(members)) {
    const mapped = map(members[name], name);
    if (mapped === members[name]) continue;
    copy ??= Object.assign(Object.create(null) as Record<string, unknown>, members);
    copy[name] = mapped;
  }
  return copy ?? members;
}
