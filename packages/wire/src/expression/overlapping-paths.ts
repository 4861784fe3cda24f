import { ExpressionError } from './expression-error.js';
import type { Path } from './syntax-tree.js';

/**
 * Checks that no path is another one or leads through it, and that no two paths take one attribute for a map and a list.
 *
 * @throws ExpressionError naming the two paths; an overlap anywhere comes before a conflict
 */
export function checkPathsDistinct(paths: readonly Path[]): void {
  // as they are in nearly every update
  if (new Set(paths.map(({ elements }) => elements[0])).size === paths.length) return;
  let conflict: ExpressionError | undefined;
  paths.forEach((later, position) => {
    for (let index = 0; index < position; index++) {
      const earlier = paths[index] ?? later;
      const relation = relationOf(earlier, later);
      if (relation === 'overlap') throw pathError(relation, earlier, later);
      if (relation === 'conflict') conflict ??= pathError(relation, earlier, later);
    }
  });
  if (conflict !== undefined) throw conflict;
}

/** A path as the service's messages show it, such as `[venue, seats, [0]]`. */
export function bracketedPath(path: Path): string {
  return `[${path.elements.map((element) => (typeof element === 'number' ? `[${element}]` : element)).join(', ')}]`;
}

function relationOf(earlier: Path, later: Path): 'apart' | 'overlap' | 'conflict' {
  const length = Math.min(earlier.elements.length, later.elements.length);
  for (let index = 0; index < length; index++) {
    const left = earlier.elements[index];
    const right = later.elements[index];
    if (typeof left !== typeof right) return 'conflict';
    if (left !== right) return 'apart';
  }
  return 'overlap';
}

function pathError(relation: 'overlap' | 'conflict', earlier: Path, later: Path): ExpressionError {
  const paths = `path one: ${bracketedPath(earlier)}, path two: ${bracketedPath(later)}`;
  return new ExpressionError(
    `Two document paths ${relation} with each other; must remove or rewrite one of these paths; ${paths}`,
  );
}
