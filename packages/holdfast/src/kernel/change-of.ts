import { type AttributeValue, equalValues, type Path, type Update } from '@holdfast/wire';
import { encodeMember, type Member } from '../attributes/members.js';
import type { Write } from './write.js';

/** What an update makes of one attribute. */
export type Change =
  /** `given` by the write, as `key` or as a plain value; `kept` where the item has one, else this value. */
  | { readonly kind: 'key' | 'given' | 'kept'; readonly value: AttributeValue }
  | { readonly kind: 'untouched' | 'removed' | 'computed' };

export function changeOf({ attributes, model }: Write, update: Update, { name, storedAs, facts }: Member): Change {
  const isOfIt = (path: Path) => path.elements[0] === storedAs;
  const touching = [...update.set, ...update.remove.map((path) => ({ path }))].filter(({ path }) => isOfIt(path));
  if (touching.some(({ path }) => path.elements.length > 1)) return { kind: 'computed' };
  if (update.remove.some(isOfIt)) return { kind: 'removed' };
  if ([...update.add, ...update.delete].some(({ path }) => isOfIt(path))) return { kind: 'computed' };
  const action = update.set.find(({ path }) => isOfIt(path));
  if (action === undefined) {
    const value = model.keyMembers.some((member) => member.storedAs === storedAs) ? attributes[storedAs] : undefined;
    return value === undefined ? { kind: 'untouched' } : { kind: 'key', value };
  }
  const { value } = action;
  if (value.kind === 'value') return { kind: 'given', value: value.value };
  if (value.kind !== 'if_not_exists' || !isOfIt(value.path) || value.fallback.kind !== 'value') {
    return { kind: 'computed' };
  }
  const fallback = value.fallback.value;
  // an item without the attribute is indexed by its default, which another value would have to replace
  const isOther = facts.mode === 'default' && typeof facts.default !== 'function' && !isDefault(facts, name, fallback);
  return isOther ? { kind: 'computed' } : { kind: 'kept', value: fallback };
}

/** What an update leaves of the attribute, as far as the update says. */
export function newValue(change: Change | undefined): AttributeValue | undefined {
  return change !== undefined && 'value' in change ? change.value : undefined;
}

function isDefault(facts: Member['facts'], name: string, value: AttributeValue): boolean {
  const encoded = encodeMember(facts, facts.default, name);
  return encoded !== undefined && equalValues(encoded, value);
}
