import type { Path, SetAction, Update, UpdateOperand, ValueAction } from '@holdfast/wire';
import { defaultOf, encodeMember } from '../attributes/members.js';
import { ValidationError } from '../errors/usage-errors.js';
import { valueOperand } from '../expressions/operand-of.js';
import { attributePath } from './attribute-path.js';
import { derivedChanges } from './derived-attributes.js';
import { indexKeyChanges } from './index-keys.js';
import { setTo, storedOr } from './tree-parts.js';
import { describeWrite, type Write } from './write.js';

/** The whole update: what the caller asked for, what an upsert creates with, the version, and the write's id. */
export function updateOf(write: Write, writeId: string | undefined): Update {
  const { model, version } = write;
  const given = withDefaults(write);
  const set = [...given.set];
  const add = [...given.add];
  if (write.verb === 'upsert') set.push(...creation(write));
  if (model.version !== undefined) {
    const { storedAs } = model.version;
    if (version.kind === 'expected') set.push(setTo(storedAs, { N: String((version.version ?? 0) + 1) }));
    else add.push({ path: attributePath(storedAs), value: valueOperand({ N: '1' }) });
  }
  const derived = derivedChanges(write, given);
  const indexKeys = indexKeyChanges(write, {
    ...given,
    set: [...given.set, ...derived.set],
    remove: [...given.remove, ...derived.remove],
  });
  set.push(...derived.set, ...indexKeys.set);
  if (writeId !== undefined) set.push(setTo(model.layout.writeId, { S: writeId }));
  return { ...given, set, add, remove: [...given.remove, ...derived.remove, ...indexKeys.remove] };
}

/** What a new item needs beside what the caller sets: discriminator and the attributes of the key. */
function creation({ model, attributes }: Write): SetAction[] {
  const named = model.discriminator === 'none' ? [] : [setTo(model.layout.entity, { S: model.name })];
  const own = Object.entries(attributes).filter(([name]) => !model.keyParts.some(({ slot }) => slot.name === name));
  return [...named, ...own.map(([name, value]) => setTo(name, value))];
}

/**
 * Where an attribute with a default is missing, a read finds the default. So a sum starts from it, and an upsert stores
 * it.
 */
function withDefaults(write: Write): Update {
  const { model, update, verb } = write;
  const { defaulted } = model.members;
  if (defaulted.length === 0) return update;
  const touched = new Set([...paths(update)].map((each) => each.elements[0]));
  let result = update;
  for (const { name, storedAs, facts } of defaulted) {
    if (verb === 'update' && !touched.has(storedAs)) continue;
    const value = encodeMember(facts, defaultOf(facts), `${model.name}.${name}`);
    if (value === undefined) continue;
    const initial = storedOr(storedAs, value);
    result = touched.has(storedAs)
      ? addingTo(write, result, storedAs, initial)
      : { ...result, set: [...result.set, { path: attributePath(storedAs), value: initial }] };
  }
  return result;
}

/** ADD and DELETE start from nothing where the attribute is missing, but this one has a default to start from. */
function addingTo(write: Write, update: Update, storedAs: string, initial: UpdateOperand): Update {
  const isOfIt = ({ path: { elements } }: ValueAction) => elements.length === 1 && elements[0] === storedAs;
  const action = update.add.find(isOfIt);
  if (update.delete.some(isOfIt) || (action !== undefined && !('N' in action.value.value))) {
    throw new ValidationError(
      `${describeWrite(write)}: ${storedAs} is a set with a default, which DynamoDB cannot start from; set() the whole set`,
    );
  }
  if (action === undefined) return update;
  const sum: SetAction = {
    path: action.path,
    value: { kind: 'arithmetic', operator: '+', left: initial, right: action.value },
  };
  return { ...update, add: update.add.filter((each) => each !== action), set: [...update.set, sum] };
}

function* paths(update: Update): Iterable<Path> {
  for (const { path: each } of [...update.set, ...update.add, ...update.delete]) yield each;
  yield* update.remove;
}

/**
 * Whether carrying the update out twice leaves what once would. Constants do, and so do sets, but a sum does not, nor
 * what reads another attribute, which may have changed in between, nor an index, which appends where the list ends
 * before it.
 */
export function isIdempotent(update: Update): boolean {
  const grows = ({ value }: ValueAction) => 'N' in value.value;
  return update.set.every(isConstant) && !update.add.some(grows);
}
function isConstant({ path: target, value }: SetAction): boolean {
  if (typeof target.elements.at(-1) === 'number') return false;
  if (value.kind !== 'if_not_exists') return value.kind === 'value';
  const isOwn = JSON.stringify(value.path.elements) === JSON.stringify(target.elements);
  return isOwn && value.fallback.kind === 'value';
}
