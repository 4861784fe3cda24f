import { checkPathsDistinct } from '../overlapping-paths.js';
import type { Projection } from '../syntax-tree.js';
import { OperandGrammar } from './operand-grammar.js';
import type { Placeholders } from './placeholders.js';
import { checkNotReserved, resolvePath } from './resolve-operand.js';

/**
 * Reads a projection.
 *
 * @throws ExpressionError with the service's text, of several faults the one that the service names
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.ProjectionExpressions.html
 */
export function parseProjection(text: string, placeholders: Placeholders): Projection {
  const grammar = new OperandGrammar(text, []);
  const paths = grammar.list(() => grammar.path());
  grammar.cursor.expectEnd();
  checkNotReserved(paths);
  const projection = paths.map((path) => resolvePath(path, placeholders));
  checkPathsDistinct(projection);
  return projection;
}
