import { ValidationError } from '../errors/usage-errors.js';

/**
 * What one callback has made. Everything made must be part of what the callback returns: `a && b` and a forgotten
 * assignment would otherwise drop a part without a word.
 */
export class Scope<T extends object> {
  /** That of the callback that is running: callbacks are synchronous. */
  static current: Scope<never> | undefined;

  readonly kind: 'condition' | 'assignment';
  readonly #all = new Set<T>();
  readonly #open = new Set<T>();

  constructor(kind: 'condition' | 'assignment') {
    this.kind = kind;
  }

  run<R>(callback: () => R): R {
    const outer = Scope.current;
    Scope.current = this as unknown as Scope<never>;
    try {
      return callback();
    } finally {
      Scope.current = outer;
    }
  }

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
