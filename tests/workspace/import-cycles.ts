import { importGraph } from './imports.js';
import { isTest, type Sources } from './sources.js';

type Graph = ReadonlyMap<string, readonly string[]>;

/** The cycles among the files, each as the chain of files that closes it: `a.ts → b.ts → a.ts`. */
export function fileCycles(sources: Sources): string[] {
  return cyclesOf(importGraph(withoutTests(sources))).map((chain) => chain.join(' → '));
}

/**
 * The cycles that no cycle of files shows, among the folders and files that lie side by side, each as the imports that
 * close it: `a/x.ts → b/y.ts, b/z.ts → a/w.ts`. What a folder's subfolders import counts as imported by the folder.
 */
export function folderCycles(sources: Sources): string[] {
  const imports = new Map<string, Map<string, string>>();
  for (const [path, targets] of importGraph(withoutTests(sources))) {
    for (const target of targets) {
      const [from, to] = siblingsAbove(path, target);
      const found = imports.get(from) ?? new Map<string, string>();
      imports.set(from, found);
      if (!found.has(to)) found.set(to, `${path} → ${target}`);
    }
  }
  const graph = new Map([...imports].map(([layer, found]) => [layer, [...found.keys()]]));
  return cyclesOf(graph)
    .filter((chain) => chain.some((layer) => !layer.endsWith('.ts')))
    .map((chain) =>
      chain
        .slice(1)
        .map((layer, index) => imports.get(chain[index] ?? '')?.get(layer))
        .join(', '),
    );
}

/** The two folders or files that lie side by side and hold, or are, one path each. */
function siblingsAbove(path: string, other: string): [string, string] {
  const [parts, others] = [path.split('/'), other.split('/')];
  const shared = parts.findIndex((part, index) => part !== others[index]);
  return [parts.slice(0, shared + 1).join('/'), others.slice(0, shared + 1).join('/')];
}

const withoutTests = (sources: Sources): Sources => new Map([...sources].filter(([path]) => !isTest(path)));

/** The shortest cycle through each node that none of the cycles before it contains; its first node is repeated at the end. */
function cyclesOf(graph: Graph): string[][] {
  const cycles: string[][] = [];
  const reported = new Set<string>();
  for (const start of graph.keys()) {
    if (reported.has(start)) continue;
    const cycle = shortestCycle(graph, start);
    if (cycle === undefined) continue;
    cycles.push(cycle);
    for (const node of cycle) reported.add(node);
  }
  return cycles;
}

function shortestCycle(graph: Graph, start: string): string[] | undefined {
  const chains = [[start]];
  const seen = new Set<string>();
  for (const chain of chains) {
    for (const next of graph.get(chain.at(-1) ?? '') ?? []) {
      if (next === start) return [...chain, start];
      if (seen.has(next)) continue;
      seen.add(next);
      chains.push([...chain, next]);
    }
  }
  return undefined;
}
