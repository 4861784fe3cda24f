import type { Arithmetic } from '../syntax-tree.js';
import { OperandGrammar } from './operand-grammar.js';
import type { RawOperand, RawPath, RawValue } from './raw-operand.js';

export interface RawArithmetic {
  readonly kind: 'arithmetic';
  readonly operator: Arithmetic['operator'];
  readonly operands: readonly [RawOperand, RawOperand];
}
export interface RawSetAction {
  readonly path: RawPath;
  readonly value: RawOperand | RawArithmetic;
}
export interface RawValueAction {
  readonly path: RawPath;
  readonly value: RawValue;
}
export type RawClause =
  | { readonly keyword: 'SET'; readonly actions: readonly RawSetAction[] }
  | { readonly keyword: 'REMOVE'; readonly paths: readonly RawPath[] }
  | { readonly keyword: 'ADD' | 'DELETE'; readonly actions: readonly RawValueAction[] };

/** Reads an update: its clauses in the order written, each perhaps more than once. */
export class UpdateGrammar extends OperandGrammar {
  constructor(text: string) {
    super(text, ['SET', 'REMOVE', 'ADD', 'DELETE']);
  }

  clauses(): RawClause[] {
    const clauses = [this.clause()];
    while (this.cursor.peek().kind !== 'end') clauses.push(this.clause());
    return clauses;
  }

  private clause(): RawClause {
    const keyword = this.cursor.keyword();
    switch (keyword) {
      case 'SET':
        this.cursor.take();
        return { keyword, actions: this.list(() => this.setAction()) };
      case 'REMOVE':
        this.cursor.take();
        return { keyword, paths: this.list(() => this.path()) };
      case 'ADD':
      case 'DELETE':
        this.cursor.take();
        return { keyword, actions: this.list(() => this.valueAction()) };
      default:
        throw this.cursor.syntaxError();
    }
  }

  private setAction(): RawSetAction {
    const path = this.path();
    this.cursor.expectSymbol('=');
    return { path, value: this.setValue() };
  }

  /** A parenthesis may open around an operand or around the whole sum. */
  private setValue(): RawOperand | RawArithmetic {
    const left = this.cursor.isSymbol('(') ? this.group(() => this.setValue()) : this.bareOperand();
    if (left.kind === 'arithmetic') return left;
    const operator = this.cursor.isSymbol('+') ? '+' : this.cursor.isSymbol('-') ? '-' : undefined;
    if (operator === undefined) return left;
    this.countOperator();
    this.cursor.take();
    return { kind: 'arithmetic', operator, operands: [left, this.operand()] };
  }

  private valueAction(): RawValueAction {
    const path = this.path();
    if (this.cursor.peek().kind !== 'valueReference') throw this.cursor.syntaxError();
    return { path, value: { kind: 'value', placeholder: this.cursor.take().text } };
  }
}
