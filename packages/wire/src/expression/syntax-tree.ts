import type { AttributeValue } from '../attribute-value/attribute-value.js';

/** A document path: an attribute's name, then names of map members and indexes of list elements. */
export interface Path {
  readonly kind: 'path';
  readonly elements: readonly [string, ...(string | number)[]];
}
export interface ValueOperand {
  readonly kind: 'value';
  readonly value: AttributeValue;
}
/** `size(path)`: the UTF-16 units of a string, the bytes of a binary, or the number of elements of a set, list or map. */
export interface SizeOperand {
  readonly kind: 'size';
  readonly of: Path;
}
export type Operand = Path | ValueOperand | SizeOperand;

export type ComparisonOperator = '=' | '<>' | '<' | '<=' | '>' | '>=';
export interface Comparison {
  readonly kind: 'comparison';
  readonly operator: ComparisonOperator;
  readonly left: Operand;
  readonly right: Operand;
}
export interface Between {
  readonly kind: 'between';
  readonly operand: Operand;
  readonly low: Operand;
  readonly high: Operand;
}
export interface In {
  readonly kind: 'in';
  readonly operand: Operand;
  readonly candidates: readonly Operand[];
}
export interface Existence {
  readonly kind: 'attribute_exists' | 'attribute_not_exists';
  readonly path: Path;
}
export interface AttributeType {
  readonly kind: 'attribute_type';
  readonly path: Path;
  readonly type: Operand;
}
export interface StringFunction {
  readonly kind: 'begins_with' | 'contains';
  /** What is searched. */
  readonly operand: Operand;
  readonly argument: Operand;
}
export interface Junction {
  readonly kind: 'and' | 'or';
  readonly conditions: readonly Condition[];
}
export interface Negation {
  readonly kind: 'not';
  readonly condition: Condition;
}
/**
 * A condition, filter or key condition.
 *
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.OperatorsAndFunctions.html
 */
export type Condition = Comparison | Between | In | Existence | AttributeType | StringFunction | Junction | Negation;

/** `if_not_exists(path, fallback)` */
export interface IfNotExists {
  readonly kind: 'if_not_exists';
  readonly path: Path;
  readonly fallback: UpdateOperand;
}
/** `list_append(first, second)` */
export interface ListAppend {
  readonly kind: 'list_append';
  readonly first: UpdateOperand;
  readonly second: UpdateOperand;
}
export interface Arithmetic {
  readonly kind: 'arithmetic';
  readonly operator: '+' | '-';
  readonly left: UpdateOperand;
  readonly right: UpdateOperand;
}
export type UpdateOperand = Path | ValueOperand | IfNotExists | ListAppend;
export interface SetAction {
  readonly path: Path;
  readonly value: UpdateOperand | Arithmetic;
}
export interface ValueAction {
  readonly path: Path;
  readonly value: ValueOperand;
}
/**
 * An update by its four clauses; an empty clause is left out of the text.
 *
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.UpdateExpressions.html
 */
export interface Update {
  readonly set: readonly SetAction[];
  readonly remove: readonly Path[];
  readonly add: readonly ValueAction[];
  readonly delete: readonly ValueAction[];
}

export type Projection = readonly Path[];
