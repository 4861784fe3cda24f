import { ValidationError } from '../errors/usage-errors.js';

/**
 * What one callback has made. Everything made must be part of what the callback returns: `a && b` and a forgotten
 * assignment would otherwise drop a part without a word.
 */
export class Scope<T extends object> {
  readonly #all = new Set<T>();
  readonly #open = new Set<T>();

  made<U extends T>(part: U): U {
    this.#all.add(part);
    this.#open.add(part);
    return part;
  }

  /** @throws ValidationError where a part was made by another callback, of another item perhaps */
  used(parts: Iterable<T>): void {
    for (const part of parts) {
      if (!this.#all.has(part)) throw new ValidationError('a callback returned or combined what another callback made');
      this.#open.delete(part);
    }
  }

  /** @throws ValidationError where something that was made has not been used */
  close(describe: (part: T) => string, remedy: string): void {
    const [first] = this.#open;
    if (first === undefined) return;
    throw new ValidationError(`${describe(first)} was made but is not part of what the callback returned; ${remedy}`);
  }
}
