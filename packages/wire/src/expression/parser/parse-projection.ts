import { checkPathsDistinct } from '../overlapping-paths.js';
import type { Projection } from '../syntax-tree.js';
import { OperandGrammar } from './operand-grammar.js';
import type { Placeholders } from './placeholders.js';
import type { RawPath } from './raw-operand.js';
import { checkNotReserved, resolvePath } from './resolve-operand.js';
import { SyntaxCache } from './syntax-cache.js';

/**
 * Reads a projection.
 *
 * @throws ExpressionError with the service's text, of several faults the one that the service names
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.ProjectionExpressions.html
 */
export function parseProjection(text: string, placeholders: Placeholders): Projection {
  const projection = projections.syntaxOf(text).map((path) => resolvePath(path, placeholders));
  checkPathsDistinct(projection);
  return projection;
}

const projections = new SyntaxCache(readProjection);

/** All that needs no placeholder. */
function readProjection(text: string): readonly RawPath[] {
  const grammar = new OperandGrammar(text, []);
  const paths = grammar.list(() => grammar.path());
  grammar.cursor.expectEnd();
  checkNotReserved(paths);
  return paths;
}
