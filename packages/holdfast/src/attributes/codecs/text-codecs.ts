import { ValidationError } from '../../errors/usage-errors.js';
import type { Codec } from '../attribute-facts.js';
import { misfit, otherType, unfit } from '../mismatch.js';
import { timeOf } from './time-of.js';

const loneSurrogate = /\p{Surrogate}/u;

/** Half of a surrogate pair has no UTF-8 form: two such texts would be stored as one. */
export function isWellFormed(text: string): boolean {
  return !loneSurrogate.test(text);
}

/** Strings that pass a test. */
export function textCodec(expected: string, fits: (text: string) => boolean): Codec {
  return {
    encode(value, where) {
      if (typeof value !== 'string' || !fits(value)) throw unfit(where, expected, value);
      if (!isWellFormed(value))
        throw new ValidationError(`${where}: ${JSON.stringify(value)} holds half of a surrogate pair`);
      return { S: value };
    },
    decode(value, where) {
      if (!('S' in value)) throw otherType(where, expected, value);
      if (!fits(value.S)) throw misfit(where, expected, value.S);
      return value.S;
    },
  };
}

export const stringCodec = textCodec('a string', () => true);

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const uuidCodec = textCodec('a UUID', (text) => uuid.test(text));

export const dayCodec = textCodec('a day such as 2026-05-31', (text) => timeOf(`${text}T00:00:00.000Z`) !== undefined);

export function literalCodec(values: readonly string[]): Codec {
  const set = new Set(values);
  return textCodec(`one of ${values.map((value) => JSON.stringify(value)).join(', ')}`, (text) => set.has(text));
}

export const booleanCodec: Codec = {
  encode(value, where) {
    if (typeof value !== 'boolean') throw unfit(where, 'a boolean', value);
    return { BOOL: value };
  },
  decode(value, where) {
    if (!('BOOL' in value)) throw otherType(where, 'a boolean', value);
    return value.BOOL;
  },
};

export const binaryCodec: Codec = {
  encode(value, where) {
    if (!(value instanceof Uint8Array)) throw unfit(where, 'a Uint8Array', value);
    // a copy, since the caller may go on writing into its own
    return { B: value.slice() };
  },
  decode(value, where) {
    if (!('B' in value)) throw otherType(where, 'binary', value);
    return value.B;
  },
};
