import type { AttributeValue, Path, SetAction, Update, UpdateOperand, ValueAction } from '@holdfast/wire';
import { defaultOf, encodeMember } from '../attributes/members.js';
import { bookkeeping } from '../entity/entity-model.js';
import { ValidationError } from '../errors/usage-errors.js';
import { describeWrite, type Write } from './write.js';

function path(name: string): Path {
  return { kind: 'path', elements: [name] };
}
function setTo(name: string, value: AttributeValue): SetAction {
  return { path: path(name), value: { kind: 'value', value } };
}

/** The whole update: what the caller asked for, what an upsert creates with, the version, and the write's id. */
export function updateOf(write: Write, writeId: string | undefined): Update {
  const { model, version } = write;
  const given = write.verb === 'upsert' ? withCreation(write) : write.update;
  const set = [...given.set];
  const add = [...given.add];
  if (model.version !== undefined) {
    const { storedAs } = model.version;
    if (version.kind === 'expected') set.push(setTo(storedAs, { N: String((version.version ?? 0) + 1) }));
    else add.push({ path: path(storedAs), value: { kind: 'value', value: { N: '1' } } });
  }
  if (writeId !== undefined) set.push(setTo(bookkeeping.writeId, { S: writeId }));
  return { ...given, set, add };
}

/** What a new item needs beside what the caller sets: discriminator, the attributes of the key, defaults. */
function withCreation(write: Write): Update {
  const { model, update } = write;
  const set: SetAction[] = [setTo(bookkeeping.entity, { S: model.name })];
  for (const [name, value] of Object.entries(write.attributes)) set.push(setTo(name, value));
  const touched = new Set([...paths(update)].map((each) => each.elements[0]));
  let given = update;
  for (const { name, storedAs, facts } of model.members.list) {
    if (facts.mode !== 'default') continue;
    const value = encodeMember(facts, defaultOf(facts), `${model.name}.${name}`);
    if (value === undefined) continue;
    const initial: UpdateOperand = {
      kind: 'if_not_exists',
      path: path(storedAs),
      fallback: { kind: 'value', value },
    };
    if (!touched.has(storedAs)) set.push({ path: path(storedAs), value: initial });
    else given = addingTo(write, given, storedAs, initial);
  }
  return { ...given, set: [...given.set, ...set] };
}

/** ADD starts from nothing where the attribute is missing, but this one has a default to start from. */
function addingTo(write: Write, update: Update, storedAs: string, initial: UpdateOperand): Update {
  const action = update.add.find((each) => each.path.elements[0] === storedAs);
  if (action === undefined) return update;
  if (!('N' in action.value.value)) {
    throw new ValidationError(
      `${describeWrite(write)}: ${storedAs} has a default, which add() to a set cannot start from`,
    );
  }
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
 * Whether carrying the update out twice leaves what once would: constants do, and so do sets, but a sum does not, nor
 * what reads another attribute, which may have changed in between.
 */
export function isIdempotent(update: Update): boolean {
  const grows = ({ value }: ValueAction) => 'N' in value.value;
  return update.set.every(({ value }) => isConstant(value)) && !update.add.some(grows);
}
function isConstant(value: SetAction['value']): boolean {
  if (value.kind === 'if_not_exists') return isConstant(value.fallback);
  return value.kind === 'value';
}
