import type { Projection } from '@holdfast/wire';
import { memberNamed } from '../attributes/members.js';
import type { EntityModel } from '../entity/place-entity.js';
import { ValidationError } from '../errors/usage-errors.js';
import { attributePath } from './attribute-path.js';
import type { IndexReach } from './index-reach.js';

/**
 * The attributes to fetch where the caller wants some: with them the key, which names the item in errors and starts the
 * next page, the entity's name, which is checked on every read, and whatever else the read looks at.
 */
export function projectionOf(
  model: EntityModel,
  keyNames: readonly string[],
  names: readonly string[],
  others: readonly string[] = [],
  index?: IndexReach,
): Projection | undefined {
  // an older shape may keep under other names what is wanted
  if (model.upgrade !== undefined && names.length > 0) return undefined;
  const stored = names.map((name) => model.members.byName.get(name)?.storedAs ?? name);
  const wanted = new Set([...keyNames, model.layout.entity, ...others, ...stored]);
  return [...wanted].filter((name) => index?.stored?.has(name) ?? true).map(attributePath);
}

/** The attributes that `select` names. @throws ValidationError where there is none, or no such attribute */
export function selectedNames(model: EntityModel, names: readonly string[], index?: IndexReach): readonly string[] {
  const { name } = model;
  if (names.length === 0) throw new ValidationError(`${name}: select() takes at least one attribute`);
  for (const each of names) memberNamed(model, each);
  const missing = names.find((each) => index?.names?.includes(each) === false);
  if (missing !== undefined) throw notHeld(name, index, missing);
  return [...new Set(names)];
}

export function notHeld(entity: string, index: IndexReach | undefined, name: string): ValidationError {
  return new ValidationError(
    `the index ${index?.name} does not hold ${entity}.${name}; project it, or read the item by its key`,
  );
}
