import { recognisedAcrossCopies } from '../copies/recognised-across-copies.js';
import { type Digits, normalDigits, plainText, readDigits } from './digits.js';
import { NumberError, notNumeric } from './number-error.js';

/** What stands for a number: a `number` means its shortest decimal text; `NaN` and the infinities are refused. */
export type DecimalInput = Decimal | string | bigint | number;

/**
 * A number as DynamoDB holds it: at most 38 significant digits, of a magnitude between 1E-130 and
 * 9.9999999999999999999999999999999999999E+125, or zero. Arithmetic is exact; a result that does not fit throws
 * {@link NumberError} and is never rounded.
 *
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.NamingRulesDataTypes.html
 */
export class Decimal {
  /** Made by {@link Decimal.from}. */
  private constructor(
    private readonly coefficient: bigint,
    private readonly exponent: number,
  ) {}

  /** @throws NumberError if the input is not a number, or not one that DynamoDB can hold */
  static from(value: DecimalInput): Decimal {
    if (value instanceof Decimal) return value;
    switch (typeof value) {
      case 'number':
      case 'string':
        return Decimal.ofDigits(readDigits(String(value)));
      case 'bigint':
        return Decimal.of(value, 0);
      default:
        throw notNumeric(String(value));
    }
  }

  private static ofDigits({ negative, digits, exponent }: Digits): Decimal {
    const magnitude = BigInt(digits);
    return new Decimal(negative ? -magnitude : magnitude, exponent);
  }

  private static of(coefficient: bigint, exponent: number): Decimal {
    const negative = coefficient < 0n;
    return Decimal.ofDigits(normalDigits(negative, String(negative ? -coefficient : coefficient), exponent));
  }

  private digits(): Digits {
    const negative = this.isNegative();
    return { negative, digits: String(negative ? -this.coefficient : this.coefficient), exponent: this.exponent };
  }

  private scaledTo(exponent: number): bigint {
    return this.coefficient * 10n ** BigInt(this.exponent - exponent);
  }

  /** @throws NumberError if the sum does not fit 38 digits or the range */
  plus(other: DecimalInput): Decimal {
    const addend = Decimal.from(other);
    const exponent = Math.min(this.exponent, addend.exponent);
    return Decimal.of(this.scaledTo(exponent) + addend.scaledTo(exponent), exponent);
  }

  /** @throws NumberError if the difference does not fit 38 digits or the range */
  minus(other: DecimalInput): Decimal {
    return this.plus(Decimal.from(other).negated());
  }

  /** @throws NumberError if the product does not fit 38 digits or the range */
  times(other: DecimalInput): Decimal {
    const factor = Decimal.from(other);
    return Decimal.of(this.coefficient * factor.coefficient, this.exponent + factor.exponent);
  }

  negated(): Decimal {
    return new Decimal(-this.coefficient, this.exponent);
  }

  abs(): Decimal {
    return this.isNegative() ? this.negated() : this;
  }

  compareTo(other: DecimalInput): -1 | 0 | 1 {
    const right = Decimal.from(other);
    const exponent = Math.min(this.exponent, right.exponent);
    const a = this.scaledTo(exponent);
    const b = right.scaledTo(exponent);
    return a < b ? -1 : a > b ? 1 : 0;
  }

  equals(other: DecimalInput): boolean {
    const right = Decimal.from(other);
    return this.coefficient === right.coefficient && this.exponent === right.exponent;
  }

  lessThan(other: DecimalInput): boolean {
    return this.compareTo(other) < 0;
  }

  lessThanOrEqual(other: DecimalInput): boolean {
    return this.compareTo(other) <= 0;
  }

  greaterThan(other: DecimalInput): boolean {
    return this.compareTo(other) > 0;
  }

  greaterThanOrEqual(other: DecimalInput): boolean {
    return this.compareTo(other) >= 0;
  }

  isZero(): boolean {
    return this.coefficient === 0n;
  }

  isNegative(): boolean {
    return this.coefficient < 0n;
  }

  isInteger(): boolean {
    return this.exponent >= 0;
  }

  /** Plain notation without exponent, as the service returns numbers. */
  toString(): string {
    return plainText(this.digits());
  }

  /**
   * Text in a template or a join. Everything else that would turn the number into text or into a double by itself is
   * refused, since `<` would compare texts and `+` would join them.
   *
   * @throws TypeError naming the method to call instead
   */
  [Symbol.toPrimitive](hint: 'string' | 'number' | 'default'): string {
    if (hint === 'string') return this.toString();
    throw new TypeError(
      hint === 'number'
        ? `Decimal ${this}: compare by lessThan(), greaterThan() or compareTo(), and convert by toNumber()`
        : `Decimal ${this}: add by plus(), compare by equals(), and make text by toString() or a template`,
    );
  }

  /** What `console.log` shows in Node.js. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return `Decimal ${this}`;
  }

  toJSON(): string {
    return this.toString();
  }

  /** The nearest double: digits beyond its 53 bits are lost. */
  toNumber(): number {
    return Number(`${this.coefficient}e${this.exponent}`);
  }

  /** @throws NumberError if the number has a fraction */
  toBigInt(): bigint {
    if (!this.isInteger()) throw new NumberError(`The number has a fraction: ${this}`);
    return this.scaledTo(0);
  }
}

recognisedAcrossCopies(Decimal, 'Decimal');
