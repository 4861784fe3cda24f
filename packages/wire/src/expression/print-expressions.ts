import type { ExpressionAttributes } from '../operations/expressions.js';
import { ConditionPrinter } from './condition-printer.js';
import { PlaceholderTable } from './placeholder-table.js';
import type { Arithmetic, Condition, Path, Projection, Update, UpdateOperand } from './syntax-tree.js';

/** The expressions of one request; they share its placeholders. */
export interface ExpressionParts {
  readonly condition?: Condition | undefined;
  readonly filter?: Condition | undefined;
  readonly keyCondition?: Condition | undefined;
  readonly update?: Update | undefined;
  readonly projection?: Projection | undefined;
}

/** Members of a request's input; what was not given is absent, and so is the text of an update without actions. */
export interface PrintedExpressions extends ExpressionAttributes {
  readonly ConditionExpression?: string;
  readonly FilterExpression?: string;
  readonly KeyConditionExpression?: string;
  readonly UpdateExpression?: string;
  readonly ProjectionExpression?: string;
}

/**
 * The text of syntax trees, for a request. Every name and value stands behind a placeholder (`#0`, `:0`), one for each
 * that differs; parentheses stand exactly where precedence needs them, since the service refuses others.
 *
 * @throws ExpressionError if a junction, a list of candidates or a projection is empty
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.html
 */
export function printExpressions(parts: ExpressionParts): PrintedExpressions {
  const { condition, filter, keyCondition, update, projection } = parts;
  const printer = new Printer();
  const updateText = update && printer.update(update);
  const printed: { -readonly [Name in keyof PrintedExpressions]: PrintedExpressions[Name] } = {};
  if (condition) printed.ConditionExpression = printer.condition(condition);
  if (filter) printed.FilterExpression = printer.condition(filter);
  if (keyCondition) printed.KeyConditionExpression = printer.condition(keyCondition);
  if (updateText) printed.UpdateExpression = updateText;
  if (projection) printed.ProjectionExpression = printer.projection(projection);
  return Object.assign(printed, printer.placeholders.attributes());
}

class Printer extends ConditionPrinter {
  readonly placeholders: PlaceholderTable;

  constructor() {
    const placeholders = new PlaceholderTable();
    super(placeholders);
    this.placeholders = placeholders;
  }

  /** The empty string for an update without actions. */
  update({ set, remove, add, delete: deletions }: Update): string {
    const clauses: string[] = [];
    const path = (target: Path) => this.path(target);
    if (set.length > 0) {
      clauses.push(
        `SET ${this.joined(set, ', ', (action) => `${path(action.path)} = ${this.updateValue(action.value)}`)}`,
      );
    }
    if (remove.length > 0) clauses.push(`REMOVE ${this.joined(remove, ', ', path)}`);
    if (add.length > 0) {
      clauses.push(`ADD ${this.joined(add, ', ', (action) => `${path(action.path)} ${this.operand(action.value)}`)}`);
    }
    if (deletions.length > 0) {
      const text = this.joined(deletions, ', ', (action) => `${path(action.path)} ${this.operand(action.value)}`);
      clauses.push(`DELETE ${text}`);
    }
    return clauses.join(' ');
  }

  projection(projection: Projection): string {
    return this.joined(projection, ', ', (path) => this.path(path));
  }

  private updateValue(value: UpdateOperand | Arithmetic): string {
    if (value.kind !== 'arithmetic') return this.updateOperand(value);
    return `${this.updateOperand(value.left)} ${value.operator} ${this.updateOperand(value.right)}`;
  }

  private updateOperand(operand: UpdateOperand): string {
    switch (operand.kind) {
      case 'if_not_exists':
        return `if_not_exists(${this.path(operand.path)}, ${this.updateOperand(operand.fallback)})`;
      case 'list_append':
        return `list_append(${this.updateOperand(operand.first)}, ${this.updateOperand(operand.second)})`;
      default:
        return this.operand(operand);
    }
  }
}
