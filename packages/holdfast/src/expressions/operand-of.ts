import type { AttributeValue, Path, SizeOperand, ValueOperand } from '@holdfast/wire';
import type { AttributeFacts } from '../attributes/attribute-facts.js';
import { encodeMember } from '../attributes/members.js';
import { ValidationError } from '../errors/usage-errors.js';

/** Marks whatever stands for something stored inside an expression. */
export const operand: unique symbol = Symbol('operand');
export interface OperandBuilder {
  readonly [operand]: Path | SizeOperand;
}

export function isOperand(value: unknown): value is OperandBuilder {
  return typeof value === 'object' && value !== null && operand in value;
}

export function valueOperand(value: AttributeValue): ValueOperand {
  return { kind: 'value', value };
}

/** A value, encoded as its attribute is, or something stored. Validators look at written values only, not at these. */
export function operandOf(facts: AttributeFacts, value: unknown, where: string): Path | SizeOperand | ValueOperand {
  if (isOperand(value)) return value[operand];
  return valueOperand(required(facts.codec.encode(value, where), where));
}

/** As {@link operandOf}, for what an update writes: the attribute's validator sees it. */
export function writtenOperand(facts: AttributeFacts, value: unknown, where: string): ValueOperand {
  return valueOperand(required(encodeMember(facts, value, where), where));
}

function required(value: AttributeValue | undefined, where: string): AttributeValue {
  if (value === undefined)
    throw new ValidationError(`${where}: DynamoDB has no empty set to compare with or to write here`);
  return value;
}
