import type { Condition } from '@holdfast/wire';

/** The stored attributes that a condition looks at. */
export function namesIn(condition: Condition): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visit);
    if (typeof node !== 'object' || node === null || !('kind' in node) || node.kind === 'value') return;
    if (node.kind === 'path' && 'elements' in node && Array.isArray(node.elements)) names.add(String(node.elements[0]));
    else Object.values(node).forEach(visit);
  };
  visit(condition);
  return names;
}
