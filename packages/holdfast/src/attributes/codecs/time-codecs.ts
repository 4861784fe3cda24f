import { Decimal } from '@holdfast/wire';
import type { Codec } from '../attribute-facts.js';
import { misfit, otherType, unfit } from '../mismatch.js';
import { timeOf, timeWidth } from './time-of.js';

function milliseconds(value: unknown, where: string): number {
  const time = value instanceof Date ? value.getTime() : Number.NaN;
  if (Number.isNaN(time)) throw unfit(where, 'a valid Date', value);
  return time;
}

/** ISO 8601 in UTC with milliseconds, always 24 characters wide, since texts of unequal width do not sort as times. */
export const timestampCodec: Codec = {
  encode(value, where) {
    const text = new Date(milliseconds(value, where)).toISOString();
    if (text.length !== timeWidth) throw unfit(where, 'a Date of the years 0000 to 9999', value);
    return { S: text };
  },
  decode(value, where) {
    if (!('S' in value)) throw otherType(where, 'a timestamp', value);
    const time = timeOf(value.S);
    if (time === undefined) throw misfit(where, 'a time of the form 2026-05-31T18:00:00.000Z', value.S);
    return new Date(time);
  },
};

const lastMicros = /\d{3}(?=Z$)/;

/** As {@link timestampCodec}, with six digits behind the second, of microseconds since 1970. */
export const microsecondsCodec: Codec = {
  encode(value, where) {
    if (typeof value !== 'bigint') throw unfit(where, 'a bigint, microseconds since 1970', value);
    const micros = ((value % 1000n) + 1000n) % 1000n;
    const date = new Date(Number((value - micros) / 1000n));
    const text = Number.isNaN(date.getTime()) ? '' : date.toISOString();
    if (text.length !== timeWidth) throw unfit(where, 'microseconds of the years 0000 to 9999', value);
    return { S: `${text.slice(0, -1)}${String(micros).padStart(3, '0')}Z` };
  },
  decode(value, where) {
    if (!('S' in value)) throw otherType(where, 'a timestamp in microseconds', value);
    const [micros] = lastMicros.exec(value.S) ?? [];
    const time = timeOf(value.S.replace(lastMicros, ''));
    if (micros === undefined || time === undefined) {
      throw misfit(where, 'a time of the form 2026-05-31T18:00:00.000000Z', value.S);
    }
    return BigInt(time) * 1000n + BigInt(micros);
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
        throw misfit(where, 'a time in seconds that a Date can hold', value.N);
      }
      return date;
    },
  };
}

/** Seconds since 1970, with a fraction where the time has one. */
export const epochSecondsCodec = secondsCodec((time) => Decimal.from(time).times('0.001').toString());

/** Whole seconds since 1970, rounded up, so that nothing expires early: time to live looks at whole seconds only. */
export const timeToLiveCodec = secondsCodec((time) => String(Math.ceil(time / 1000)));
