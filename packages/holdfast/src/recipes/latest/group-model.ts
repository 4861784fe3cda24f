import { type Member, memberNamed } from '../../attributes/members.js';
import { shown } from '../../attributes/mismatch.js';
import type { EntityModel } from '../../entity/place-entity.js';
import { ValidationError } from '../../errors/usage-errors.js';

/** A group of fields that one source numbers, by the names of attributes. */
export interface GroupDefinition {
  /** Orders what the source says: an `a.number()`, `a.bigint()` or `a.timestamp()` of its own. */
  readonly version: string;
  /** What an event of the group replaces, all of them together. */
  readonly fields: readonly string[];
  /** An `a.string()` that keeps who numbered the version. Without it, events name no source. */
  readonly source?: string;
}
export type GroupDefinitions = Readonly<Record<string, GroupDefinition>>;

export type Version = number | bigint | Date;

const ordered: readonly string[] = ['number', 'bigint', 'timestamp'];

/**
 * Strings are refused as versions: times as text sort only where all are of one width.
 *
 * @throws ValidationError
 */
export function checkGroups(model: EntityModel, groups: GroupDefinitions): void {
  const names = Object.keys(groups);
  if (names.length === 0) throw new ValidationError(`latestWins(${model.name}): name at least one group`);
  const taken = new Map<string, string>();
  const take = (group: string, name: string): Member => {
    const other = taken.get(name);
    if (other !== undefined) {
      throw new ValidationError(
        `latestWins(${model.name}): ${name} is in the groups ${other} and ${group}; choose one`,
      );
    }
    taken.set(name, group);
    return memberNamed(model, name);
  };
  for (const [group, { version, fields, source }] of Object.entries(groups)) {
    needOf(model, take(group, version), ordered, 'a version');
    if (source !== undefined) needOf(model, take(group, source), ['string'], 'a source');
    for (const field of fields) take(group, field);
  }
  for (const member of model.members.list) checkAbsent(model, member);
}

function needOf(model: EntityModel, { name, facts }: Member, types: readonly string[], what: string): void {
  if (types.includes(facts.type) && facts.mode !== 'version') return;
  throw new ValidationError(`${model.name}.${name} is a ${facts.type}; ${what} is a ${types.join(', ')}`);
}

/** The event of one group may be the first of its item, and what it writes must be readable. */
function checkAbsent(model: EntityModel, { name, facts }: Member): void {
  const isKey = model.keyMembers.some((member) => member.name === name);
  if (isKey || facts.mode === 'optional' || facts.mode === 'default' || facts.mode === 'version') return;
  if (facts.derivation !== undefined || facts.codec.absent !== undefined) return;
  throw new ValidationError(
    `${model.name}.${name} is required, but the first event of another group would leave it out; make it optional()`,
  );
}

/** Below 0 where `left` is older, 0 where they are equal. @throws ValidationError where they are no versions of one kind */
export function compareVersions(where: string, left: unknown, right: unknown): number {
  const [a, b] = [comparable(where, left), comparable(where, right)];
  if (typeof a !== typeof b) {
    throw new ValidationError(`${where}: the versions ${shown(left)} and ${shown(right)} are of two kinds`);
  }
  return a < b ? -1 : a > b ? 1 : 0;
}

function comparable(where: string, version: unknown): number | bigint {
  const value = version instanceof Date ? version.getTime() : version;
  if (typeof value === 'bigint' || (typeof value === 'number' && !Number.isNaN(value))) return value;
  throw new ValidationError(`${where}: ${shown(version)} is no version; give a number, a bigint or a valid Date`);
}
