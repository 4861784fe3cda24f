import type { ComparisonOperator } from '../syntax-tree.js';
import { OperandGrammar } from './operand-grammar.js';
import type { RawCall, RawOperand } from './raw-operand.js';

export interface RawComparison {
  readonly kind: 'comparison';
  readonly operator: ComparisonOperator;
  readonly operands: readonly [RawOperand, RawOperand];
}
export interface RawBetween {
  readonly kind: 'between';
  readonly operands: readonly [RawOperand, RawOperand, RawOperand];
}
export interface RawIn {
  readonly kind: 'in';
  readonly operands: readonly [RawOperand, ...RawOperand[]];
}
export interface RawJunction {
  readonly kind: 'and' | 'or';
  readonly conditions: readonly RawCondition[];
}
export interface RawNegation {
  readonly kind: 'not';
  readonly condition: RawCondition;
}
/** A condition that has no other inside. */
export type RawLeaf = RawComparison | RawBetween | RawIn | RawCall;
export type RawCondition = RawLeaf | RawJunction | RawNegation;

const comparisonOperators: ReadonlySet<string> = new Set<ComparisonOperator>(['=', '<>', '<', '<=', '>', '>=']);

/**
 * Reads a condition. An opening parenthesis may belong to a condition or to an operand, which shows only later: so what
 * stands in parentheses is read as either, and judged by what comes after.
 */
export class ConditionGrammar extends OperandGrammar {
  constructor(text: string) {
    super(text, ['AND', 'OR', 'NOT', 'BETWEEN', 'IN']);
  }

  condition(): RawCondition {
    const condition = this.asCondition(this.disjunction());
    this.cursor.expectEnd();
    return condition;
  }

  private disjunction(): RawCondition | RawOperand {
    return this.junction('or', () => this.conjunction());
  }

  private conjunction(): RawCondition | RawOperand {
    return this.junction('and', () => this.negation());
  }

  private junction(kind: 'and' | 'or', parse: () => RawCondition | RawOperand): RawCondition | RawOperand {
    const first = parse();
    const keyword = kind.toUpperCase();
    if (this.cursor.keyword() !== keyword) return first;
    const conditions = [this.asCondition(first)];
    while (this.cursor.acceptKeyword(keyword)) {
      this.countOperator();
      conditions.push(this.asCondition(parse()));
    }
    return { kind, conditions };
  }

  private negation(): RawCondition | RawOperand {
    if (!this.cursor.acceptKeyword('NOT')) return this.comparison();
    this.countOperator();
    return { kind: 'not', condition: this.asCondition(this.negation()) };
  }

  private comparison(): RawCondition | RawOperand {
    const left = this.unit();
    if (!isOperand(left)) return left;
    const { kind, text } = this.cursor.peek();
    if (kind === 'symbol' && comparisonOperators.has(text)) {
      this.countOperator();
      const operator = this.cursor.take().text as ComparisonOperator;
      return { kind: 'comparison', operator, operands: [left, this.operand()] };
    }
    if (this.cursor.acceptKeyword('BETWEEN')) {
      this.countOperator();
      const low = this.operand();
      this.cursor.expectKeyword('AND');
      return { kind: 'between', operands: [left, low, this.operand()] };
    }
    if (this.cursor.acceptKeyword('IN')) {
      this.countOperator();
      this.cursor.expectSymbol('(');
      const candidates = this.list(() => this.operand());
      this.cursor.expectSymbol(')');
      return { kind: 'in', operands: [left, ...candidates] };
    }
    return left;
  }

  private unit(): RawCondition | RawOperand {
    return this.cursor.isSymbol('(') ? this.afterGroup(this.group(() => this.disjunction())) : this.bareOperand();
  }

  override operand(): RawOperand {
    return this.cursor.isSymbol('(') ? this.afterGroup(this.group(() => this.operand())) : this.bareOperand();
  }

  /** A path in parentheses may go on behind them. */
  private afterGroup<Content extends RawCondition | RawOperand>(content: Content): Content | RawOperand {
    return content.kind === 'path' ? this.pathFrom(content) : content;
  }

  /** A path or a value alone is no condition: an operator is missing where the reading stopped. */
  private asCondition(node: RawCondition | RawOperand): RawCondition {
    if (node.kind === 'path' || node.kind === 'value') throw this.cursor.syntaxError();
    return node;
  }
}

function isOperand(node: RawCondition | RawOperand): node is RawOperand {
  return node.kind === 'path' || node.kind === 'value' || node.kind === 'call';
}
