import { utf8Length } from '../../attribute-value/bytes.js';
import { ExpressionError } from '../expression-error.js';
import { type Token, tokenize } from './token.js';

/** The most bytes an expression's text may have, placeholders as written. */
const maxBytes = 4096;

/** Reads an expression's tokens one after the other. */
export class TokenCursor {
  private readonly tokens: readonly Token[];
  private position = 0;

  /**
   * @param keywords in upper case; names that the grammar does not accept as names
   * @throws ExpressionError if the text is empty or too long
   */
  constructor(
    private readonly text: string,
    private readonly keywords: ReadonlySet<string>,
  ) {
    const size = utf8Length(text);
    if (size > maxBytes) {
      throw new ExpressionError(`Expression size has exceeded the maximum allowed size; expression size: ${size}`);
    }
    this.tokens = tokenize(text);
    if (this.tokens.length === 1) throw new ExpressionError('The expression can not be empty;');
  }

  get index(): number {
    return this.position;
  }

  /** The token to read next, or one further on; beyond the last it is the end. */
  peek(ahead = 0): Token {
    const token = this.tokens[Math.min(this.position + ahead, this.tokens.length - 1)];
    if (token === undefined) throw new RangeError(`There is no token before the first one; asked for ${ahead}`);
    return token;
  }

  take(): Token {
    const token = this.peek();
    if (token.kind !== 'end') this.position++;
    return token;
  }

  isSymbol(symbol: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token.kind === 'symbol' && token.text === symbol;
  }

  acceptSymbol(symbol: string): boolean {
    const accepted = this.isSymbol(symbol);
    if (accepted) this.position++;
    return accepted;
  }

  expectSymbol(symbol: string): void {
    if (!this.acceptSymbol(symbol)) throw this.syntaxError();
  }

  /** The keyword to read next, in upper case. */
  keyword(): string | undefined {
    const token = this.peek();
    const word = token.text.toUpperCase();
    return token.kind === 'name' && this.keywords.has(word) ? word : undefined;
  }

  acceptKeyword(keyword: string): boolean {
    const accepted = this.keyword() === keyword;
    if (accepted) this.position++;
    return accepted;
  }

  expectKeyword(keyword: string): void {
    if (!this.acceptKeyword(keyword)) throw this.syntaxError();
  }

  expectEnd(): void {
    if (this.peek().kind !== 'end') throw this.syntaxError();
  }

  /** The service's complaint about the token to read next, shown between its neighbours. */
  syntaxError(): ExpressionError {
    const token = this.peek();
    const before = this.tokens[this.position - 1] ?? token;
    const near = this.text.slice(before.start, this.peek(1).end);
    return new ExpressionError(`Syntax error; token: "${token.text}", near: "${near}"`);
  }
}
