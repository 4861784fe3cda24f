import type { EntityModel } from '../entity/place-entity.js';
import { ValidationError } from '../errors/usage-errors.js';
import { encodeItem, encodeKey } from '../kernel/stored-item.js';
import { emptyUpdate, type Target, type Verb, type VersionRule, type Write } from '../kernel/write.js';
import { WriteOperation } from './write-operation.js';

const noConditions: Write['conditions'] = [];
const nothing: Write['returning'] = { kind: 'nothing' };

/** A write that says no more than it must. Always of one shape, which makes its copies cheap. */
function write(
  place: Pick<Write, 'verb' | 'model' | 'target' | 'key' | 'attributes'>,
  version: VersionRule,
  existence: Write['existence'],
): WriteOperation {
  const { verb, model, target, key, attributes } = place;
  return new WriteOperation({
    verb,
    model,
    target,
    key,
    attributes,
    update: emptyUpdate,
    conditions: noConditions,
    existence,
    version,
    returnStored: false,
    returning: nothing,
  });
}

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
  return write({ verb, model, target, key, attributes }, version, existence);
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
  return write({ verb, model, target, key, attributes }, version, existence);
}
