import {
  type AttributeMap,
  type Condition,
  describeCondition,
  describePath,
  evaluateCondition,
  type Operand,
  type Path,
  valueAt,
} from '@holdfast/wire';
import type { EntityModel } from '../entity/place-entity.js';
import type { Clause, Seen } from '../errors/clause.js';
import type { Requirement } from './conditions-of.js';
import { decodedAt, programPath } from './program-path.js';

/** Which requirements the stored item does not meet, and what each saw. */
export function failedRequirements(
  requirements: readonly Requirement[],
  stored: AttributeMap | undefined,
): readonly Requirement[] {
  const failed = requirements.filter(({ tree }) => !evaluateCondition(tree, stored));
  // the service said that the condition failed, so where none does here, any of them may have
  return failed.length > 0 ? failed : requirements;
}

/** @param isKnown whether `stored` is what was stored; if not, the part may have failed and nothing more can be said */
export function clauseOf(
  model: EntityModel,
  { tree }: Requirement,
  stored: AttributeMap | undefined,
  isKnown: boolean,
): Clause {
  const naming = (path: Path) => programPath(model.members, path);
  if (!isKnown) return { text: describeCondition(tree, naming), ...first([]), seen: [], parts: [] };
  const atFault = leaves(tree, true, stored);
  const parts = atFault.map((leaf): Clause => {
    const seen = pathsOf(leaf).map((path): Seen => {
      return { path: describePath(path, naming), saw: decodedAt(model.members, path, valueAt(path, stored)) };
    });
    return { text: describeCondition(leaf, naming), ...first(seen), seen, parts: [] };
  });
  const [only] = parts;
  if (only !== undefined && (tree === atFault[0] || isLiteral(tree))) return only;
  const seen = distinct(parts.flatMap((part) => part.seen));
  return { text: describeCondition(tree, naming), ...first(seen), seen, parts };
}

/** The comparisons for which the condition is not what was wanted of it; those wanted not to hold are negated. */
function leaves(tree: Condition, wanted: boolean, stored: AttributeMap | undefined): readonly Condition[] {
  switch (tree.kind) {
    case 'and':
    case 'or': {
      const atFault = tree.conditions.filter((part) => evaluateCondition(part, stored) !== wanted);
      return (atFault.length > 0 ? atFault : tree.conditions).flatMap((part) => leaves(part, wanted, stored));
    }
    case 'not':
      return leaves(tree.condition, !wanted, stored);
    default:
      return [wanted ? tree : { kind: 'not', condition: tree }];
  }
}

function isLiteral(tree: Condition): boolean {
  return tree.kind === 'not' && !['and', 'or', 'not'].includes(tree.condition.kind);
}

/** Everything that a comparison looks at. */
function pathsOf(leaf: Condition): readonly Path[] {
  switch (leaf.kind) {
    case 'and':
    case 'or':
      return leaf.conditions.flatMap(pathsOf);
    case 'not':
      return pathsOf(leaf.condition);
    case 'comparison':
      return [leaf.left, leaf.right].flatMap(pathOf);
    case 'between':
      return [leaf.operand, leaf.low, leaf.high].flatMap(pathOf);
    case 'in':
      return [leaf.operand, ...leaf.candidates].flatMap(pathOf);
    case 'begins_with':
    case 'contains':
      return [leaf.operand, leaf.argument].flatMap(pathOf);
    default:
      return [leaf.path];
  }
}

function pathOf(operand: Operand): readonly Path[] {
  if (operand.kind === 'value') return [];
  return [operand.kind === 'size' ? operand.of : operand];
}

function first([seen]: readonly Seen[]): Seen {
  return seen ?? { path: '', saw: undefined };
}

function distinct(seen: readonly Seen[]): readonly Seen[] {
  return [...new Map(seen.map((each) => [each.path, each])).values()];
}
