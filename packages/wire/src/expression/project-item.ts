import { AttributeMembers } from '../attribute-value/attribute-members.js';
import type { AttributeMap, AttributeValue } from '../attribute-value/attribute-value.js';
import type { Projection } from './syntax-tree.js';
import { memberOf } from './value-at.js';

/** What is selected below one map or list, or all of it. */
type Selection = Map<string | number, Selection> | 'whole';

/**
 * The parts of an item that a projection names, nested as they were. Elements of a list close up in the order they had;
 * a map or list of which nothing was found is left out. The result inherits nothing.
 *
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.ProjectionExpressions.html
 */
export function projectItem(projection: Projection, item: AttributeMap): AttributeMap {
  return selectMembers(item, selectionOf(projection)) ?? new AttributeMembers();
}

function selectionOf(projection: Projection): Map<string | number, Selection> {
  const root = new Map<string | number, Selection>();
  for (const { elements } of projection) {
    let node = root;
    for (const [index, element] of elements.entries()) {
      const known = node.get(element);
      if (known === 'whole') break;
      if (index === elements.length - 1) {
        node.set(element, 'whole');
        break;
      }
      const next = known ?? new Map<string | number, Selection>();
      node.set(element, next);
      node = next;
    }
  }
  return root;
}

function select(value: AttributeValue | undefined, selection: Selection): AttributeValue | undefined {
  if (value === undefined || selection === 'whole') return value;
  if ('M' in value) {
    const members = selectMembers(value.M, selection);
    return members && { M: members };
  }
  if ('L' in value) {
    const elements = selectElements(value.L, selection);
    return elements.length === 0 ? undefined : { L: elements };
  }
  return undefined;
}

function selectMembers(map: AttributeMap, selection: Map<string | number, Selection>): AttributeMap | undefined {
  const members = new AttributeMembers();
  let found = false;
  for (const [name, below] of selection) {
    const value = typeof name === 'string' ? select(memberOf(map, name), below) : undefined;
    if (value === undefined) continue;
    members[String(name)] = value;
    found = true;
  }
  return found ? members : undefined;
}

function selectElements(list: readonly AttributeValue[], selection: Map<string | number, Selection>): AttributeValue[] {
  const indexes = [...selection.keys()].filter((key) => typeof key === 'number').sort((a, b) => a - b);
  return indexes
    .map((index) => select(list[index], selection.get(index) ?? 'whole'))
    .filter((element) => element !== undefined);
}
