import type { AttributeValue, Path, SizeOperand } from '@holdfast/wire';
import { ExpressionError } from '@holdfast/wire';
import { Placeholders, parseCondition, parseUpdate } from '@holdfast/wire/parser';
import { ValidationError } from '../errors/usage-errors.js';
import type { AnyPath, ConditionExpression } from '../paths/condition-paths.js';
import type { Operand } from '../paths/operand.js';
import { ValueBuilder } from './build-assignments.js';
import { ConditionBuilder } from './build-condition.js';
import { isOperand, operand } from './operand-of.js';
import { encodeRaw, type RawValue } from './raw-value.js';
import { Scope } from './scope.js';

/** A condition, or the right side of an assignment, in DynamoDB's own words. */
export interface RawExpression extends ConditionExpression {
  readonly '~set': (value: unknown) => never;
}

/**
 * An expression in DynamoDB's own words, for what the typed calls do not say: a condition or filter, or the right side of an
 * assignment. Paths and values that are interpolated become placeholders; nothing else does.
 *
 * ```ts
 * posts.update({ id }).if((p) => raw`size(${p.tags}) < ${10} OR attribute_not_exists(legacy)`)
 *   .set((p) => p.likes.to(raw`if_not_exists(${p.likes}, ${0}) + ${1}`));
 * ```
 *
 * It is parsed as DynamoDB parses it, and joined to other conditions as the whole that it is. Values are stored as what they
 * are in the program, since no attribute says otherwise; names in the text are stored names.
 *
 * @throws ValidationError where DynamoDB would refuse the text, and outside of the callbacks of `if`, `filter` and `set`
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.OperatorsAndFunctions.html
 */
export function raw(
  text: TemplateStringsArray,
  ...operands: readonly (Operand<unknown> | AnyPath | RawValue)[]
): RawExpression {
  const scope = Scope.current;
  if (scope === undefined) throw refused(text, 'it stands outside of the callbacks of if(), filter() and set()');
  const names: Record<string, string> = {};
  const values: Record<string, AttributeValue> = {};
  const printed = operands.map((each, index) => {
    if (isOperand(each)) return printedPath(each[operand].tree, names);
    values[`:${index}`] = encodeRaw(each, `value ${index + 1} of raw\`${shown(text)}\``);
    return `:${index}`;
  });
  for (const part of text) {
    const sign = /[#:]/.exec(part)?.[0];
    if (sign !== undefined) {
      throw refused(text, `the text holds a ${sign}; interpolate names and values, which then get placeholders`);
    }
  }
  // what stands right behind a placeholder must not become part of it
  const whole = text.map((part, index) => `${part}${index < printed.length ? `${printed[index]} ` : ''}`).join('');
  const placeholders = new Placeholders(names, values);
  try {
    if (scope.kind === 'condition') {
      return new ConditionBuilder(parseCondition(whole, placeholders), scope as Scope<ConditionBuilder>) as never;
    }
    const { set, remove, add, delete: deleted } = parseUpdate(`SET target = ${whole}`, placeholders);
    const [action] = set;
    if (action === undefined || set.length + remove.length + add.length + deleted.length > 1) {
      throw refused(text, 'it is more than the right side of one assignment');
    }
    return new ValueBuilder(action.value) as never;
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    throw refused(text, error.message, error);
  }
}

function printedPath(tree: Path | SizeOperand, names: Record<string, string>): string {
  if (tree.kind === 'size') return `size(${printedPath(tree.of, names)} )`;
  return tree.elements
    .map((element, index) => {
      if (typeof element === 'number') return `[${element}]`;
      const name = `#${Object.keys(names).length}`;
      names[name] = element;
      return index === 0 ? name : `.${name}`;
    })
    .join('');
}

function shown(text: TemplateStringsArray): string {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as the program spells it
  return text.join('${…}');
}
function refused(text: TemplateStringsArray, why: string, cause?: unknown): ValidationError {
  return new ValidationError(`raw\`${shown(text)}\`: ${why}`, cause === undefined ? {} : { cause });
}
