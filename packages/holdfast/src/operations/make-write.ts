import type { EntityModel } from '../entity/place-entity.js';
import { ValidationError } from '../errors/usage-errors.js';
import { encodeItem, encodeKey } from '../kernel/stored-item.js';
import { emptyUpdate, type Target, type Verb, type VersionRule, type Write } from '../kernel/write.js';
import { WriteOperation } from './write-operation.js';

const nothing = {
  update: emptyUpdate,
  conditions: [],
  existence: 'any',
  returnStored: false,
  returning: { kind: 'nothing' },
} as const;

/** A write of a whole item. @throws ValidationError */
export function putOperation(
  target: Target,
  model: EntityModel,
  verb: 'create' | 'put' | 'claim',
  item: object,
): WriteOperation {
  if (verb === 'claim' && model.owner === undefined) {
    throw new ValidationError(`${model.name} declares no owner, so it cannot be claimed; add \`owner\` to the entity`);
  }
  const { key, attributes } = encodeItem(model, item);
  const version = putVersion(model, verb, item);
  const existence = verb === 'create' ? 'not_exists' : 'any';
  return new WriteOperation({ ...nothing, verb, model, target, key, attributes, version, existence });
}

function putVersion(model: EntityModel, verb: Verb, item: object): VersionRule {
  const member = model.version;
  if (member === undefined) return { kind: 'none' };
  const given = (item as Readonly<Record<string, unknown>>)[member.name];
  const where = `${model.name}.${member.name}`;
  // new is told by absence, never by a value
  if (given === undefined) return { kind: 'expected', version: undefined };
  if (verb !== 'put')
    throw new ValidationError(
      `${where} is ${String(given)}, but ${verb}() writes a new item, which has no version yet`,
    );
  member.facts.codec.encode(given, where);
  return { kind: 'expected', version: given as number };
}

/** A write that names its item by the key. @throws ValidationError */
export function keyedOperation(
  target: Target,
  model: EntityModel,
  verb: 'update' | 'upsert' | 'delete' | 'check',
  keyOf: object,
): WriteOperation {
  const { key, attributes } = encodeKey(model, keyOf);
  const existence: Write['existence'] = verb === 'update' || verb === 'check' ? 'exists' : 'any';
  const version: VersionRule = { kind: model.version === undefined || verb === 'check' ? 'none' : 'undecided' };
  return new WriteOperation({ ...nothing, verb, model, target, key, attributes, version, existence });
}
