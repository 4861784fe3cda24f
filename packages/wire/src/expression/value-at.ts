import type { AttributeMap, AttributeValue } from '../attribute-value/attribute-value.js';
import type { Path } from './syntax-tree.js';

/** The value at the end of a path, or `undefined` where the item holds none. */
export function valueAt(path: Path, item: AttributeMap | undefined): AttributeValue | undefined {
  if (item === undefined) return undefined;
  const [name, ...rest] = path.elements;
  let value = memberOf(item, name);
  for (const element of rest) {
    if (value === undefined) return undefined;
    value = childOf(value, element);
  }
  return value;
}

/** The value under a name, not to be mistaken for what the map's prototype has under it. */
export function memberOf(map: AttributeMap, name: string): AttributeValue | undefined {
  return Object.hasOwn(map, name) ? map[name] : undefined;
}

function childOf(value: AttributeValue, element: string | number): AttributeValue | undefined {
  if (typeof element === 'number') return 'L' in value ? value.L[element] : undefined;
  return 'M' in value ? memberOf(value.M, element) : undefined;
}
