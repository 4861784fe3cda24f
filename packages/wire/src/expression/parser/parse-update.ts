import type { TypeDescriptor } from '../../attribute-value/attribute-value.js';
import { typeOf } from '../../attribute-value/type-of.js';
import { ExpressionError } from '../expression-error.js';
import { checkPathsDistinct } from '../overlapping-paths.js';
import type { Arithmetic, SetAction, Update, UpdateOperand, ValueAction } from '../syntax-tree.js';
import {
  checkFunctionKnown,
  checkOperandCount,
  incorrectOperandType,
  isUpdateFunction,
  misusedFunction,
  pathRequired,
} from './functions.js';
import type { Placeholders } from './placeholders.js';
import { callsIn, pathsIn, type RawOperand, type RawPath, type RawValue, valuesIn } from './raw-operand.js';
import {
  checkNotReserved,
  type ResolvedOperand,
  resolveOperand,
  resolvePath,
  valueOperand,
} from './resolve-operand.js';
import { SyntaxCache } from './syntax-cache.js';
import {
  type RawArithmetic,
  type RawClause,
  type RawSetAction,
  type RawValueAction,
  UpdateGrammar,
} from './update-grammar.js';

/** Types that ADD and DELETE do not take, as the service calls them; ADD takes numbers all the same. */
const notAddable: { readonly [Type in TypeDescriptor]?: string } = {
  S: 'STRING',
  N: 'NUMBER',
  B: 'BINARY',
  NULL: 'NULL',
  BOOL: 'BOOLEAN',
  L: 'LIST',
  M: 'MAP',
};

/**
 * Reads an update, and checks all that needs no item.
 *
 * @throws ExpressionError with the service's text, of several faults the one that the service names
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.UpdateExpressions.html
 */
export function parseUpdate(text: string, placeholders: Placeholders): Update {
  const syntax = updates.syntaxOf(text);
  for (const path of syntax.paths) resolvePath(path, placeholders);
  for (const { placeholder } of syntax.values) placeholders.value(placeholder);
  if (syntax.targets.length > 1) checkPathsDistinct(syntax.targets.map((path) => resolvePath(path, placeholders)));

  const add = buildValueActions('ADD', syntax.add, placeholders);
  const deletions = buildValueActions('DELETE', syntax.delete, placeholders);
  return {
    set: syntax.set.map((action) => buildSetAction(action, placeholders)),
    remove: syntax.remove.map((path) => resolvePath(path, placeholders)),
    add,
    delete: deletions,
  };
}

interface RawUpdate {
  readonly paths: readonly RawPath[];
  readonly values: readonly RawValue[];
  /** What is set, removed, added to or deleted from, in the order written. */
  readonly targets: readonly RawPath[];
  readonly set: readonly RawSetAction[];
  readonly remove: readonly RawPath[];
  readonly add: readonly RawValueAction[];
  readonly delete: readonly RawValueAction[];
}

const updates = new SyntaxCache(readUpdate);

/** All that needs no placeholder. */
function readUpdate(text: string): RawUpdate {
  const grammar = new UpdateGrammar(text);
  const clauses = grammar.clauses();
  grammar.checkParentheses();
  const operands = clauses.flatMap(operandsOf);
  checkNotReserved(pathsIn(operands));
  checkFunctions(operands);
  checkClausesOnce(clauses);
  return {
    paths: [...pathsIn(operands)],
    values: [...valuesIn(operands)],
    targets: clauses.flatMap((clause) => ('paths' in clause ? clause.paths : clause.actions.map(({ path }) => path))),
    set: clauses.flatMap((clause) => (clause.keyword === 'SET' ? clause.actions : [])),
    remove: clauses.flatMap((clause) => (clause.keyword === 'REMOVE' ? clause.paths : [])),
    add: clauses.flatMap((clause) => (clause.keyword === 'ADD' ? clause.actions : [])),
    delete: clauses.flatMap((clause) => (clause.keyword === 'DELETE' ? clause.actions : [])),
  };
}

/** All that stands in a clause, targets too, in the order written. */
function operandsOf(clause: RawClause): readonly RawOperand[] {
  if (clause.keyword === 'REMOVE') return clause.paths;
  if (clause.keyword !== 'SET') return clause.actions.flatMap(({ path, value }) => [path, value]);
  return clause.actions.flatMap(({ path, value }) => [path, ...valueOperands(value)]);
}

function valueOperands(value: RawOperand | RawArithmetic): readonly RawOperand[] {
  return value.kind === 'arithmetic' ? value.operands : [value];
}

/** `if_not_exists` may stand inside a function, `list_append` only alone. */
function checkFunctions(operands: readonly RawOperand[]): void {
  for (const { name } of callsIn(operands)) checkFunctionKnown(name);
  for (const call of callsIn(operands)) {
    for (const inner of call.operands) {
      if (inner.kind === 'call' && inner.name === 'list_append') throw misusedFunction(inner.name);
    }
    if (!isUpdateFunction(call.name)) throw misusedFunction(call.name);
  }
}

function checkClausesOnce(clauses: readonly RawClause[]): void {
  const seen = new Set<string>();
  for (const { keyword } of clauses) {
    if (seen.has(keyword)) {
      throw new ExpressionError(`The "${keyword}" section can only be used once in an update expression;`);
    }
    seen.add(keyword);
  }
}

function buildValueActions(
  keyword: 'ADD' | 'DELETE',
  actions: readonly RawValueAction[],
  placeholders: Placeholders,
): ValueAction[] {
  return actions.map(({ path, value }) => {
    const operand = valueOperand(placeholders.value(value.placeholder));
    const type = typeOf(operand.value);
    const refused = keyword === 'ADD' && type === 'N' ? undefined : notAddable[type];
    if (refused === undefined) return { path: resolvePath(path, placeholders), value: operand };
    throw new ExpressionError(
      `Incorrect operand type for operator or function; operator: ${keyword}, operand type: ${refused}`,
    );
  });
}

function buildSetAction({ path, value }: RawSetAction, placeholders: Placeholders): SetAction {
  const [left, right] = valueOperands(value).map((operand) => toOperand(resolveOperand(operand, placeholders)));
  const target = resolvePath(path, placeholders);
  if (left === undefined) throw new RangeError('A value is missing; the grammar demands one');
  if (value.kind !== 'arithmetic' || right === undefined) return { path: target, value: left };
  checkValueTypes(value.operator, [left, right], 'N');
  const sum: Arithmetic = { kind: 'arithmetic', operator: value.operator, left, right };
  return { path: target, value: sum };
}

function toOperand(resolved: ResolvedOperand): UpdateOperand {
  if (resolved.kind !== 'call') return resolved;
  const operands = resolved.operands.map(toOperand);
  checkOperandCount(resolved.name, operands.length);
  const [first, second] = operands;
  if (first === undefined || second === undefined) throw misusedFunction(resolved.name);
  if (resolved.name === 'if_not_exists') {
    if (first.kind !== 'path') throw pathRequired(resolved.name);
    return { kind: 'if_not_exists', path: first, fallback: second };
  }
  checkValueTypes('list_append', [first, second], 'L');
  return { kind: 'list_append', first, second };
}

/** Only of values is the type known before the item is. */
function checkValueTypes(operator: string, operands: readonly UpdateOperand[], required: TypeDescriptor): void {
  for (const operand of operands) {
    if (operand.kind !== 'value') continue;
    const type = typeOf(operand.value);
    if (type !== required) throw incorrectOperandType(operator, type);
  }
}
