import type { AttributeValue } from '../attribute-value/attribute-value.js';
import type { ExpressionAttributes } from '../operations/expressions.js';
import type { Words } from './condition-printer.js';
import { ExpressionError } from './expression-error.js';

/** Gives out the placeholders of one request, in the order in which names and values first appear. */
export class PlaceholderTable implements Words {
  private readonly names = new Map<string, string>();
  private readonly scalars = new Map<string, string>();
  private readonly values: AttributeValue[] = [];

  name(name: string): string {
    const known = this.names.get(name);
    if (known !== undefined) return known;
    const placeholder = `#${this.names.size}`;
    this.names.set(name, placeholder);
    return placeholder;
  }

  value(value: AttributeValue): string {
    const key = scalarKey(value);
    const known = key === undefined ? undefined : this.scalars.get(key);
    if (known !== undefined) return known;
    const placeholder = `:${this.values.length}`;
    this.values.push(value);
    if (key !== undefined) this.scalars.set(key, placeholder);
    return placeholder;
  }

  empty(): never {
    throw new ExpressionError('The expression can not be empty;');
  }

  /** Without a member that would be empty, which the service refuses. */
  attributes(): ExpressionAttributes {
    const attributes: { -readonly [Name in keyof ExpressionAttributes]: ExpressionAttributes[Name] } = {};
    if (this.names.size > 0) {
      const names: Record<string, string> = {};
      for (const [name, placeholder] of this.names) names[placeholder] = name;
      attributes.ExpressionAttributeNames = names;
    }
    if (this.values.length > 0) {
      const values: Record<string, AttributeValue> = {};
      for (const [index, value] of this.values.entries()) values[`:${index}`] = value;
      attributes.ExpressionAttributeValues = values;
    }
    return attributes;
  }
}

/** Equal for values that may share a placeholder; documents, sets and binary never do. */
function scalarKey(value: AttributeValue): string | undefined {
  if ('S' in value) return `S${value.S}`;
  if ('N' in value) return `N${value.N}`;
  if ('BOOL' in value) return `BOOL${value.BOOL}`;
  return 'NULL' in value ? 'NULL' : undefined;
}
