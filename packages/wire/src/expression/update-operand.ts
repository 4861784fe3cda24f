import type { AttributeMap, AttributeValue } from '../attribute-value/attribute-value.js';
import { addNumbers, subtractNumbers } from '../number/number-text.js';
import { ExpressionError } from './expression-error.js';
import type { Arithmetic, UpdateOperand } from './syntax-tree.js';
import { valueAt } from './value-at.js';

export const wrongOperandType = 'An operand in the update expression has an incorrect data type';
const missingAttribute = 'The provided expression refers to an attribute that does not exist in the item';

/**
 * The value that `SET path = …` stores.
 *
 * @throws ExpressionError where an attribute is missing or of the wrong type
 * @throws NumberError where a sum cannot be stored
 */
export function updateValue(operand: UpdateOperand | Arithmetic, item: AttributeMap): AttributeValue {
  switch (operand.kind) {
    case 'value':
      return operand.value;
    case 'path': {
      const value = valueAt(operand, item);
      if (value === undefined) throw new ExpressionError(missingAttribute);
      return value;
    }
    case 'if_not_exists':
      return valueAt(operand.path, item) ?? updateValue(operand.fallback, item);
    case 'list_append': {
      const first = updateValue(operand.first, item);
      const second = updateValue(operand.second, item);
      if (!('L' in first && 'L' in second)) throw new ExpressionError(wrongOperandType);
      return { L: [...first.L, ...second.L] };
    }
    case 'arithmetic': {
      const left = updateValue(operand.left, item);
      const right = updateValue(operand.right, item);
      if (!('N' in left && 'N' in right)) throw new ExpressionError(wrongOperandType);
      return { N: (operand.operator === '+' ? addNumbers : subtractNumbers)(left.N, right.N) };
    }
  }
}
