import {
  type AttributeMap,
  type AttributeValue,
  type Condition,
  Decimal,
  describeCondition,
  describePath,
  evaluateCondition,
  type Operand,
  type Path,
  valueAt,
} from '@holdfast/wire';
import type { EntityModel } from '../entity/place-entity.js';
import type { Clause } from '../errors/clause.js';
import type { Requirement } from './conditions-of.js';

/** Which requirements the stored item does not meet, and what each saw. */
export function failedRequirements(
  requirements: readonly Requirement[],
  stored: AttributeMap | undefined,
): readonly Requirement[] {
  const failed = requirements.filter(({ tree }) => !evaluateCondition(tree, stored));
  // the service said that the condition failed, so where none does here, any of them may have
  return failed.length > 0 ? failed : requirements;
}

export function clauseOf(model: EntityModel, { tree }: Requirement, stored: AttributeMap | undefined): Clause {
  const path = firstPath(tree);
  return {
    text: describeCondition(tree, (name) => programName(model, name)),
    path: path === undefined ? '' : describePath(path, (name) => programName(model, name)),
    saw: path === undefined ? undefined : seen(model, path, valueAt(path, stored)),
  };
}

/** An attribute as the program names it, whatever it is stored as. */
function programName(model: EntityModel, storedName: string): string {
  return model.members.byStoredName.get(storedName)?.name ?? storedName;
}

function firstPath(tree: Condition): Path | undefined {
  switch (tree.kind) {
    case 'and':
    case 'or':
      return tree.conditions.map(firstPath).find((path) => path !== undefined);
    case 'not':
      return firstPath(tree.condition);
    case 'comparison':
      return pathOf(tree.left) ?? pathOf(tree.right);
    case 'attribute_exists':
    case 'attribute_not_exists':
    case 'attribute_type':
      return tree.path;
    default:
      return pathOf(tree.operand);
  }
}

function pathOf(operand: Operand): Path | undefined {
  if (operand.kind === 'path') return operand;
  return operand.kind === 'size' ? operand.of : undefined;
}

function seen(model: EntityModel, path: Path, value: AttributeValue | undefined): unknown {
  if (value === undefined) return undefined;
  const member = path.elements.length === 1 ? model.members.byStoredName.get(path.elements[0]) : undefined;
  try {
    return member === undefined ? plain(value) : member.facts.codec.decode(value, member.name);
  } catch {
    // what is stored may not fit its declaration, and that must not hide why the condition failed
    return plain(value);
  }
}

/** A stored value as JavaScript has it, where no declaration says more; numbers keep all their digits. */
function plain(value: AttributeValue): unknown {
  if ('N' in value) return Decimal.from(value.N);
  if ('NULL' in value) return null;
  if ('L' in value) return value.L.map(plain);
  if ('M' in value) return Object.fromEntries(Object.entries(value.M).map(([name, each]) => [name, plain(each)]));
  if ('SS' in value) return new Set(value.SS);
  if ('NS' in value) return new Set(value.NS.map((each) => Decimal.from(each)));
  if ('BS' in value) return new Set(value.BS);
  return 'S' in value ? value.S : 'B' in value ? value.B : value.BOOL;
}
