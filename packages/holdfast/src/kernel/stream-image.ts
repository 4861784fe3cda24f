import type { AttributeMap, AttributeValue } from '@holdfast/wire';
import { StoredItemError } from '../errors/usage-errors.js';
import { bytesOfBase64 } from './base64.js';

/**
 * An item in DynamoDB's own form: of a low-level client, a stream record's image, or the event of an AWS Lambda function,
 * where binary values are base64.
 */
export interface WireItem {
  readonly [name: string]: object;
}

/** With bytes for what is base64. @throws StoredItemError where the text is none */
export function bytesOfImage(image: WireItem): AttributeMap {
  const item: Record<string, AttributeValue> = Object.create(null);
  for (const [name, value] of Object.entries(image)) item[name] = bytesIn(value as AttributeValue, name);
  return item;
}

function bytesIn(value: AttributeValue, name: string): AttributeValue {
  if ('M' in value) return { M: bytesOfImage(value.M) };
  if ('L' in value) return { L: value.L.map((each) => bytesIn(each, name)) };
  const bytes = (each: unknown) => (typeof each === 'string' ? decoded(each, name) : (each as Uint8Array));
  if ('B' in value) return { B: bytes(value.B) };
  return 'BS' in value ? { BS: value.BS.map(bytes) } : value;
}

function decoded(text: string, name: string): Uint8Array {
  try {
    return bytesOfBase64(text);
  } catch (error) {
    throw new StoredItemError(`${name}: the binary value is neither bytes nor base64`, { cause: error });
  }
}
