import { dirname, join } from 'node:path/posix';
import type { Sources } from './sources.js';
import { isNode, lineAt, type Node, nodesOf } from './syntax.js';

export interface Import {
  /** What stands between the quotes. */
  readonly specifier: string;
  readonly line: number;
}

/** Every module that a source names: by import, export … from, import(), import types and require(). */
export function importsOf(path: string, source: string): Import[] {
  return nodesOf(path, source).flatMap(({ node }) => {
    const named = moduleNamedBy(node);
    return isNode(named) && typeof named.value === 'string'
      ? [{ specifier: named.value, line: lineAt(source, node.start) }]
      : [];
  });
}

function moduleNamedBy(node: Node): unknown {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportExpression':
    case 'TSImportType':
      return node.source;
    case 'TSExternalModuleReference':
      return node.expression;
    case 'CallExpression': {
      const { callee, arguments: given } = node;
      return isNode(callee) && callee.name === 'require' && Array.isArray(given) ? given[0] : undefined;
    }
    default:
      return undefined;
  }
}

/** The path of the TypeScript file that a relative specifier means, seen from the importing file. */
export const resolveRelative = (from: string, specifier: string): string =>
  join(dirname(from), specifier).replace(/\.js$/, '.ts');

export const isRelative = (specifier: string): boolean => /^\.{1,2}(?:\/|$)/.test(specifier);

/** Which of the sources each source imports by a relative path, types included. */
export function importGraph(sources: Sources): Map<string, string[]> {
  const graph = new Map<string, string[]>();
  for (const [path, source] of sources) {
    const targets = importsOf(path, source)
      .filter(({ specifier }) => isRelative(specifier))
      .map(({ specifier }) => resolveRelative(path, specifier))
      .filter((target) => sources.has(target));
    graph.set(path, [...new Set(targets)]);
  }
  return graph;
}
