import type { Condition } from '@holdfast/wire';
import { attributePath } from './attribute-path.js';
import { compare } from './tree-parts.js';
import { isPut, type Write } from './write.js';

function existence(kind: 'attribute_exists' | 'attribute_not_exists', { model }: Write): Condition {
  return { kind, path: attributePath(model.layout.pk.name) };
}

/** A condition of a write, and whether it is about the version. */
export interface Requirement {
  readonly tree: Condition;
  readonly version: boolean;
}

/** Everything that must hold, as parts of a conjunction; empty where the write is unconditional. */
export function requirementsOf(write: Write): readonly Requirement[] {
  const found: Requirement[] = [];
  const need = (tree: Condition, version = false) => {
    for (const part of conjuncts(tree)) found.push({ tree: part, version });
  };
  const { version } = write;
  const isVersioned = version.kind === 'expected' && version.version !== undefined;
  const isUnnumbered = isVersioned && version.version === 0;
  // an expected version says already that the item exists
  if (isUnnumbered || (write.existence === 'exists' && !isVersioned)) {
    need(existence('attribute_exists', write), isUnnumbered);
  }
  const isNew = version.kind === 'expected' && version.version === undefined;
  if (write.existence === 'not_exists' || isNew)
    need(existence('attribute_not_exists', write), write.verb === 'put' && isNew);
  if (isVersioned) need(versionIs(write, version.version ?? 0), true);
  if (write.verb === 'claim') need(freeOrOwned(write));
  for (const condition of write.conditions) need(condition);
  return found;
}

export function conditionOf(requirements: readonly Requirement[]): Condition | undefined {
  const [first, ...others] = requirements.map((requirement) => requirement.tree);
  if (first === undefined || others.length === 0) return first;
  return { kind: 'and', conditions: [first, ...others] };
}

function conjuncts(tree: Condition): readonly Condition[] {
  return tree.kind === 'and' ? tree.conditions.flatMap(conjuncts) : [tree];
}

function versionIs({ model }: Write, version: number): Condition {
  const name = model.version?.storedAs ?? '';
  const is = compare(name, '=', { N: String(version) });
  // others store items without a version, or count theirs from 0
  return version > 0
    ? is
    : { kind: 'or', conditions: [{ kind: 'attribute_not_exists', path: attributePath(name) }, is] };
}

/** A claim that its owner already holds is the owner's: so a repeated claim succeeds, and its own lost answer is none. */
function freeOrOwned(write: Write): Condition {
  const notExists = existence('attribute_not_exists', write);
  const owned = ownedBy(write);
  return owned === undefined ? notExists : { kind: 'or', conditions: [notExists, owned] };
}

/** That the item is held by the owner for whom the write claims it. */
export function ownedBy({ model, attributes, verb }: Write): Condition | undefined {
  const owner = model.owner;
  const value = owner === undefined ? undefined : attributes[owner.storedAs];
  if (!isPut(verb) || owner === undefined || value === undefined) return undefined;
  return compare(owner.storedAs, '=', value);
}
