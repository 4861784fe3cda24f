import { parseSync } from 'vite';

/** A node of the ESTree syntax tree, seen without its particular type. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly [property: string]: unknown;
}

/** A node with where it hangs: the node above it and the property of that node that holds it. */
export interface Placed {
  readonly node: Node;
  readonly parent: Node;
  readonly property: string;
}

/**
 * Every node of a TypeScript source, each with its parent, from the outside in.
 *
 * @throws Error with the path and the parser's message where the source does not parse
 */
export function nodesOf(path: string, source: string): Placed[] {
  const { program, errors } = parseSync(path, source);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${path}: ${error.message}`);
  const found: Placed[] = [];
  const visit = (parent: Node) => {
    for (const [property, value] of Object.entries(parent)) {
      for (const node of Array.isArray(value) ? value : [value]) {
        if (!isNode(node)) continue;
        found.push({ node, parent, property });
        visit(node);
      }
    }
  };
  const root: unknown = program;
  if (isNode(root)) visit(root);
  return found;
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** The number of the line, from 1, on which the offset lies. */
export const lineAt = (source: string, offset: number): number => source.slice(0, offset).split('\n').length;
