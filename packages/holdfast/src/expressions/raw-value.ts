import type { AttributeValue } from '@holdfast/wire';
import { Decimal } from '@holdfast/wire';
import { bigintCodec, decimalCodec, numberCodec } from '../attributes/codecs/number-codecs.js';
import { binarySetCodec, numberSetCodec, stringSetCodec } from '../attributes/codecs/set-codecs.js';
import { stringCodec } from '../attributes/codecs/text-codecs.js';
import { unfit } from '../attributes/mismatch.js';

/** A value of no declared attribute: what it is in the program says what it is in DynamoDB. */
export type RawValue =
  | string
  | number
  | bigint
  | Decimal
  | boolean
  | null
  | Uint8Array
  | ReadonlySet<string>
  | ReadonlySet<number>
  | ReadonlySet<Uint8Array>
  | readonly RawValue[]
  | { readonly [name: string]: RawValue };

/** @throws ValidationError where the value stands for nothing that DynamoDB has */
export function encodeRaw(value: unknown, where: string): AttributeValue {
  const encoded = scalarOrSet(value, where);
  if (encoded !== undefined) return encoded;
  if (Array.isArray(value)) return { L: Array.from(value, (each, index) => encodeRaw(each, `${where}[${index}]`)) };
  const prototype = typeof value === 'object' && value !== null ? Object.getPrototypeOf(value) : undefined;
  if (prototype !== null && prototype !== Object.prototype) {
    throw unfit(where, 'a value that DynamoDB has (of a time, its stored text or number), or a path', value);
  }
  const M: Record<string, AttributeValue> = Object.create(null);
  for (const [name, each] of Object.entries(value as object)) M[name] = encodeRaw(each, `${where}.${name}`);
  return { M };
}

function scalarOrSet(value: unknown, where: string): AttributeValue | undefined {
  if (typeof value === 'string') return stringCodec.encode(value, where);
  if (typeof value === 'number') return numberCodec.encode(value, where);
  if (typeof value === 'bigint') return bigintCodec.encode(value, where);
  if (typeof value === 'boolean') return { BOOL: value };
  if (value === null) return { NULL: true };
  if (value instanceof Uint8Array) return { B: value };
  if (value instanceof Decimal) return decimalCodec.encode(value, where);
  if (!(value instanceof Set)) return undefined;
  const [first] = value;
  if (first === undefined) throw unfit(where, 'a set with elements, since DynamoDB has no empty one', value);
  const codec =
    typeof first === 'string' ? stringSetCodec : first instanceof Uint8Array ? binarySetCodec : numberSetCodec;
  return codec.encode(value, where);
}
