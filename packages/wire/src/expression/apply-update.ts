import type { AttributeMap, AttributeValue } from '../attribute-value/attribute-value.js';
import { NumberError } from '../number/number-error.js';
import { addNumbers } from '../number/number-text.js';
import { type Edit, EditTree, editMap } from './edit-tree.js';
import { ExpressionError } from './expression-error.js';
import { checkPathsDistinct } from './overlapping-paths.js';
import { differenceOfSets, isEmptySet, unionOfSets } from './set-values.js';
import type { Path, Update } from './syntax-tree.js';
import { updateValue, wrongOperandType } from './update-operand.js';
import { valueAt } from './value-at.js';

/**
 * The item as an update leaves it. Every operand, and every list index, refers to the item as it was before; the item
 * itself is not changed, and the result shares with it what stayed.
 *
 * @param item the stored item, or the key attributes where none is stored
 * @throws ExpressionError with the service's text: overlapping paths, a missing operand, an operand of the wrong type, a
 *   path through what is not there, a sum beyond DynamoDB's numbers
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.UpdateExpressions.html
 */
export function applyUpdate(update: Update, item: AttributeMap): AttributeMap {
  const edits: [Path, Edit | undefined][] = [];
  try {
    for (const { path, value } of update.set) edits.push([path, { kind: 'store', value: updateValue(value, item) }]);
    for (const path of update.remove) edits.push([path, { kind: 'remove' }]);
    for (const { path, value } of update.add) edits.push([path, added(valueAt(path, item), value.value)]);
    for (const { path, value } of update.delete) edits.push([path, deleted(valueAt(path, item), value.value)]);
  } catch (error) {
    throw error instanceof NumberError ? new ExpressionError(error.message, { cause: error }) : error;
  }
  if (edits.length > 1) checkPathsDistinct(edits.map(([path]) => path));
  const tree = new EditTree();
  for (const [path, edit] of edits) tree.insert(path, edit);
  return editMap(item, tree);
}

function added(stored: AttributeValue | undefined, value: AttributeValue): Edit {
  if (stored === undefined) return { kind: 'store', value };
  const result = 'N' in stored && 'N' in value ? { N: addNumbers(stored.N, value.N) } : unionOfSets(stored, value);
  if (result === undefined) throw new ExpressionError(wrongOperandType);
  return { kind: 'store', value: result };
}

/** Nothing to do where there is no set, yet the way to it must exist. */
function deleted(stored: AttributeValue | undefined, value: AttributeValue): Edit | undefined {
  if (stored === undefined) return undefined;
  const result = differenceOfSets(stored, value);
  if (result === undefined) throw new ExpressionError(wrongOperandType);
  return isEmptySet(result) ? { kind: 'remove' } : { kind: 'store', value: result };
}
