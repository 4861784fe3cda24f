import type { AttributeValue } from '@holdfast/wire';
import { ValidationError } from '../../errors/usage-errors.js';
import type { AttributeFacts, Codec } from '../attribute-facts.js';
import { decodeMembers, encodeMember, encodeMembers, type Members } from '../members.js';
import { misfit, otherType, unfit } from '../mismatch.js';
import { decodeNumber, encodeNumber } from './number-codecs.js';
import { isWellFormed } from './text-codecs.js';

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

function encodeElement(facts: AttributeFacts, value: unknown, where: string): AttributeValue {
  const encoded = encodeMember(facts, value, where);
  if (encoded === undefined) throw new ValidationError(`${where}: DynamoDB cannot hold an empty set here`);
  return encoded;
}

export function listCodec(element: AttributeFacts): Codec {
  return {
    encode(value, where) {
      if (!Array.isArray(value)) throw unfit(where, 'an array', value);
      // Array.from, since map() would pass over the holes of a sparse array
      return { L: Array.from(value, (each: unknown, index) => encodeElement(element, each, `${where}[${index}]`)) };
    },
    decode(value, where) {
      if (!('L' in value)) throw otherType(where, 'a list', value);
      return value.L.map((each, index) => element.codec.decode(each, `${where}[${index}]`));
    },
  };
}

export function mapCodec(members: Members): Codec {
  return {
    encode(value, where) {
      if (!isPlainObject(value)) throw unfit(where, 'a plain object', value);
      return { M: encodeMembers(members, value, where) };
    },
    decode(value, where) {
      if (!('M' in value)) throw otherType(where, 'a map', value);
      return decodeMembers(members, value.M, where);
    },
  };
}

export function recordCodec(element: AttributeFacts): Codec {
  return {
    encode(value, where) {
      if (!isPlainObject(value)) throw unfit(where, 'a plain object', value);
      const stored: Record<string, AttributeValue> = Object.create(null);
      for (const [key, each] of Object.entries(value)) stored[key] = encodeElement(element, each, `${where}.${key}`);
      return { M: stored };
    },
    decode(value, where) {
      if (!('M' in value)) throw otherType(where, 'a record', value);
      const entries = Object.entries(value.M);
      return Object.fromEntries(entries.map(([key, each]) => [key, element.codec.decode(each, `${where}.${key}`)]));
    },
  };
}

/** Maps told apart by a string member, which is stored with them. */
export function unionCodec(discriminator: string, variants: ReadonlyMap<string, Members>): Codec {
  const names = [...variants.keys()].map((name) => JSON.stringify(name)).join(', ');
  return {
    encode(value, where) {
      if (!isPlainObject(value)) throw unfit(where, 'a plain object', value);
      const { [discriminator]: name, ...rest } = value;
      const members = typeof name === 'string' ? variants.get(name) : undefined;
      if (members === undefined) throw unfit(`${where}.${discriminator}`, `one of ${names}`, name);
      return { M: { ...encodeMembers(members, rest, where), [discriminator]: { S: String(name) } } };
    },
    decode(value, where) {
      if (!('M' in value)) throw otherType(where, 'a union', value);
      const { [discriminator]: stored, ...rest } = value.M;
      const name = stored !== undefined && 'S' in stored ? stored.S : undefined;
      const members = name === undefined ? undefined : variants.get(name);
      if (members === undefined) throw misfit(`${where}.${discriminator}`, `one of ${names}`, name);
      return { [discriminator]: name, ...decodeMembers(members, rest, where) };
    },
  };
}

/** Whatever JSON can hold. Numbers keep every digit or are refused; an undefined member is left out, as JSON does. */
export const jsonCodec: Codec = { encode: (value, where) => encodeJson(value, where, 0), decode: decodeJson };

/** Far beyond what DynamoDB takes, which is checked when the item is known: only a value that holds itself gets here. */
const mostLevels = 100;

function encodeJson(value: unknown, where: string, level: number): AttributeValue {
  if (level > mostLevels) {
    throw new ValidationError(`${where} holds itself, or lists and maps over ${mostLevels} deep`);
  }
  if (typeof value === 'string' && isWellFormed(value)) return { S: value };
  if (typeof value === 'boolean') return { BOOL: value };
  if (typeof value === 'number') return { N: encodeNumber(value, where) };
  if (value === null) return { NULL: true };
  if (Array.isArray(value))
    return { L: Array.from(value, (each, index) => encodeJson(each, `${where}[${index}]`, level + 1)) };
  if (!isPlainObject(value)) throw unfit(where, 'JSON', value);
  const stored: Record<string, AttributeValue> = Object.create(null);
  for (const [key, each] of Object.entries(value)) {
    if (each !== undefined) stored[key] = encodeJson(each, `${where}.${key}`, level + 1);
  }
  return { M: stored };
}

function decodeJson(value: AttributeValue, where: string): unknown {
  if ('S' in value) return value.S;
  if ('N' in value) return decodeNumber(value.N, where);
  if ('BOOL' in value) return value.BOOL;
  if ('NULL' in value) return null;
  if ('L' in value) return value.L.map((each, index) => decodeJson(each, `${where}[${index}]`));
  if ('M' in value) {
    return Object.fromEntries(Object.entries(value.M).map(([key, each]) => [key, decodeJson(each, `${where}.${key}`)]));
  }
  throw otherType(where, 'JSON', value);
}
