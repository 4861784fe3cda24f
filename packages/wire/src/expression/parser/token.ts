/**
 * - `name`: a letter, then letters, digits and underscores. Keywords are names until a grammar takes them for more.
 * - `nameReference`, `valueReference`: `#name`, `:value`.
 * - `unknown`: one character that starts no token.
 */
export type TokenKind = 'name' | 'nameReference' | 'valueReference' | 'integer' | 'symbol' | 'unknown' | 'end';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const singleSymbols = '()[],.=<>+-';
const doubleSymbols: readonly string[] = ['<>', '<=', '>='];

/** The tokens of an expression, the last of kind `end`. Never fails: what is no token is one of kind `unknown`. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let position = skipSpace(text, 0);
  while (position < text.length) {
    const [kind, end] = scan(text, position);
    tokens.push({ kind, text: text.slice(position, end), start: position, end });
    position = skipSpace(text, end);
  }
  const lastEnd = tokens.at(-1)?.end ?? 0;
  tokens.push({ kind: 'end', text: '<EOF>', start: lastEnd, end: lastEnd });
  return tokens;
}

function scan(text: string, start: number): [TokenKind, number] {
  const first = text.charAt(start);
  if (isLetter(first)) return ['name', endOfWord(text, start + 1)];
  if (isDigit(first)) return ['integer', endOfDigits(text, start + 1)];
  if (first === '#' || first === ':') {
    const end = endOfWord(text, start + 1);
    if (end === start + 1) return ['unknown', end];
    return [first === '#' ? 'nameReference' : 'valueReference', end];
  }
  if (doubleSymbols.includes(text.slice(start, start + 2))) return ['symbol', start + 2];
  if (singleSymbols.includes(first)) return ['symbol', start + 1];
  return ['unknown', start + String.fromCodePoint(text.codePointAt(start) ?? 0).length];
}

function skipSpace(text: string, start: number): number {
  let end = start;
  while (end < text.length && ' \t\r\n'.includes(text.charAt(end))) end++;
  return end;
}

function endOfWord(text: string, start: number): number {
  let end = start;
  while (end < text.length && (isLetter(text.charAt(end)) || isDigit(text.charAt(end)) || text.charAt(end) === '_'))
    end++;
  return end;
}

function endOfDigits(text: string, start: number): number {
  let end = start;
  while (end < text.length && isDigit(text.charAt(end))) end++;
  return end;
}

function isLetter(character: string): boolean {
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
}

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9';
}
