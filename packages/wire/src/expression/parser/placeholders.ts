import type { AttributeMap, AttributeValue } from '../../attribute-value/attribute-value.js';
import { ExpressionError } from '../expression-error.js';

/** The names and values behind a request's placeholders, and which of them its expressions used. */
export class Placeholders {
  private readonly usedNames = new Set<string>();
  private readonly usedValues = new Set<string>();

  /**
   * @param names by placeholder with its `#`
   * @param values by placeholder with its `:`
   */
  constructor(
    private readonly names: Readonly<Record<string, string>> = {},
    private readonly values: AttributeMap = {},
  ) {}

  /** @throws ExpressionError if the placeholder is not defined */
  name(placeholder: string): string {
    const name = Object.hasOwn(this.names, placeholder) ? this.names[placeholder] : undefined;
    if (name === undefined) {
      throw new ExpressionError(
        `An expression attribute name used in the document path is not defined; attribute name: ${placeholder}`,
      );
    }
    this.usedNames.add(placeholder);
    return name;
  }

  /** @throws ExpressionError if the placeholder is not defined */
  value(placeholder: string): AttributeValue {
    const value = Object.hasOwn(this.values, placeholder) ? this.values[placeholder] : undefined;
    if (value === undefined) {
      throw new ExpressionError(
        `An expression attribute value used in expression is not defined; attribute value: ${placeholder}`,
      );
    }
    this.usedValues.add(placeholder);
    return value;
  }

  /** The placeholders for names that no expression parsed so far used, in the order given. */
  unusedNames(): string[] {
    return Object.keys(this.names).filter((placeholder) => !this.usedNames.has(placeholder));
  }

  /** The placeholders for values that no expression parsed so far used, in the order given. */
  unusedValues(): string[] {
    return Object.keys(this.values).filter((placeholder) => !this.usedValues.has(placeholder));
  }
}
