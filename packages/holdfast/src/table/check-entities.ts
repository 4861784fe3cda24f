import type { AnyEntity } from '../entity/entity.js';
import type { Piece } from '../entity/key-template.js';
import { shapesMeet } from '../entity/shapes-meet.js';
import { ValidationError } from '../errors/usage-errors.js';

/** @throws ValidationError where entities cannot live in one table */
export function checkEntities(table: string, entities: readonly AnyEntity[]): void {
  const [first] = entities;
  if (first === undefined) throw new ValidationError(`the table ${table} needs at least one entity`);
  const names = new Set<string>();
  const seen = new Map<string, { readonly pk: readonly Piece[]; readonly sk: readonly Piece[] }>();
  for (const { name, '~model': model } of entities) {
    if (names.has(name)) throw new ValidationError(`the table ${table} has two entities of the name ${name}`);
    names.add(name);
    if ((model.sk === undefined) !== (first['~model'].sk === undefined)) {
      throw new ValidationError(`the table ${table}: ${first.name} and ${name} differ in having a sort key`);
    }
    for (const [other, shapes] of seen) {
      if (!shapesMeet(shapes.pk, model.pk.shape()) || !shapesMeet(shapes.sk, model.sk?.shape() ?? [])) continue;
      throw new ValidationError(
        `the table ${table}: ${other} and ${name} can meet at one key, such as of "${model.pk.text}"; begin one with a word of its own`,
      );
    }
    seen.set(name, { pk: model.pk.shape(), sk: model.sk?.shape() ?? [] });
  }
}
