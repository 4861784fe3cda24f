import type { AttributeDefinition, KeySchema } from '@holdfast/wire';
import type { IndexDefinition } from '../tables/index-definition.js';
import type { KeyAttribute } from '../tables/key-attribute.js';
import { invalidParameterValues } from '../validation/service-errors.js';

export type AttributeTypes = ReadonlyMap<string, KeyAttribute['type']>;

/** @throws ServiceError ValidationException where an attribute is defined twice */
export function attributeTypesOf(definitions: readonly AttributeDefinition[]): AttributeTypes {
  const types = new Map(definitions.map(({ AttributeName, AttributeType }) => [AttributeName, AttributeType]));
  if (types.size < definitions.length) {
    throw invalidParameterValues('An attribute is defined more than once in AttributeDefinitions');
  }
  return types;
}

/**
 * The attributes of a key schema with their types.
 *
 * @throws ServiceError ValidationException where one has no definition
 */
export function typedKeys(schema: KeySchema, types: AttributeTypes): readonly KeyAttribute[] {
  return schema.map(({ AttributeName }) => {
    const type = types.get(AttributeName);
    if (type !== undefined) return { name: AttributeName, type };
    throw invalidParameterValues(
      'Some index key attributes are not defined in AttributeDefinitions. ' +
        `Keys: ${namesOf(schema.map((element) => element.AttributeName))}, AttributeDefinitions: ${namesOf(types.keys())}`,
    );
  });
}

/** @throws ServiceError ValidationException where a defined attribute is part of no key */
export function requireAllUsed(
  types: AttributeTypes,
  tableSchema: KeySchema,
  indexes: readonly IndexDefinition[],
): void {
  const used = new Set([tableSchema, ...indexes.map((index) => index.keySchema)].flatMap(attributeNames));
  if ([...types.keys()].every((name) => used.has(name))) return;
  throw invalidParameterValues(
    indexes.length === 0
      ? 'Number of attributes in KeySchema does not exactly match number of attributes defined in AttributeDefinitions'
      : `Some AttributeDefinitions are not used. AttributeDefinitions: ${namesOf(types.keys())}, keys used: ${namesOf(used)}`,
  );
}

function attributeNames(schema: KeySchema): string[] {
  return schema.map((element) => element.AttributeName);
}

function namesOf(names: Iterable<string>): string {
  return `[${[...names].join(', ')}]`;
}
