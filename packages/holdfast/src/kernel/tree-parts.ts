import type { AttributeValue, ComparisonOperator, Condition, SetAction, UpdateOperand } from '@holdfast/wire';
import { valueOperand } from '../expressions/operand-of.js';
import { attributePath } from './attribute-path.js';

// The parts of conditions and updates that the library writes itself, by an attribute's stored name.

export function compare(storedName: string, operator: ComparisonOperator, value: AttributeValue): Condition {
  return { kind: 'comparison', operator, left: attributePath(storedName), right: valueOperand(value) };
}

export function setTo(storedName: string, value: AttributeValue): SetAction {
  return { path: attributePath(storedName), value: valueOperand(value) };
}

/** What is stored, or else the value. */
export function storedOr(storedName: string, value: AttributeValue): UpdateOperand {
  return { kind: 'if_not_exists', path: attributePath(storedName), fallback: valueOperand(value) };
}

/** Sets the attribute where the item has none. */
export function keepOrSet(storedName: string, value: AttributeValue): SetAction {
  return { path: attributePath(storedName), value: storedOr(storedName, value) };
}
