import { ExpressionError } from '../expression-error.js';
import type { Condition } from '../syntax-tree.js';
import { buildLeaf } from './build-leaf.js';
import { ConditionGrammar, type RawCondition, type RawLeaf } from './condition-grammar.js';
import { checkFunctionKnown, isConditionFunction, misusedFunction } from './functions.js';
import type { Placeholders } from './placeholders.js';
import { callsIn, pathsIn, type RawOperand } from './raw-operand.js';
import { checkNotReserved } from './resolve-operand.js';
import { SyntaxCache } from './syntax-cache.js';

const maxCandidates = 100;

/**
 * Reads a condition, filter or key condition, and checks all that needs no item.
 *
 * @throws ExpressionError with the service's text, of several faults the one that the service names
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.OperatorsAndFunctions.html
 */
export function parseCondition(text: string, placeholders: Placeholders): Condition {
  return build(conditions.syntaxOf(text), placeholders);
}

const conditions = new SyntaxCache(readCondition);

/** All that needs no placeholder. */
function readCondition(text: string): RawCondition {
  const grammar = new ConditionGrammar(text);
  const raw = grammar.condition();
  grammar.checkParentheses();
  const leaves = [...leavesOf(raw)];
  for (const leaf of leaves) for (const { name } of callsIn(operandsOf(leaf))) checkFunctionKnown(name);
  for (const leaf of leaves) checkFunctionUse(leaf);
  for (const leaf of leaves) checkNotReserved(pathsIn(operandsOf(leaf)));
  for (const leaf of leaves) checkCandidates(leaf);
  return raw;
}

function* leavesOf(condition: RawCondition): Generator<RawLeaf> {
  switch (condition.kind) {
    case 'and':
    case 'or':
      for (const part of condition.conditions) yield* leavesOf(part);
      break;
    case 'not':
      yield* leavesOf(condition.condition);
      break;
    default:
      yield condition;
  }
}

function operandsOf(leaf: RawLeaf): readonly RawOperand[] {
  return leaf.kind === 'call' ? [leaf] : leaf.operands;
}

/** Only `size` gives a value to compare; only the other functions are conditions by themselves. */
function checkFunctionUse(leaf: RawLeaf): void {
  for (const { operands } of callsIn(operandsOf(leaf))) checkOperandFunctions(operands);
  if (leaf.kind !== 'call') checkOperandFunctions(leaf.operands);
  else if (!isConditionFunction(leaf.name)) throw misusedFunction(leaf.name);
}

function checkOperandFunctions(operands: readonly RawOperand[]): void {
  for (const operand of operands) {
    if (operand.kind === 'call' && operand.name !== 'size') throw misusedFunction(operand.name);
  }
}

function checkCandidates(leaf: RawLeaf): void {
  const candidates = leaf.kind === 'in' ? leaf.operands.length - 1 : 0;
  if (candidates <= maxCandidates) return;
  throw new ExpressionError(`The IN operator is provided with too many operands; number of operands: ${candidates}`);
}

function build(raw: RawCondition, placeholders: Placeholders): Condition {
  switch (raw.kind) {
    case 'and':
    case 'or':
      return { kind: raw.kind, conditions: raw.conditions.map((part) => build(part, placeholders)) };
    case 'not':
      return { kind: 'not', condition: build(raw.condition, placeholders) };
    default:
      return buildLeaf(raw, placeholders);
  }
}
