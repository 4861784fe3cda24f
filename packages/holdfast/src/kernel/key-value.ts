import type { AttributeValue } from '@holdfast/wire';
import type { EncodedValue } from '../entity/key-template.js';
import type { KeyPart } from '../entity/place-entity.js';
import { shapesMeet } from '../entity/shapes-meet.js';
import { ValidationError } from '../errors/usage-errors.js';

/** What DynamoDB takes of a partition key and of a sort key. */
export const mostBytes = [2048, 1024] as const;

/**
 * The value of a key attribute; `undefined` where one of its attributes is absent.
 *
 * @throws ValidationError where the values make no key
 */
export function keyValue(
  { slot, template, plain }: KeyPart,
  value: EncodedValue,
  where: string,
  most: number | undefined,
): AttributeValue | undefined {
  if (plain !== undefined) {
    const own = value(plain.name);
    if (own === undefined || !('S' in own)) return own;
    if (own.S === '') throw new ValidationError(`${where}.${plain.name} is empty; a key cannot be`);
    return bounded(where, slot.name, own.S, most);
  }
  const { text, complete } = template.prefix(value);
  return complete ? bounded(where, slot.name, text, most) : undefined;
}

/** The value of a key attribute that must be there. @throws ValidationError naming the attribute that is missing */
export function wholeKeyValue(part: KeyPart, value: EncodedValue, where: string, position: number): AttributeValue {
  return keyValue(part, value, where, mostBytes[position]) ?? { S: part.template.format(value) };
}

function bounded(where: string, part: string, text: string, most = 1024): AttributeValue {
  // no UTF-16 unit takes more than three bytes
  const bytes = text.length * 3 <= most ? 0 : new TextEncoder().encode(text).length;
  if (bytes <= most) return { S: text };
  throw new ValidationError(
    `${where}: the ${part} ${JSON.stringify(`${text.slice(0, 40)}…`)} has ${bytes} bytes; DynamoDB takes ${most}`,
  );
}

/** Whether the key attribute can be this template's. */
export function fitsPart({ slot, template, plain }: KeyPart, value: AttributeValue | undefined): boolean {
  if (value === undefined || !(slot.type in value)) return false;
  return plain !== undefined || !('S' in value) || shapesMeet(template.shape(), [...value.S]);
}
