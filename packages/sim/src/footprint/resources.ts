/** Numbers for the names of resources; they stay over all schedules of an exploration. */
export class Resources {
  readonly #numbers = new Map<string, number>();

  /** The number of `name`, a new one at its first use. */
  number(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const next = this.#numbers.size;
    this.#numbers.set(name, next);
    return next;
  }
}
