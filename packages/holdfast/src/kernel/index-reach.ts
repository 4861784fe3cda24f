import type { AttributeMap, AttributeValue } from '@holdfast/wire';
import type { Member } from '../attributes/members.js';
import { type EntityModel, type IndexModel, type KeyPart, numeric } from '../entity/place-entity.js';
import { ValidationError } from '../errors/usage-errors.js';

/** What an index holds of an entity's items. */
export interface IndexReach {
  /** As DynamoDB calls it. */
  readonly name: string;
  readonly kind: 'global' | 'local';
  /** The attributes that are read from it; all of them unless given. */
  readonly names: readonly string[] | undefined;
  /** The stored attributes that it holds, likewise. */
  readonly stored: ReadonlySet<string> | undefined;
}

/** @throws ValidationError where an attribute of a key cannot be told from what the index holds */
export function reachOf(
  model: EntityModel,
  { name, physicalName, kind, projection, keyParts, keyMembers }: IndexModel,
): IndexReach {
  const reach = { name: physicalName, kind, names: undefined, stored: undefined };
  if (projection === 'all') return reach;
  const listed = projection === 'keys' ? [] : projection;
  for (const { template, plain } of [...model.keyParts, ...keyParts]) {
    const hidden =
      plain === undefined && !template.isReversible && template.params.find((each) => !listed.includes(each));
    if (typeof hidden !== 'string') continue;
    throw new ValidationError(
      `${model.name}, index ${name}: ${hidden} cannot be told from the key "${template.text}", whose values are folded or not escaped; name it in the projection`,
    );
  }
  const stored = new Set([...model.keyParts, ...keyParts].map(({ slot }) => slot.name));
  if (projection !== 'keys' && model.discriminator !== 'none') stored.add(model.layout.entity);
  for (const each of listed) stored.add(model.members.byName.get(each)?.storedAs ?? each);
  return { ...reach, names: [...new Set([...[...model.keyMembers, ...keyMembers].map(nameOf), ...listed])], stored };
}

/**
 * The entity as it is in the index. Where that holds keys only, items are told from others by these, since the name of the
 * entity is left out, and there is nothing to upgrade, since the keys tell all that is read.
 */
export function modelWithin(model: EntityModel, { projection }: IndexModel): EntityModel {
  if (projection !== 'keys') return model;
  const discriminator = model.discriminator === 'required' ? 'optional' : model.discriminator;
  return { ...model, discriminator, upgrade: undefined };
}

/** What an index holds of an item, with those attributes that only its keys tell. */
export function withKeyAttributes(
  model: EntityModel,
  { keyParts, projection }: IndexModel,
  stored: AttributeMap,
): AttributeMap {
  if (projection === 'all') return stored;
  const item: Record<string, AttributeValue> = Object.assign(Object.create(null), stored);
  for (const part of [...model.keyParts, ...keyParts]) {
    for (const [member, value] of attributesIn(model, part, stored)) item[member.storedAs] ??= value;
  }
  return item;
}

function attributesIn(
  { members }: EntityModel,
  { slot, template, plain }: KeyPart,
  stored: AttributeMap,
): readonly (readonly [Member, AttributeValue])[] {
  const key = stored[slot.name];
  if (key === undefined) return [];
  if (plain !== undefined) return [[plain, key]];
  if (!template.isReversible || !('S' in key)) return [];
  return [...(template.valuesIn(key.S) ?? [])].flatMap(([name, text]) => {
    const member = members.byName.get(name);
    return member === undefined ? [] : [[member, numeric.has(member.facts.type) ? { N: text } : { S: text }] as const];
  });
}

function nameOf({ name }: Member): string {
  return name;
}
