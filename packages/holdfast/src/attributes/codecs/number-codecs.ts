import { canonicalNumber, Decimal, NumberError } from '@holdfast/wire';
import { StoredItemError, ValidationError } from '../../errors/usage-errors.js';
import type { Codec } from '../attribute-facts.js';
import { misfit, otherType, unfit } from '../mismatch.js';

/** The number as DynamoDB keeps it. */
export function encodeNumber(value: unknown, where: string): string {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw unfit(where, 'a finite number', value);
  return canonical(String(value), where);
}

/** The nearest number, provided that it stands for exactly what is stored. */
export function decodeNumber(text: string, where: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && String(value) === text) return value;
  if (!Number.isFinite(value) || canonicalNumber(String(value)) !== canonicalNumber(text)) {
    throw new StoredItemError(`${where}: the stored ${text} does not fit a number; declare a.decimal() or a.bigint()`);
  }
  return value;
}

export const numberCodec: Codec = {
  encode: (value, where) => ({ N: encodeNumber(value, where) }),
  decode(value, where) {
    if (!('N' in value)) throw otherType(where, 'a number', value);
    return decodeNumber(value.N, where);
  },
};

export const bigintCodec: Codec = {
  encode(value, where) {
    if (typeof value !== 'bigint') throw unfit(where, 'a bigint', value);
    return { N: canonical(value.toString(), where) };
  },
  decode(value, where) {
    if (!('N' in value)) throw otherType(where, 'a bigint', value);
    const stored = Decimal.from(value.N);
    if (!stored.isInteger()) throw misfit(where, 'an integer; declare a.decimal()', value.N);
    return stored.toBigInt();
  },
};

export const decimalCodec: Codec = {
  encode(value, where) {
    if (!(value instanceof Decimal) && typeof value !== 'string' && typeof value !== 'bigint') {
      throw unfit(where, 'a Decimal, a string or a bigint', value);
    }
    return { N: canonical(value.toString(), where) };
  },
  decode(value, where) {
    if (!('N' in value)) throw otherType(where, 'a decimal', value);
    return Decimal.from(value.N);
  },
};

const aVersion = 'a version, a whole number from 1, or 0 of an item that was stored without one';

export function isVersion(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

export const versionCodec: Codec = {
  encode(value, where) {
    if (!isVersion(value)) throw unfit(where, aVersion, value);
    return { N: String(value) };
  },
  decode(value, where) {
    const version = numberCodec.decode(value, where);
    if (isVersion(version)) return version;
    throw misfit(where, aVersion, version);
  },
  absent: () => 0,
};

function canonical(text: string, where: string): string {
  try {
    return canonicalNumber(text);
  } catch (error) {
    if (!(error instanceof NumberError)) throw error;
    throw new ValidationError(`${where}: ${text} is no number that DynamoDB can hold (38 digits, 1E-130 to 9.9E+125)`, {
      cause: error,
    });
  }
}
