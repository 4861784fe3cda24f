/**
 * Makes `instanceof` recognise instances made by another copy of this package: a program may hold two, one as ESM and
 * one as CommonJS, or of two versions, and errors and numbers travel between them.
 *
 * @param name tells the class from others, for ever
 */
export function recognisedAcrossCopies(type: { readonly prototype: object }, name: string): void {
  const brand = Symbol.for(`@holdfast/wire ${name}`);
  Object.defineProperty(type.prototype, brand, { value: true });
  Object.defineProperty(type, Symbol.hasInstance, {
    value(this: unknown, value: unknown): boolean {
      // a subclass is told by its prototype, as usual
      if (this !== type) return Function.prototype[Symbol.hasInstance].call(this, value);
      return typeof value === 'object' && value !== null && brand in value;
    },
  });
}
