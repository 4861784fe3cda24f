import type { AttributeValue, Path, SizeOperand, ValueOperand } from '@holdfast/wire';
import type { AttributeFacts } from '../attributes/attribute-facts.js';
import { encodeMember } from '../attributes/members.js';
import { takesForm } from '../attributes/stored-form.js';
import { ValidationError } from '../errors/usage-errors.js';

/** Marks whatever stands for something stored inside an expression. */
export const operand: unique symbol = Symbol('operand');
/** What is stored, with how it is declared and what the program calls it. */
export interface Stored<Tree = Path | SizeOperand> {
  readonly tree: Tree;
  readonly facts: AttributeFacts;
  readonly name: string;
}
export interface OperandBuilder {
  readonly [operand]: Stored;
}

export function isOperand(value: unknown): value is OperandBuilder {
  return typeof value === 'object' && value !== null && operand in value;
}

export function valueOperand(value: AttributeValue): ValueOperand {
  return { kind: 'value', value };
}

/** A value, encoded as its attribute is, or something stored. Validators look at written values only, not at these. */
export function operandOf(facts: AttributeFacts, value: unknown, where: string): Path | SizeOperand | ValueOperand {
  if (isOperand(value)) return alike(facts, where, value[operand]).tree;
  return valueOperand(required(facts.codec.encode(value, where), where));
}

/** @throws ValidationError where what is stored there has another form: names of members, or an encoding, that differ */
export function alike<Other extends Stored<unknown>>(facts: AttributeFacts, where: string, other: Other): Other {
  if (takesForm(facts, other.facts)) return other;
  throw new ValidationError(
    `${where} and ${other.name} are stored in different forms; compare or copy what a read gives, or use raw`,
  );
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
