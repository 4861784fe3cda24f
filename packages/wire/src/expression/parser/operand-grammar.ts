import { ExpressionError } from '../expression-error.js';
import { checkFunctionKnown, incorrectOperandType, misusedFunction } from './functions.js';
import type { RawCall, RawOperand, RawPath } from './raw-operand.js';
import { TokenCursor } from './token-cursor.js';

/** Deeper than 300 operators can need, and far from what the stack can take. */
const maxDepth = 350;
const maxOperators = 300;
const maxPathElements = 32;
const maxListIndex = 2 ** 31 - 1;

/** Reads what conditions, updates and projections have in common: paths, values, functions and parentheses. */
export class OperandGrammar {
  readonly cursor: TokenCursor;
  private depth = 0;
  private operators = 0;
  private lastGroup = { open: -1, close: -1 };
  private redundantParentheses = false;

  constructor(text: string, keywords: readonly string[]) {
    this.cursor = new TokenCursor(text, new Set(keywords));
  }

  /** @throws ExpressionError if parentheses stood directly in parentheses */
  checkParentheses(): void {
    if (this.redundantParentheses) throw redundantParentheses();
  }

  countOperator(): void {
    this.operators++;
    if (this.operators <= maxOperators) return;
    throw new ExpressionError(`The expression contains too many operators; operator count: ${this.operators}`);
  }

  /** `( … )`; what stands inside is for `parse` to read. */
  group<Content>(parse: () => Content): Content {
    if (this.depth >= maxDepth) throw redundantParentheses();
    const open = this.cursor.index;
    this.cursor.expectSymbol('(');
    this.depth++;
    const content = parse();
    this.depth--;
    const close = this.cursor.index;
    this.cursor.expectSymbol(')');
    if (this.lastGroup.open === open + 1 && this.lastGroup.close === close - 1) this.redundantParentheses = true;
    this.lastGroup = { open, close };
    return content;
  }

  /** Without parentheses around it. */
  bareOperand(): RawOperand {
    if (this.cursor.peek().kind === 'valueReference') return { kind: 'value', placeholder: this.cursor.take().text };
    const isCall = this.cursor.peek().kind === 'name' && this.cursor.isSymbol('(', 1);
    return isCall && this.cursor.keyword() === undefined ? this.call() : this.path();
  }

  path(): RawPath {
    return this.pathFrom({ kind: 'path', elements: [this.pathName()] });
  }

  /** A path, and what follows it in `.name` and `[index]`. */
  pathFrom({ elements: start }: RawPath): RawPath {
    const elements: [string, ...(string | number)[]] = [...start];
    for (;;) {
      if (this.cursor.acceptSymbol('.')) elements.push(this.pathName());
      else if (this.cursor.acceptSymbol('[')) elements.push(this.listIndex());
      else break;
    }
    if (elements.length > maxPathElements) {
      throw new ExpressionError(`The document path has too many nesting elements; nesting levels: ${elements.length}`);
    }
    return { kind: 'path', elements };
  }

  /** One or more, between commas. */
  list<Element>(parse: () => Element): Element[] {
    const elements = [parse()];
    while (this.cursor.acceptSymbol(',')) elements.push(parse());
    return elements;
  }

  /** An operand of a function, which may stand in parentheses; the grammars differ in what those may hold. */
  operand(): RawOperand {
    return this.cursor.isSymbol('(') ? this.group(() => this.operand()) : this.bareOperand();
  }

  private call(): RawCall {
    const name = this.cursor.take().text;
    if (this.depth >= maxDepth) throw nestedTooDeeply(name);
    this.cursor.expectSymbol('(');
    this.depth++;
    const operands = this.list(() => this.operand());
    this.depth--;
    this.cursor.expectSymbol(')');
    return { kind: 'call', name, operands };
  }

  private pathName(): string {
    const { kind } = this.cursor.peek();
    const isName = kind === 'nameReference' || (kind === 'name' && this.cursor.keyword() === undefined);
    if (!isName) throw this.cursor.syntaxError();
    return this.cursor.take().text;
  }

  private listIndex(): number {
    if (this.cursor.peek().kind !== 'integer') throw this.cursor.syntaxError();
    const { text } = this.cursor.take();
    this.cursor.expectSymbol(']');
    if (Number(text) > maxListIndex) {
      throw new ExpressionError(`List index is not within the allowable range; index: [${text}]`);
    }
    return Number(text);
  }
}

function redundantParentheses(): ExpressionError {
  return new ExpressionError('The expression has redundant parentheses;');
}

/** No function may be nested that deeply; which complaint it earns depends on the function. */
function nestedTooDeeply(name: string): ExpressionError {
  checkFunctionKnown(name);
  return name === 'size' ? incorrectOperandType(name, 'N') : misusedFunction(name);
}
