import { type AttributeValue, compareBytes } from '@holdfast/wire';
import { ValidationError } from '../../errors/usage-errors.js';
import type { Codec } from '../attribute-facts.js';
import { otherType, unfit } from '../mismatch.js';
import { decodeNumber, encodeNumber } from './number-codecs.js';
import { isWellFormed } from './text-codecs.js';

/**
 * DynamoDB has no empty sets: taking the last element out removes the attribute. So an empty set is written by leaving
 * the attribute out, and a missing attribute reads as an empty set.
 */
function setCodec<Stored>(
  expected: string,
  encode: (element: unknown, where: string) => Stored,
  wrap: (elements: readonly Stored[]) => AttributeValue,
  unwrap: (value: AttributeValue, where: string) => readonly unknown[] | undefined,
): Codec {
  return {
    encode(value, where) {
      if (!(value instanceof Set)) throw unfit(where, expected, value);
      return value.size === 0 ? undefined : wrap([...value].map((element) => encode(element, where)));
    },
    decode(value, where) {
      const elements = unwrap(value, where);
      if (elements === undefined) throw otherType(where, expected, value);
      return new Set(elements);
    },
    absent: () => new Set(),
  };
}

export const stringSetCodec = setCodec(
  'a Set of strings',
  (element, where) => {
    if (typeof element !== 'string' || !isWellFormed(element)) throw unfit(where, 'a Set of strings', element);
    return element;
  },
  (SS) => ({ SS }),
  (value) => ('SS' in value ? value.SS : undefined),
);

export const numberSetCodec = setCodec(
  'a Set of numbers',
  encodeNumber,
  (NS) => ({ NS }),
  (value, where) => ('NS' in value ? value.NS.map((text) => decodeNumber(text, where)) : undefined),
);

const binary = setCodec(
  'a Set of Uint8Arrays',
  (element, where) => {
    if (!(element instanceof Uint8Array)) throw unfit(where, 'a Set of Uint8Arrays', element);
    return element.slice();
  },
  (BS) => ({ BS }),
  (value) => ('BS' in value ? value.BS : undefined),
);
export const binarySetCodec: Codec = {
  ...binary,
  encode(value, where) {
    const encoded = binary.encode(value, where);
    // a JavaScript Set compares arrays by identity, so equal ones can stand in it twice
    if (encoded !== undefined && 'BS' in encoded) {
      const sorted = [...encoded.BS].sort(compareBytes);
      const repeated = sorted.some((each, index) => index > 0 && compareBytes(each, sorted[index - 1] ?? each) === 0);
      if (repeated) throw new ValidationError(`${where}: two elements of the set have equal bytes`);
    }
    return encoded;
  },
};
