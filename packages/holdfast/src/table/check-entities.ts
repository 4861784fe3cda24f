import type { AnyEntity } from '../entity/entity.js';
import { ValidationError } from '../errors/usage-errors.js';

/** @throws ValidationError where entities cannot live in one table */
export function checkEntities(table: string, entities: readonly AnyEntity[]): void {
  const [first] = entities;
  if (first === undefined) throw new ValidationError(`the table ${table} needs at least one entity`);
  const names = new Set<string>();
  const shapes = new Map<string, string>();
  for (const { name, '~model': model } of entities) {
    if (names.has(name)) throw new ValidationError(`the table ${table} has two entities of the name ${name}`);
    names.add(name);
    if ((model.sk === undefined) !== (first['~model'].sk === undefined)) {
      throw new ValidationError(`the table ${table}: ${first.name} and ${name} differ in having a sort key`);
    }
    const shape = `${shapeOf(model.pk.text)}\n${shapeOf(model.sk?.text ?? '')}`;
    const other = shapes.get(shape);
    if (other !== undefined) {
      throw new ValidationError(
        `the table ${table}: ${other} and ${name} can meet at one key, "${model.pk.text}"; begin one key with another word`,
      );
    }
    shapes.set(shape, name);
  }
}

/** Two templates that differ only in the names of their parameters make the same keys. */
function shapeOf(template: string): string {
  return template.replace(/\{[^{}]*\}/g, '{}');
}
