import type { AttributeValue } from '../attribute-value/attribute-value.js';
import { precedenceOf, soleCondition } from './precedence.js';
import type { Condition, Operand, Path } from './syntax-tree.js';

/** How names and values are written. */
export interface Words {
  name(name: string): string;
  value(value: AttributeValue): string;
  /** What stands for a junction or a list without parts. */
  empty(kind: string): string;
}

/** Writes conditions as text; parentheses stand exactly where precedence needs them, since the service refuses others. */
export class ConditionPrinter {
  readonly #words: Words;

  constructor(words: Words) {
    this.#words = words;
  }

  /** @param outer the precedence of the operator around the condition */
  condition(given: Condition, outer = 0): string {
    const condition = soleCondition(given);
    const precedence = precedenceOf(condition);
    const text = this.#bare(condition, precedence);
    return precedence < outer ? `(${text})` : text;
  }

  operand(operand: Operand): string {
    switch (operand.kind) {
      case 'path':
        return this.path(operand);
      case 'value':
        return this.#words.value(operand.value);
      case 'size':
        return `size(${this.path(operand.of)})`;
    }
  }

  path({ elements: [name, ...rest] }: Path): string {
    let text = this.#words.name(name);
    for (const element of rest) text += typeof element === 'number' ? `[${element}]` : `.${this.#words.name(element)}`;
    return text;
  }

  joined<Part>(parts: readonly Part[], separator: string, print: (part: Part) => string): string {
    return parts.length === 0 ? this.#words.empty(separator) : parts.map(print).join(separator);
  }

  #bare(condition: Condition, precedence: number): string {
    switch (condition.kind) {
      case 'and':
      case 'or': {
        const separator = ` ${condition.kind.toUpperCase()} `;
        return this.joined(condition.conditions, separator, (part) => this.condition(part, precedence));
      }
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
        return `${operand} IN (${this.joined(condition.candidates, ', ', (candidate) => this.operand(candidate))})`;
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
}
