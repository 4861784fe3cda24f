import type { AttributeValue, Path, SetAction, Update } from '@holdfast/wire';
import type { Member } from '../attributes/members.js';
import type { EntityModel, KeyPart } from '../entity/place-entity.js';
import { ValidationError } from '../errors/usage-errors.js';
import { attributePath } from './attribute-path.js';
import { type Change, changeOf, newValue } from './change-of.js';
import { keyValue, mostBytes } from './key-value.js';
import { keepOrSet, setTo } from './tree-parts.js';
import { describeWrite, type Write } from './write.js';

/**
 * Writes the key attributes of the indexes into an item. Each stands for the attributes in its own template, and is left
 * out where one of them is absent, which leaves the item out of the index.
 */
export function putIndexKeys(model: EntityModel, item: Record<string, AttributeValue>): void {
  for (const part of model.indexParts) {
    const made = indexKey(model, part, (name) => item[model.members.byName.get(name)?.storedAs ?? name]);
    if (made === undefined) delete item[part.slot.name];
    else item[part.slot.name] = made;
  }
}

function indexKey(model: EntityModel, part: KeyPart, value: (name: string) => AttributeValue | undefined) {
  if (part.params.some((name) => value(name) === undefined)) return undefined;
  // an attribute may be the partition key of one index and the sort key of another, so the lower bound holds
  return keyValue(part, value, model.name, mostBytes[model.indexes.some(isSortKeyOf(part)) ? 1 : 0]);
}
function isSortKeyOf(part: KeyPart) {
  return ({ keyParts }: { readonly keyParts: readonly KeyPart[] }) => keyParts[1]?.slot.name === part.slot.name;
}

/**
 * What an update must do to the index keys so that they are those of a put of the item that it leaves behind.
 *
 * @throws ValidationError where that depends on what is stored
 */
export function indexKeyChanges(write: Write, update: Update): { set: SetAction[]; remove: Path[] } {
  const set: SetAction[] = [];
  const remove: Path[] = [];
  for (const part of write.model.indexParts) {
    const { name } = part.slot;
    const change = partChange(write, update, part);
    if (change.kind === 'removed') remove.push(attributePath(name));
    if (change.kind === 'given') set.push(setTo(name, change.value));
    if (change.kind === 'kept') set.push(keepOrSet(name, change.value));
  }
  return { set, remove };
}

function partChange(write: Write, update: Update, part: KeyPart): Change {
  const { model, verb } = write;
  const members = [...new Set(part.params)].flatMap((param) => model.members.byName.get(param) ?? []);
  const changes = new Map(members.map((member) => [member, changeOf(write, update, member)]));
  const of = (...kinds: readonly Change['kind'][]) =>
    members.filter((member) => kinds.includes(changes.get(member)?.kind ?? 'untouched'));
  // whatever the others are
  if (of('removed').length > 0) return { kind: 'removed' };
  const computed = of('computed');
  if (computed.length > 0) {
    throw new ValidationError(
      `${describeWrite(write)}: ${computed.map(nameOf).join(' and ')} is part of the index key ${part.slot.name}, "${part.template.text}", so an update must set() it to a plain value; or read the item and put it`,
    );
  }
  const untouched = of('untouched');
  const kept = of('kept');
  const isChanged = of('given').length > 0;
  // an upsert creates what it does not find, with its defaults
  if (!isChanged && kept.length === 0 && (verb === 'update' || untouched.length > 0)) return { kind: 'untouched' };
  // what every item has, stored or by default, is part of the key that is stored
  const isSure = kept.every(({ facts }) => facts.mode !== 'optional');
  if (!isChanged && isSure && untouched.length > 0) return { kind: 'untouched' };
  // of several that an item may lack, some may be there and others not
  const unknown = isChanged || (!isSure && kept.length > 1) ? [...untouched, ...kept] : untouched;
  if (unknown.length > 0) {
    throw new ValidationError(
      `${describeWrite(write)}: the index key ${part.slot.name}, "${part.template.text}", needs ${unknown.map(nameOf).join(' and ')} too; set() all of its attributes in one update, or read the item and put it`,
    );
  }
  const values = new Map(members.map((member) => [member.name, newValue(changes.get(member))]));
  const value = indexKey(model, part, (name) => values.get(name));
  return value === undefined ? { kind: 'removed' } : { kind: kept.length > 0 ? 'kept' : 'given', value };
}

function nameOf({ name }: Member): string {
  return name;
}
