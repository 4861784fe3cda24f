import { AttributeMembers } from '../attribute-value/attribute-members.js';
import type { AttributeMap, AttributeValue } from '../attribute-value/attribute-value.js';
import { ExpressionError } from './expression-error.js';
import type { Path } from './syntax-tree.js';
import { memberOf } from './value-at.js';

export type Edit = { readonly kind: 'store'; readonly value: AttributeValue } | { readonly kind: 'remove' };

const invalidPath = 'The document path provided in the update expression is invalid for update';

/** What happens to the members of one map or the elements of one list; `undefined` is an edit that changes nothing. */
export class EditTree {
  readonly children = new Map<string | number, EditTree | Edit | undefined>();

  /** The paths inserted neither overlap nor conflict. */
  insert(path: Path, edit: Edit | undefined): void {
    let node: EditTree = this;
    for (const element of path.elements.slice(0, -1)) {
      const child = node.children.get(element);
      const next = child instanceof EditTree ? child : new EditTree();
      node.children.set(element, next);
      node = next;
    }
    node.children.set(path.elements.at(-1) ?? path.elements[0], edit);
  }
}

/** The map with its edits, as an object that inherits nothing. */
export function editMap(map: AttributeMap, tree: EditTree): AttributeMap {
  const result = new AttributeMembers();
  for (const name of Object.keys(map)) result[name] = map[name] as AttributeValue;
  for (const [name, change] of tree.children) {
    if (typeof name === 'number') throw new ExpressionError(invalidPath);
    if (change instanceof EditTree) result[name] = editChild(memberOf(map, name), change);
    else if (change?.kind === 'store') result[name] = change.value;
    else if (change?.kind === 'remove') delete result[name];
  }
  return result;
}

/** The list with its edits: removed elements close the gap, elements beyond the end follow it in the order of their index. */
function editList(list: readonly AttributeValue[], tree: EditTree): AttributeValue[] {
  const elements: (AttributeValue | undefined)[] = [...list];
  const beyond: [number, AttributeValue][] = [];
  for (const [index, change] of tree.children) {
    if (typeof index === 'string') throw new ExpressionError(invalidPath);
    if (change instanceof EditTree) elements[index] = editChild(list[index], change);
    else if (change?.kind === 'remove') {
      if (index < list.length) elements[index] = undefined;
    } else if (change?.kind === 'store') {
      if (index < list.length) elements[index] = change.value;
      else beyond.push([index, change.value]);
    }
  }
  const appended = beyond.sort(([a], [b]) => a - b).map(([, value]) => value);
  return [...elements.filter((element) => element !== undefined), ...appended];
}

function editChild(value: AttributeValue | undefined, tree: EditTree): AttributeValue {
  if (value !== undefined && 'M' in value) return { M: editMap(value.M, tree) };
  if (value !== undefined && 'L' in value) return { L: editList(value.L, tree) };
  throw new ExpressionError(invalidPath);
}
