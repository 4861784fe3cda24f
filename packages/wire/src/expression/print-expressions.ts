import type { ExpressionAttributes } from '../operations/expressions.js';
import { ExpressionError } from './expression-error.js';
import { PlaceholderTable } from './placeholder-table.js';
import { precedenceOf, soleCondition } from './precedence.js';
import type { Arithmetic, Condition, Operand, Path, Projection, Update, UpdateOperand } from './syntax-tree.js';

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
  return {
    ...(condition && { ConditionExpression: printer.condition(condition) }),
    ...(filter && { FilterExpression: printer.condition(filter) }),
    ...(keyCondition && { KeyConditionExpression: printer.condition(keyCondition) }),
    ...(updateText && { UpdateExpression: updateText }),
    ...(projection && { ProjectionExpression: printer.projection(projection) }),
    ...printer.placeholders.attributes(),
  };
}

class Printer {
  readonly placeholders = new PlaceholderTable();

  /** @param outer the precedence of the operator around the condition */
  condition(given: Condition, outer = 0): string {
    const condition = soleCondition(given);
    const precedence = precedenceOf(condition);
    const text = this.bareCondition(condition, precedence);
    return precedence < outer ? `(${text})` : text;
  }

  private bareCondition(condition: Condition, precedence: number): string {
    switch (condition.kind) {
      case 'and':
        return joined(condition.conditions, ' AND ', (part) => this.condition(part, precedence));
      case 'or':
        return joined(condition.conditions, ' OR ', (part) => this.condition(part, precedence));
      case 'not':
        // not every implementation of DynamoDB's API takes a NOT right behind another
        return `NOT ${this.condition(condition.condition, precedence + 1)}`;
      case 'comparison':
        return `${this.operand(condition.left)} ${condition.operator} ${this.operand(condition.right)}`;
      case 'between': {
        const { operand, low, high } = condition;
        return `${this.operand(operand)} BETWEEN ${this.operand(low)} AND ${this.operand(high)}`;
      }
      case 'in': {
        const operand = this.operand(condition.operand);
        return `${operand} IN (${joined(condition.candidates, ', ', (candidate) => this.operand(candidate))})`;
      }
      case 'attribute_exists':
      case 'attribute_not_exists':
        return `${condition.kind}(${this.path(condition.path)})`;
      case 'attribute_type':
        return `attribute_type(${this.path(condition.path)}, ${this.operand(condition.type)})`;
      case 'begins_with':
      case 'contains':
        return `${condition.kind}(${this.operand(condition.operand)}, ${this.operand(condition.argument)})`;
    }
  }

  /** The empty string for an update without actions. */
  update({ set, remove, add, delete: deletions }: Update): string {
    const clauses: string[] = [];
    const path = (target: Path) => this.path(target);
    if (set.length > 0) {
      clauses.push(`SET ${joined(set, ', ', (action) => `${path(action.path)} = ${this.updateValue(action.value)}`)}`);
    }
    if (remove.length > 0) clauses.push(`REMOVE ${joined(remove, ', ', path)}`);
    if (add.length > 0) {
      clauses.push(`ADD ${joined(add, ', ', (action) => `${path(action.path)} ${this.operand(action.value)}`)}`);
    }
    if (deletions.length > 0) {
      const text = joined(deletions, ', ', (action) => `${path(action.path)} ${this.operand(action.value)}`);
      clauses.push(`DELETE ${text}`);
    }
    return clauses.join(' ');
  }

  projection(projection: Projection): string {
    return joined(projection, ', ', (path) => this.path(path));
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

  private operand(operand: Operand): string {
    switch (operand.kind) {
      case 'path':
        return this.path(operand);
      case 'value':
        return this.placeholders.value(operand.value);
      case 'size':
        return `size(${this.path(operand.of)})`;
    }
  }

  private path({ elements: [name, ...rest] }: Path): string {
    let text = this.placeholders.name(name);
    for (const element of rest) {
      text += typeof element === 'number' ? `[${element}]` : `.${this.placeholders.name(element)}`;
    }
    return text;
  }
}

function joined<Part>(parts: readonly Part[], separator: string, print: (part: Part) => string): string {
  if (parts.length === 0) throw new ExpressionError('The expression can not be empty;');
  return parts.map(print).join(separator);
}
