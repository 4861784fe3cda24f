import type { Path } from '@holdfast/wire';
import type { AttributeFacts } from '../attributes/attribute-facts.js';
import { ValidationError } from '../errors/usage-errors.js';

/** A path into an item together with what is declared there. */
export interface StoredPath {
  readonly tree: Path;
  readonly facts: AttributeFacts;
  /** As the program spells it, for errors. */
  readonly name: string;
}

/** The element of a list, or the member of a map or record. */
export function step(path: StoredPath, key: string | number): StoredPath {
  const { facts, tree, name } = path;
  if (typeof key === 'number') {
    if (facts.type !== 'list' || facts.element === undefined)
      throw new ValidationError(`${name} is no list: no .at(${key})`);
    if (!Number.isSafeInteger(key) || key < 0)
      throw new ValidationError(`${name}.at(${key}): an index is a whole number from 0`);
    return { tree: { kind: 'path', elements: [...tree.elements, key] }, facts: facts.element, name: `${name}[${key}]` };
  }
  const member = facts.members !== undefined && Object.hasOwn(facts.members, key) ? facts.members[key] : undefined;
  const next = facts.type === 'record' ? facts.element : member;
  if (next === undefined) throw new ValidationError(`${name} has no member ${JSON.stringify(key)}`);
  const storedAs = facts.type === 'record' ? key : (next.storedAs ?? key);
  return { tree: { kind: 'path', elements: [...tree.elements, storedAs] }, facts: next, name: `${name}.${key}` };
}
