import type { AttributeValue } from '../../attribute-value/attribute-value.js';
import { ExpressionError } from '../expression-error.js';
import type { Path, ValueOperand } from '../syntax-tree.js';
import type { Placeholders } from './placeholders.js';
import type { RawOperand, RawPath } from './raw-operand.js';
import { isReservedWord } from './reserved-words.js';

/** An operand with its names and values, its functions not yet checked. */
export type ResolvedOperand = Path | ValueOperand | ResolvedCall;
export interface ResolvedCall {
  readonly kind: 'call';
  readonly name: string;
  readonly operands: readonly ResolvedOperand[];
}

/** @throws ExpressionError if a name that stands without placeholder is a reserved word */
export function checkNotReserved(paths: Iterable<RawPath>): void {
  for (const { elements } of paths) {
    const reserved = elements.find((element) => typeof element === 'string' && isReservedWord(element));
    if (reserved === undefined) continue;
    throw new ExpressionError(`Attribute name is a reserved keyword; reserved keyword: ${reserved}`);
  }
}

/** @throws ExpressionError if a placeholder is not defined */
export function resolveOperand(operand: RawOperand, placeholders: Placeholders): ResolvedOperand {
  switch (operand.kind) {
    case 'path':
      return resolvePath(operand, placeholders);
    case 'value':
      return valueOperand(placeholders.value(operand.placeholder));
    case 'call': {
      const operands = operand.operands.map((inner) => resolveOperand(inner, placeholders));
      return { kind: 'call', name: operand.name, operands };
    }
  }
}

/** @throws ExpressionError if a placeholder is not defined */
export function resolvePath(path: RawPath, placeholders: Placeholders): Path {
  if (!path.elements.some(isPlaceholder)) return path;
  const [first, ...rest] = path.elements;
  const resolve = (name: string) => (name.startsWith('#') ? placeholders.name(name) : name);
  const others = rest.map((element) => (typeof element === 'number' ? element : resolve(element)));
  return { kind: 'path', elements: [resolve(first), ...others] };
}

function isPlaceholder(element: string | number): boolean {
  return typeof element === 'string' && element.startsWith('#');
}

export function valueOperand(value: AttributeValue): ValueOperand {
  return { kind: 'value', value };
}
