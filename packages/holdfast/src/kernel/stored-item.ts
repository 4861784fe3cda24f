import { type AttributeMap, AttributeMembers, type AttributeValue } from '@holdfast/wire';
import {
  decodeMembers,
  decodeSome,
  encodeMember,
  encodeMembers,
  type Member,
  memberNamed,
} from '../attributes/members.js';
import { needType } from '../attributes/mismatch.js';
import type { EncodedValue } from '../entity/key-template.js';
import type { EntityModel } from '../entity/place-entity.js';
import { StoredItemError, ValidationError } from '../errors/usage-errors.js';
import { fitsPart, wholeKeyValue } from './key-value.js';

interface Located {
  /** `pk`, and `sk` where the table has one. */
  readonly key: AttributeMap;
  /** The other attributes under their stored names. */
  readonly attributes: AttributeMap;
}

/** @throws ValidationError */
export function encodeItem(model: EntityModel, item: object): Located {
  needType(`an item of ${model.name}`, 'object', item);
  const attributes = encodeMembers(model.members, item, model.name);
  const value = (name: string) => attributes[model.members.byName.get(name)?.storedAs ?? name];
  return { key: encodedKey(model, value), attributes };
}

/** The key and the attributes that make it. @throws ValidationError */
export function encodeKey(model: EntityModel, key: object): Located {
  const values = encodeKeyValues({ where: model.name, model, keyMembers: model.keyMembers }, key);
  const attributes = new AttributeMembers();
  for (const { name, storedAs } of model.keyMembers) {
    const value = values.get(name);
    if (value !== undefined) attributes[storedAs] = value;
  }
  return { key: encodedKey(model, (name) => values.get(name)), attributes };
}

/** The attributes that make a key, of the table or of an index. */
export interface KeyUse {
  /** Names the key in messages. */
  readonly where: string;
  readonly model: EntityModel;
  readonly keyMembers: readonly Member[];
}

/** Those attributes of the key that are given, encoded. @throws ValidationError for any other attribute */
export function encodeKeyValues(by: KeyUse, key: object): ReadonlyMap<string, AttributeValue> {
  const { model, where, keyMembers } = by;
  needType(`the key of ${where}`, 'object', key);
  const given = key as Readonly<Record<string, unknown>>;
  const values = new Map<string, AttributeValue>();
  for (const name of Object.keys(given)) {
    const member = keyMembers.find((each) => each.name === name);
    if (member === undefined) {
      memberNamed(model, name);
      const names = keyMembers.map((each) => each.name).join(' and ') || 'nothing';
      throw new ValidationError(`${where}.${name} is no part of the key, which is made of ${names}`);
    }
    const value =
      given[name] === undefined ? undefined : encodeMember(member.facts, given[name], `${model.name}.${name}`);
    if (value !== undefined) values.set(name, value);
  }
  return values;
}

function encodedKey(model: EntityModel, value: EncodedValue): AttributeMap {
  const key = new AttributeMembers();
  for (const [index, part] of model.keyParts.entries()) {
    key[part.slot.name] = wholeKeyValue(part, value, model.name, index);
  }
  return key;
}

/** The item that the caller sees, or those attributes of it. @throws StoredItemError naming its key, where it is another entity's or does not fit */
export function decodeItem(model: EntityModel, stored: AttributeMap, names?: readonly string[]): object {
  const found = entityOf(model, stored);
  if (found !== model.name) {
    const { entity } = model.layout;
    const what = found === undefined ? `of no entity (it has no ${entity})` : `of the entity ${found} (${entity})`;
    const way = isUnnamed(model, stored)
      ? `; if others wrote it, give ${model.name} the discriminator 'optional', or the table another name for ${entity} by bookkeeping`
      : '';
    throw new StoredItemError(`the item${at(model, stored)} is ${what}, not of ${model.name}${way}`);
  }
  try {
    const item = names?.length === 0 ? stored : upgraded(model, stored);
    return names === undefined
      ? decodeMembers(model.members, item, model.name, (name) => model.hidden.has(name))
      : decodeSome(model.members, item, model.name, names);
  } catch (error) {
    if (!(error instanceof StoredItemError)) throw error;
    throw new StoredItemError(
      `the item${at(model, stored)} cannot be read: ${error.message}; declare what is stored, or make it fit by an upgrade of the entity`,
      {
        cause: error,
      },
    );
  }
}

/** As {@link decodeItem}; `undefined` of another entity's item. */
export function ownItem(model: EntityModel, stored: AttributeMap, names?: readonly string[]): object | undefined {
  return entityOf(model, stored) === model.name ? decodeItem(model, stored, names) : undefined;
}

/**
 * Whether a read that comes by this item has to give it, or to fail on it: an item of the entity, and one without any
 * entity's name at a key of its form, since passing over that would make a table that others filled look empty.
 */
export function isAskedFor(model: EntityModel, stored: AttributeMap): boolean {
  return entityOf(model, stored) === model.name || isUnnamed(model, stored);
}

function isUnnamed(model: EntityModel, stored: AttributeMap): boolean {
  const { discriminator, layout, keyParts } = model;
  if (discriminator !== 'required' || stored[layout.entity] !== undefined) return false;
  // where the key is attributes as they are, it may be anybody's
  return keyParts.some(({ plain }) => plain === undefined) && fitsKey(model, stored);
}

function fitsKey({ keyParts }: EntityModel, stored: AttributeMap): boolean {
  return keyParts.every((part) => fitsPart(part, stored[part.slot.name]));
}

function upgraded({ upgrade, name }: EntityModel, stored: AttributeMap): AttributeMap {
  if (upgrade === undefined) return stored;
  try {
    return upgrade(stored);
  } catch (error) {
    throw new StoredItemError(`upgrade of ${name} threw: ${String(error)}`, { cause: error });
  }
}

function at({ keyParts }: EntityModel, stored: AttributeMap): string {
  const parts = keyParts.flatMap(({ slot: { name } }) => {
    const value = stored[name];
    return value === undefined ? [] : [[name, value] as const];
  });
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

/** The names of the table's key attributes. */
export function keyNamesOf({ keyParts }: Pick<EntityModel, 'keyParts'>): readonly string[] {
  return keyParts.map(({ slot }) => slot.name);
}

/** The key of a stored item. */
export function keyOf(stored: AttributeMap, names: readonly string[]): AttributeMap {
  const key = new AttributeMembers();
  for (const name of names) {
    const value = stored[name];
    if (value !== undefined) key[name] = value;
  }
  return key;
}

/** The name of the entity that a stored item says it is; where the entity allows it, the item's key says so. */
export function entityOf(model: EntityModel, stored: AttributeMap): string | undefined {
  const { layout, discriminator, name } = model;
  const value = stored[layout.entity];
  if (discriminator !== 'none' && value !== undefined) return 'S' in value ? value.S : undefined;
  if (discriminator === 'required') return undefined;
  return fitsKey(model, stored) ? name : undefined;
}

/** The stored version; `undefined` where there is no item or it has none. */
export function versionOf(model: EntityModel, stored: AttributeMap | undefined): number | undefined {
  const value = model.version === undefined ? undefined : stored?.[model.version.storedAs];
  return value !== undefined && 'N' in value ? Number(value.N) : undefined;
}

/** The id of the write that left the item as it is. */
export function writeIdOf(model: EntityModel, stored: AttributeMap | undefined): string | undefined {
  const value = stored?.[model.layout.writeId];
  return value !== undefined && 'S' in value ? value.S : undefined;
}
