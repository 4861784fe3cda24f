import { ExpressionError } from '../expression-error.js';

const conditionFunctions = {
  attribute_exists: 1,
  attribute_not_exists: 1,
  attribute_type: 2,
  begins_with: 2,
  contains: 2,
};
const operandFunctions = { size: 1 };
const updateFunctions = { if_not_exists: 2, list_append: 2 };
const operandCounts: Readonly<Record<string, number>> = {
  ...conditionFunctions,
  ...operandFunctions,
  ...updateFunctions,
};

/** Names are case-sensitive. */
export function isConditionFunction(name: string): name is keyof typeof conditionFunctions {
  return Object.hasOwn(conditionFunctions, name);
}

export function isUpdateFunction(name: string): name is keyof typeof updateFunctions {
  return Object.hasOwn(updateFunctions, name);
}

export function checkFunctionKnown(name: string): void {
  if (!Object.hasOwn(operandCounts, name)) throw new ExpressionError(`Invalid function name; function: ${name}`);
}

export function checkOperandCount(name: string, count: number): void {
  if (operandCounts[name] === count) return;
  throw new ExpressionError(
    `Incorrect number of operands for operator or function; operator or function: ${name}, number of operands: ${count}`,
  );
}

export function misusedFunction(name: string): ExpressionError {
  return new ExpressionError(`The function is not allowed to be used this way in an expression; function: ${name}`);
}

export function incorrectOperandType(operator: string, type: string): ExpressionError {
  return new ExpressionError(
    `Incorrect operand type for operator or function; operator or function: ${operator}, operand type: ${type}`,
  );
}

export function pathRequired(name: string): ExpressionError {
  return new ExpressionError(`Operator or function requires a document path; operator or function: ${name}`);
}
