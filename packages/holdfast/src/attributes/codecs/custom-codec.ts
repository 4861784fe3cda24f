import { StoredItemError } from '../../errors/usage-errors.js';
import type { Codec } from '../attribute-facts.js';
import { orRefusal } from '../members.js';
import { decimalCodec } from './number-codecs.js';
import { binaryCodec, stringCodec } from './text-codecs.js';

/** How values of a type of the program's own are stored: as text, as the text of a number, or as bytes. */
export type CustomCodec<V> =
  | { readonly type: 'S' | 'N'; encode(value: V): string; decode(stored: string): V }
  | { readonly type: 'B'; encode(value: V): Uint8Array; decode(stored: Uint8Array): V };

const kept = { S: stringCodec, N: decimalCodec, B: binaryCodec };

/** What the program's own functions throw becomes an error that names the attribute. */
export function customCodec<V>({ type, encode, decode }: CustomCodec<V>): Codec {
  return {
    encode(value, where) {
      return kept[type].encode(
        orRefusal(where, () => encode(value as V)),
        where,
      );
    },
    decode(value, where) {
      const stored = kept[type].decode(value, where);
      return orRefusal(where, () => decode((type === 'N' ? String(stored) : stored) as never), StoredItemError);
    },
  };
}
