import type { AttributeValue, TypeDescriptor } from './attribute-value.js';

/**
 * The type of a value.
 *
 * @throws TypeError if the object names no type
 */
export function typeOf(value: AttributeValue): TypeDescriptor {
  const members: { readonly [Type in TypeDescriptor]?: unknown } = value;
  for (const type in members) {
    if (members[type as TypeDescriptor] !== undefined) return type as TypeDescriptor;
  }
  throw new TypeError('Supplied AttributeValue is empty, must contain exactly one of the supported datatypes');
}
