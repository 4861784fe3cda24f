import type { AnyEntity } from '../entity/entity.js';
import type { Piece } from '../entity/key-template.js';
import type { Layout } from '../entity/layout.js';
import { type EntityModel, type KeyPart, placeEntity } from '../entity/place-entity.js';
import { shapesMeet } from '../entity/shapes-meet.js';
import { ValidationError } from '../errors/usage-errors.js';

/** The entities as the table holds them. @throws ValidationError where they cannot live in one table */
export function checkEntities(
  table: string,
  entities: readonly AnyEntity[],
  layout: Layout,
): ReadonlyMap<AnyEntity, EntityModel> {
  const [first] = entities;
  if (first === undefined) throw new ValidationError(`the table ${table} needs at least one entity`);
  const names = new Set<string>();
  const placed = new Map<AnyEntity, EntityModel>();
  for (const entity of entities) {
    const { name, '~model': shape } = entity;
    if (names.has(name)) throw new ValidationError(`the table ${table} has two entities of the name ${name}`);
    names.add(name);
    if ((shape.sk === undefined) !== (first['~model'].sk === undefined)) {
      throw new ValidationError(`the table ${table}: ${first.name} and ${name} differ in having a sort key`);
    }
    const model = placeEntity(shape, layout);
    for (const other of placed.values()) {
      if (!model.keyParts.every((part, index) => meet(part, other.keyParts[index]))) continue;
      throw new ValidationError(
        `the table ${table}: ${other.name} and ${name} can meet at one key, such as of "${model.pk.text}"; begin one with a word of its own`,
      );
    }
    placed.set(entity, model);
  }
  const models = [...placed.values()];
  for (const model of models) checkForeignKeys(model, models);
  return placed;
}

function meet(one: KeyPart, other: KeyPart | undefined): boolean {
  return other !== undefined && shapesMeet(shapeOf(one), shapeOf(other));
}
const anything: readonly Piece[] = [{ fits: () => true, repeats: true }];
function shapeOf({ plain, template }: KeyPart): readonly Piece[] {
  return plain === undefined ? template.shape() : anything;
}

/** An attribute that bears the name of another entity's index key would put its item into that index. */
function checkForeignKeys(model: EntityModel, models: readonly EntityModel[]): void {
  for (const other of models) {
    for (const { slot } of other.indexParts) {
      const member = model.members.byStoredName.get(slot.name);
      if (member === undefined) continue;
      throw new ValidationError(
        `${model.name}.${member.name} would be stored as ${slot.name}, which is a key of an index of ${other.name}; give it another name by .as()`,
      );
    }
  }
}
