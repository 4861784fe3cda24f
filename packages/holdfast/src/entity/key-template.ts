import type { AttributeValue } from '@holdfast/wire';
import { ValidationError } from '../errors/usage-errors.js';

/**
 * What becomes of values that hold the template's own separators: they are escaped, or refused. `allow` writes them as
 * they are, for tables whose keys were joined so; two sets of values can then make one key.
 */
export type Ambiguous = 'escape' | 'refuse' | 'allow';

/** How values are written into keys. */
export interface KeyStyle {
  readonly ambiguous: Ambiguous;
  /** For tables whose keys were folded: two values that differ in case only make one key. */
  readonly foldCase: 'lower' | 'upper' | undefined;
}

interface Parameter {
  readonly name: string;
  /** Digits to pad a whole number to, so that it sorts. */
  readonly width: number | undefined;
}
type Part = string | Parameter;

/** A character of a key, or those that can stand in its place. */
export type Piece = string | { readonly fits: (character: string) => boolean; readonly repeats: boolean };
const anyDigit: Piece = { fits: (character) => /\d/.test(character), repeats: false };

/** The encoded value of an attribute, or `undefined` where none was given. */
export type EncodedValue = (name: string) => AttributeValue | undefined;

const separator = /[^\p{L}\p{N}]/u;
const placeholder = /\{([^{}]*)\}/g;
const parameter = /^([^:]+)(?::([1-9]\d?))?$/;

/**
 * The text of a key with attributes in braces, such as `ORDER#{at}#{seq:12}`.
 *
 * Two different sets of values never give one text: wherever a value holds `%` or one of the template's own separators
 * (every character of its literal parts that is no letter or digit), these are percent-encoded, or refused where the
 * entity says so. Nothing folds case.
 */
export class KeyTemplate {
  readonly text: string;
  readonly params: readonly string[];
  readonly #parts: readonly Part[];
  readonly #separators: RegExp;
  readonly #style: KeyStyle;
  readonly #where: string;

  /** @throws ValidationError where the text is no template */
  constructor(text: string, where: string, style: KeyStyle) {
    const { ambiguous } = style;
    this.text = text;
    this.#where = where;
    this.#style = style;
    this.#parts = parse(text, where);
    this.params = this.#parts.flatMap((part) => (typeof part === 'string' ? [] : [part.name]));
    const literals = this.#parts.filter((part) => typeof part === 'string').join('');
    if (ambiguous === 'escape' && literals.includes('%')) {
      throw new ValidationError(
        `${where}: "${text}" holds %, which escapes values; use another separator, or ambiguous: 'refuse'`,
      );
    }
    const separators = [...new Set(literals.replace(/[\p{L}\p{N}]/gu, ''))].map(
      (each) => `\\u{${each.codePointAt(0)?.toString(16)}}`,
    );
    const kept = ambiguous === 'allow' ? '' : `${ambiguous === 'escape' ? '%' : ''}${separators.join('')}`;
    this.#separators = new RegExp(`[${kept}]`, 'gu');
  }

  /** The parameter that is the whole template, unpadded. */
  get bare(): string | undefined {
    const [part] = this.#parts;
    return this.#parts.length === 1 && typeof part === 'object' && part.width === undefined ? part.name : undefined;
  }

  /**
   * What the keys look like, piece by piece: a character, or characters of which one or more can stand there.
   */
  shape(): readonly Piece[] {
    return this.#parts.flatMap((part): readonly Piece[] => {
      if (typeof part === 'string') return [...part];
      if (part.width !== undefined) return Array.from({ length: part.width }, () => anyDigit);
      // escapes are written in capitals, whatever the values are folded to
      const escapes = this.#style.ambiguous === 'escape' ? /[%0-9A-F]/ : undefined;
      const fits = (character: string) =>
        escapes?.test(character) ||
        (character.replace(this.#separators, '') !== '' && this.#folded(character) === character);
      return [{ fits, repeats: true }];
    });
  }

  /** Whether the values of a key can be read back from its text. */
  get isReversible(): boolean {
    return this.#style.ambiguous !== 'allow' && this.#style.foldCase === undefined;
  }

  /** The texts of the parameters in a key that this template made; `undefined` of any other text. */
  valuesIn(key: string): ReadonlyMap<string, string> | undefined {
    const kept = this.#separators.source.slice(1, -1).replace('%', '');
    const pattern = this.#parts.map((part) => {
      if (typeof part === 'string')
        return part.replace(/[^\p{L}\p{N}]/gu, (each) => `\\u{${each.codePointAt(0)?.toString(16)}}`);
      return part.width === undefined ? `([^${kept}]+)` : `(\\d{${part.width}})`;
    });
    const found = new RegExp(`^${pattern.join('')}$`, 'su').exec(key);
    if (found === null) return undefined;
    const parameters = this.#parts.filter((part) => typeof part !== 'string');
    try {
      return new Map(
        parameters.map(({ name, width }, index) => [name, this.#unescaped(found[index + 1] ?? '', width)]),
      );
    } catch {
      // a percent sign that no escape of ours left there
      return undefined;
    }
  }
  #unescaped(text: string, width: number | undefined): string {
    if (width !== undefined) return text.replace(/^0+(?=.)/, '');
    return this.#style.ambiguous === 'escape' ? decodeURIComponent(text) : text;
  }

  /** Whether the parameter is a number of fixed width. */
  isPadded(param: string): boolean {
    return this.#parts.some((part) => typeof part === 'object' && part.name === param && part.width !== undefined);
  }

  /** The whole key. */
  format(value: EncodedValue): string {
    const { text, complete, missing } = this.prefix(value);
    if (!complete) throw new ValidationError(`${this.#where}: ${missing} is needed for the key "${this.text}"`);
    return text;
  }

  /**
   * The key as far as the values that were given reach.
   *
   * @param last the parameter behind which it ends, without the text that follows
   */
  prefix(
    value: EncodedValue,
    last?: string,
  ): { readonly text: string; readonly complete: boolean; readonly missing: string } {
    let text = '';
    for (const part of this.#parts) {
      if (typeof part === 'string') {
        text += part;
        continue;
      }
      const encoded = value(part.name);
      if (encoded === undefined) return { text, complete: false, missing: part.name };
      text += this.#render(part, encoded);
      if (part.name === last) return { text, complete: false, missing: '' };
    }
    return { text, complete: true, missing: '' };
  }

  #render({ name, width }: Parameter, value: AttributeValue): string {
    const where = `${this.#where}.${name}`;
    if ('N' in value) {
      if (width === undefined) return this.#separate(value.N, where);
      if (!/^\d+$/.test(value.N) || value.N.length > width) {
        throw new ValidationError(
          `${where}: ${value.N} is no whole number from 0 of at most ${width} digits, as the key "${this.text}" needs`,
        );
      }
      return value.N.padStart(width, '0');
    }
    if (!('S' in value)) throw new ValidationError(`${where}: only strings, numbers and times can be part of a key`);
    if (value.S === '') throw new ValidationError(`${where} is empty; a part of a key cannot be`);
    if (width !== undefined)
      throw new ValidationError(`${where}: only numbers can be padded, as {${name}:${width}} asks`);
    return this.#separate(value.S, where);
  }

  #folded(text: string): string {
    const { foldCase } = this.#style;
    if (foldCase === undefined) return text;
    return foldCase === 'lower' ? text.toLowerCase() : text.toUpperCase();
  }

  #separate(value: string, where: string): string {
    const text = this.#folded(value);
    return text.replace(this.#separators, (found) => {
      if (this.#style.ambiguous === 'refuse') {
        throw new ValidationError(
          `${where}: ${JSON.stringify(text)} holds ${JSON.stringify(found)}, which the key "${this.text}" uses itself`,
        );
      }
      // as encodeURIComponent does, which leaves some of the separators alone
      const bytes = new TextEncoder().encode(found);
      return Array.from(bytes, (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
    });
  }
}

function parse(text: string, where: string): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const match of text.matchAll(placeholder)) {
    const literal = text.slice(end, match.index);
    const found = parameter.exec(match[1] ?? '');
    if (found?.[1] === undefined) {
      throw new ValidationError(
        `${where}: ${match[0]} in "${text}" is no parameter; write {name}, or {name:12} to pad a number`,
      );
    }
    if (typeof parts.at(-1) === 'object' && !separator.test(literal)) {
      throw new ValidationError(
        `${where}: two parameters of "${text}" need a character between them that is no letter or digit, such as #`,
      );
    }
    if (literal !== '') parts.push(literal);
    parts.push({ name: found[1], width: found[2] === undefined ? undefined : Number(found[2]) });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push(text.slice(end));
  if (parts.some((part) => typeof part === 'string' && /[{}]/.test(part))) {
    throw new ValidationError(`${where}: a brace stands alone in "${text}"`);
  }
  if (parts.length === 0) throw new ValidationError(`${where}: the template is empty`);
  return parts;
}
