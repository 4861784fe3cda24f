import type { AttributeValue, Path, Runtime, SetAction, Update } from '@holdfast/wire';
import type { Derivation } from '../attributes/attribute-facts.js';
import { encodeMember, type Member, memberNamed, orRefusal } from '../attributes/members.js';
import type { EntityModel } from '../entity/place-entity.js';
import { ValidationError } from '../errors/usage-errors.js';
import { attributePath } from './attribute-path.js';
import { changeOf, newValue } from './change-of.js';
import { keepOrSet, setTo } from './tree-parts.js';
import { describeWrite, type Write } from './write.js';

type Computed = Extract<Derivation, { kind: 'computed' }>;

/**
 * Writes what the library derives into an item that is written whole.
 *
 * @param isNew whether the item was just created, whatever time it brings along
 */
export function putDerived(
  model: EntityModel,
  item: Record<string, AttributeValue>,
  runtime: Runtime,
  isNew: boolean,
): void {
  if (model.members.derived.length === 0) return;
  // one time for the whole write
  const now = runtime.now();
  for (const { member, derivation } of model.members.derived) {
    const { storedAs } = member;
    if (derivation.kind === 'computed') {
      const value = computedOf(model, member, derivation, (source) => item[source.storedAs]);
      if (value === undefined) delete item[storedAs];
      else item[storedAs] = value;
    } else if (isNew || derivation.kind === 'updatedAt') item[storedAs] = timeOf(member, now, model.name);
    else item[storedAs] ??= timeOf(member, now, model.name);
  }
}

/** What an update must do beside what the caller asks for. @throws ValidationError where that depends on what is stored */
export function derivedChanges(write: Write, update: Update): { readonly set: SetAction[]; readonly remove: Path[] } {
  const set: SetAction[] = [];
  const remove: Path[] = [];
  const { model, verb, target } = write;
  if (model.members.derived.length === 0) return { set, remove };
  const now = target.backend.runtime.now();
  for (const { member, derivation } of model.members.derived) {
    const { storedAs } = member;
    if (derivation.kind === 'computed') {
      const found = computedChange(write, update, member, derivation);
      if (found === 'untouched') continue;
      if (found.value === undefined) remove.push(attributePath(storedAs));
      else set.push(setTo(storedAs, found.value));
    } else if (derivation.kind === 'updatedAt') set.push(setTo(storedAs, timeOf(member, now, model.name)));
    else if (verb === 'upsert') set.push(keepOrSet(storedAs, timeOf(member, now, model.name)));
  }
  return { set, remove };
}

function computedChange(
  write: Write,
  update: Update,
  member: Member,
  derivation: Computed,
): 'untouched' | { readonly value: AttributeValue | undefined } {
  const changes = new Map(
    Object.keys(derivation.sources).map((name) => {
      const source = memberNamed(write.model, name);
      // a default that the library fills in says nothing of what is stored
      const isGiven = changeOf(write, write.update, source).kind !== 'untouched';
      return [source, isGiven ? changeOf(write, update, source) : ({ kind: 'untouched' } as const)] as const;
    }),
  );
  const unknown = [...changes].filter(([, { kind }]) => !known.has(kind)).map(([source]) => source);
  const isTouched = [...changes.values()].some(({ kind }) => kind !== 'untouched' && kind !== 'key');
  // an update leaves what it was computed from, and so does an upsert of what must be there
  const isKept = write.verb === 'update' || unknown.some(isNeeded);
  if (!isTouched && (unknown.length > 0 ? isKept : write.verb === 'update')) return 'untouched';
  if (unknown.length > 0) {
    throw new ValidationError(
      `${describeWrite(write)}: ${member.name} is computed from ${unknown.map(({ name }) => name).join(' and ')} too; set() all of its sources to plain values in one update, or read the item and put it`,
    );
  }
  return { value: computedOf(write.model, member, derivation, (source) => newValue(changes.get(source))) };
}

const known = new Set(['key', 'given', 'removed']);

/** Whether no item is without the attribute, so that an upsert that does not set it finds one. */
function isNeeded({ facts }: Member): boolean {
  return facts.mode === 'required' && facts.codec.absent === undefined;
}

function computedOf(
  model: EntityModel,
  member: Member,
  { sources, by }: Computed,
  stored: (source: Member) => AttributeValue | undefined,
): AttributeValue | undefined {
  const values: Record<string, unknown> = {};
  for (const name of Object.keys(sources)) {
    const source = memberNamed(model, name);
    const value = stored(source);
    const where = `${model.name}.${name}`;
    values[name] = value === undefined ? source.facts.codec.absent?.() : source.facts.codec.decode(value, where);
  }
  const where = `${model.name}.${member.name}`;
  const value = orRefusal(where, () => by(values));
  if (value !== undefined) return encodeMember(member.facts, value, where);
  if (member.facts.mode === 'optional') return undefined;
  throw new ValidationError(`${where} is computed as undefined; declare it optional(), or compute a value`);
}

function timeOf({ facts, name }: Member, now: number, where: string): AttributeValue {
  const time = facts.type === 'timestampMicroseconds' ? BigInt(Math.floor(now * 1000)) : new Date(now);
  return facts.codec.encode(time, `${where}.${name}`) as AttributeValue;
}
