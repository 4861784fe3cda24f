import type { AttributeMap, AttributeValue } from '@holdfast/wire';
import { needType, shown } from '../attributes/mismatch.js';
import { StoredItemError } from '../errors/usage-errors.js';
import { bytesOfBase64 } from './base64.js';

/**
 * An item in DynamoDB's own form: of a low-level client, a stream record's image, or the event of an AWS Lambda function,
 * where binary values are base64.
 */
export interface WireItem {
  readonly [name: string]: object;
}

/**
 * With bytes for what is base64.
 *
 * @throws ValidationError for what is no object
 * @throws StoredItemError where it is no item in DynamoDB's own form
 */
export function bytesOfImage(image: unknown): AttributeMap {
  needType('an image', 'object', image);
  const item: Record<string, AttributeValue> = Object.create(null);
  for (const [name, value] of Object.entries(image as object)) item[name] = bytesIn(value, name);
  return item;
}

type Read = (held: unknown, name: string) => unknown;
const is =
  (type: string): Read =>
  (held, name) => {
    if (held !== null && typeof held === type) return held;
    throw noValue(held, name);
  };
const text = is('string');
const bytes: Read = (held, name) => (ArrayBuffer.isView(held) ? held : decoded(`${text(held, name)}`, name));
const all =
  (read: Read): Read =>
  (held, name) => {
    if (Array.isArray(held)) return held.map((each) => read(each, name));
    throw noValue(held, name);
  };
/** How what an attribute value of each type holds is read. */
const reads = new Map<string, Read>([
  ['S', text],
  ['N', text],
  ['BOOL', is('boolean')],
  ['NULL', is('boolean')],
  ['B', bytes],
  ['SS', all(text)],
  ['NS', all(text)],
  ['BS', all(bytes)],
  ['L', all(bytesIn)],
  ['M', (held, name) => bytesOfImage(is('object')(held, name))],
]);

function bytesIn(value: unknown, name: string): AttributeValue {
  const [[type, held] = [''], ...others] = Object.entries(value ?? {});
  const read = reads.get(type);
  if (read === undefined || others.length > 0) throw noValue(value, name);
  return { [type]: read(held, name) } as unknown as AttributeValue;
}

function noValue(found: unknown, name: string): StoredItemError {
  return new StoredItemError(`${name}: ${shown(found)} is no value in DynamoDB's own form, such as { S: 'text' }`);
}

function decoded(base64: string, name: string): Uint8Array {
  try {
    return bytesOfBase64(base64);
  } catch (error) {
    throw new StoredItemError(`${name}: the binary value is neither bytes nor base64`, { cause: error });
  }
}
