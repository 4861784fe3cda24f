import type { AttributeValue } from '../attribute-value/attribute-value.js';
import { precedenceOf, soleCondition } from './precedence.js';
import type { Condition, Operand, Path } from './syntax-tree.js';

/** What people call what is stored at this path: the same path by other names. */
export type Naming = (stored: Path) => Path;
const asStored: Naming = (path) => path;

/** A condition for people to read, names and values in place: `scoreAt < "2026-01-31" OR attribute_not_exists(scoreAt)`. */
export function describeCondition(condition: Condition, naming: Naming = asStored): string {
  return describeWithin(condition, 0, naming);
}

/** A path for people to read, such as `venue.seats[0].size`; a name that would mislead is put in quotes. */
export function describePath(path: Path, naming: Naming = asStored): string {
  const [name, ...rest] = naming(path).elements;
  let text = describeName(name);
  for (const element of rest) text += typeof element === 'number' ? `[${element}]` : `.${describeName(element)}`;
  return text;
}

function describeName(name: string): string {
  return /^[\w$@#:-]+$/u.test(name) ? name : JSON.stringify(name);
}

function describeWithin(given: Condition, outer: number, naming: Naming): string {
  const condition = soleCondition(given);
  const precedence = precedenceOf(condition);
  const text = describeBare(condition, precedence, naming);
  return precedence < outer ? `(${text})` : text;
}

function describeBare(condition: Condition, precedence: number, naming: Naming): string {
  const describeOperand = (operand: Operand) => describeOperandBy(operand, naming);
  switch (condition.kind) {
    case 'and':
    case 'or': {
      const parts = condition.conditions.map((part) => describeWithin(part, precedence, naming));
      if (parts.length === 0) return condition.kind === 'and' ? 'always' : 'never';
      return parts.join(` ${condition.kind.toUpperCase()} `);
    }
    case 'not':
      return `NOT ${describeWithin(condition.condition, precedence, naming)}`;
    case 'comparison':
      return `${describeOperand(condition.left)} ${condition.operator} ${describeOperand(condition.right)}`;
    case 'between': {
      const [operand, low, high] = [condition.operand, condition.low, condition.high].map(describeOperand);
      return `${operand} BETWEEN ${low} AND ${high}`;
    }
    case 'in':
      return `${describeOperand(condition.operand)} IN (${condition.candidates.map(describeOperand).join(', ')})`;
    case 'attribute_exists':
    case 'attribute_not_exists':
      return `${condition.kind}(${describePath(condition.path, naming)})`;
    case 'attribute_type':
      return `attribute_type(${describePath(condition.path, naming)}, ${describeOperand(condition.type)})`;
    case 'begins_with':
    case 'contains':
      return `${condition.kind}(${describeOperand(condition.operand)}, ${describeOperand(condition.argument)})`;
  }
}

function describeOperandBy(operand: Operand, naming: Naming): string {
  switch (operand.kind) {
    case 'path':
      return describePath(operand, naming);
    case 'value':
      return describeValue(operand.value);
    case 'size':
      return `size(${describePath(operand.of, naming)})`;
  }
}

function describeValue(value: AttributeValue): string {
  if ('S' in value) return JSON.stringify(value.S);
  if ('N' in value) return value.N;
  if ('B' in value) return describeBytes(value.B);
  if ('BOOL' in value) return String(value.BOOL);
  if ('NULL' in value) return 'null';
  if ('L' in value) return `[${value.L.map(describeValue).join(', ')}]`;
  if ('M' in value) {
    const members = Object.entries(value.M).map(
      ([name, member]) => `${JSON.stringify(name)}: ${describeValue(member)}`,
    );
    return `{${members.join(', ')}}`;
  }
  if ('SS' in value) return `Set(${value.SS.map((element) => JSON.stringify(element)).join(', ')})`;
  if ('NS' in value) return `Set(${value.NS.join(', ')})`;
  return `Set(${value.BS.map(describeBytes).join(', ')})`;
}

function describeBytes(bytes: Uint8Array): string {
  return `0x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`;
}
