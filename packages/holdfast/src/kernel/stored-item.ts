import type { AttributeMap, AttributeValue } from '@holdfast/wire';
import { decodeMembers, decodeSome, encodeMember, encodeMembers, unknownAttribute } from '../attributes/members.js';
import { bookkeeping, type EntityModel, keyAttributes } from '../entity/entity-model.js';
import type { KeyTemplate } from '../entity/key-template.js';
import { StoredItemError, ValidationError } from '../errors/usage-errors.js';

interface Located {
  /** `pk`, and `sk` where the table has one. */
  readonly key: AttributeMap;
  /** The other attributes under their stored names. */
  readonly attributes: AttributeMap;
}

/** @throws ValidationError */
export function encodeItem(model: EntityModel, item: object): Located {
  const attributes = encodeMembers(model.members, item, model.name);
  const value = (name: string) => attributes[model.members.byName.get(name)?.storedAs ?? name];
  return { key: encodedKey(model, (template) => template.format(value)), attributes };
}

/** The key and the attributes that make it. @throws ValidationError */
export function encodeKey(model: EntityModel, key: object): Located {
  const values = encodeKeyValues(model, key);
  const attributes: Record<string, AttributeValue> = Object.create(null);
  for (const { name, storedAs } of model.keyMembers) {
    const value = values.get(name);
    if (value !== undefined) attributes[storedAs] = value;
  }
  return { key: encodedKey(model, (template) => template.format((name) => values.get(name))), attributes };
}

/** Those attributes of the key that are given, encoded. @throws ValidationError for any other attribute */
export function encodeKeyValues(model: EntityModel, key: object): ReadonlyMap<string, AttributeValue> {
  const given = key as Readonly<Record<string, unknown>>;
  const values = new Map<string, AttributeValue>();
  for (const name of Object.keys(given)) {
    const member = model.keyMembers.find((each) => each.name === name);
    if (member === undefined) {
      if (!model.members.byName.has(name)) throw unknownAttribute(model.members, name, model.name);
      throw new ValidationError(`${model.name}.${name} is no part of the key, which is made of ${keyNames(model)}`);
    }
    const value =
      given[name] === undefined ? undefined : encodeMember(member.facts, given[name], `${model.name}.${name}`);
    if (value !== undefined) values.set(name, value);
  }
  return values;
}

function keyNames(model: EntityModel): string {
  return model.keyMembers.map((member) => member.name).join(' and ') || 'nothing';
}

function encodedKey(model: EntityModel, format: (template: KeyTemplate) => string): AttributeMap {
  const pk = { S: bounded(model, 'pk', format(model.pk), 2048) };
  if (model.sk === undefined) return { [keyAttributes.pk]: pk };
  return { [keyAttributes.pk]: pk, [keyAttributes.sk]: { S: bounded(model, 'sk', format(model.sk), 1024) } };
}

function bounded(model: EntityModel, part: string, text: string, most: number): string {
  const bytes = new TextEncoder().encode(text).length;
  if (bytes <= most) return text;
  throw new ValidationError(
    `${model.name}: the ${part} ${JSON.stringify(`${text.slice(0, 40)}…`)} has ${bytes} bytes; DynamoDB takes ${most}`,
  );
}

const kept = new Set<string>([...Object.values(bookkeeping), ...Object.values(keyAttributes)]);

/** The item that the caller sees, or those attributes of it. @throws StoredItemError naming its key, where it is another entity's or does not fit */
export function decodeItem(model: EntityModel, stored: AttributeMap, names?: readonly string[]): object {
  const found = entityOf(stored);
  if (found !== model.name) {
    const kind = found === undefined ? 'of no entity' : `of the entity ${found}`;
    throw new StoredItemError(`the item${at(stored)} is ${kind} (${bookkeeping.entity}), not a ${model.name}`);
  }
  try {
    return names === undefined
      ? decodeMembers(model.members, stored, model.name, (name) => kept.has(name))
      : decodeSome(model.members, stored, model.name, names);
  } catch (error) {
    if (!(error instanceof StoredItemError)) throw error;
    throw new StoredItemError(`the item${at(stored)} cannot be read: ${error.message}`, { cause: error });
  }
}

function at(stored: AttributeMap): string {
  const { pk, sk } = keyAttributes;
  const parts = [pk, sk].flatMap((name) => (stored[name] === undefined ? [] : [[name, stored[name]] as const]));
  return parts.length === 0 ? '' : ` (${describeKey(Object.fromEntries(parts))})`;
}

export function describeKey(key: AttributeMap): string {
  return Object.entries(key)
    .map(([name, value]) => `${name} ${JSON.stringify('S' in value ? value.S : value)}`)
    .join(', ');
}

/** Names an item, and tells it from every other. */
export function describeItem(table: string, key: AttributeMap): string {
  return `${table} (${describeKey(key)})`;
}

/** The key of a stored item. */
export function keyOf(stored: AttributeMap, names: readonly string[]): AttributeMap {
  const key: Record<string, AttributeValue> = Object.create(null);
  for (const name of names) {
    const value = stored[name];
    if (value !== undefined) key[name] = value;
  }
  return key;
}

/** The name of the entity that a stored item says it is. */
export function entityOf(stored: AttributeMap): string | undefined {
  const value = stored[bookkeeping.entity];
  return value !== undefined && 'S' in value ? value.S : undefined;
}

/** The stored version; `undefined` where there is no item or it has none. */
export function versionOf(model: EntityModel, stored: AttributeMap | undefined): number | undefined {
  const value = model.version === undefined ? undefined : stored?.[model.version.storedAs];
  return value !== undefined && 'N' in value ? Number(value.N) : undefined;
}

/** The id of the write that left the item as it is. */
export function writeIdOf(stored: AttributeMap | undefined): string | undefined {
  const value = stored?.[bookkeeping.writeId];
  return value !== undefined && 'S' in value ? value.S : undefined;
}
