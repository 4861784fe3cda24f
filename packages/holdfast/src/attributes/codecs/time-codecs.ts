import { Decimal } from '@holdfast/wire';
import { StoredItemError } from '../../errors/usage-errors.js';
import type { Codec } from '../attribute-facts.js';
import { otherType, unfit } from '../mismatch.js';

const fixedWidth = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

function milliseconds(value: unknown, where: string): number {
  const time = value instanceof Date ? value.getTime() : Number.NaN;
  if (Number.isNaN(time)) throw unfit(where, 'a valid Date', value);
  return time;
}

/** ISO 8601 in UTC with milliseconds, always 24 characters wide, since texts of unequal width do not sort as times. */
export const timestampCodec: Codec = {
  encode(value, where) {
    const text = new Date(milliseconds(value, where)).toISOString();
    if (!fixedWidth.test(text)) throw unfit(where, 'a Date of the years 0000 to 9999', value);
    return { S: text };
  },
  decode(value, where) {
    if (!('S' in value)) throw otherType(where, 'a timestamp', value);
    const date = new Date(value.S);
    if (!fixedWidth.test(value.S) || Number.isNaN(date.getTime())) {
      throw new StoredItemError(
        `${where}: the stored ${JSON.stringify(value.S)} is no time of the form 2026-05-31T18:00:00.000Z`,
      );
    }
    return date;
  },
};

function secondsCodec(toSeconds: (time: number) => string): Codec {
  return {
    encode: (value, where) => ({ N: toSeconds(milliseconds(value, where)) }),
    decode(value, where) {
      if (!('N' in value)) throw otherType(where, 'a time in seconds since 1970', value);
      const time = Decimal.from(value.N).times(1000);
      const date = new Date(time.toNumber());
      if (!time.isInteger() || Number.isNaN(date.getTime())) {
        throw new StoredItemError(`${where}: the stored ${value.N} is no time in seconds that a Date can hold`);
      }
      return date;
    },
  };
}

/** Seconds since 1970, with a fraction where the time has one. */
export const epochSecondsCodec = secondsCodec((time) => Decimal.from(time).times('0.001').toString());

/** Whole seconds since 1970, rounded up, so that nothing expires early: time to live looks at whole seconds only. */
export const timeToLiveCodec = secondsCodec((time) => String(Math.ceil(time / 1000)));
