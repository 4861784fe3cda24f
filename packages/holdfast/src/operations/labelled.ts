import type { Backend } from '@holdfast/wire';
import { needType } from '../attributes/mismatch.js';
import { ValidationError } from '../errors/usage-errors.js';
import type { Target } from '../kernel/write.js';

/** Operations that go together, under their labels. */
export interface Labelled<Each> {
  readonly all: readonly Each[];
  readonly backend: Backend;
  /** What the caller knows a label as: of a list, the position. */
  given(label: string): string | number;
  /** Results in the caller's form, a list or an object by label. */
  results(values: readonly unknown[]): unknown;
}

/** What operations make together, for messages: `a transaction` of up to 100 `write`s. */
export interface Whole {
  readonly name: string;
  readonly each: 'read' | 'write';
  /** The most that go together; what has no such limit is sent in parts. */
  readonly most?: number;
}

/**
 * @param read the operation behind a value; throws where it is none
 * @throws ValidationError where there is none, or too many, or not one backend
 */
export function labelled<Each extends { readonly label: string; readonly target: Target }>(
  { name, each, most = Number.POSITIVE_INFINITY }: Whole,
  operations: object,
  read: (operation: unknown, label: string) => Each,
): Labelled<Each> {
  needType(name, 'object', operations);
  const isList = Array.isArray(operations);
  const all = Object.entries<unknown>(operations as Readonly<Record<string, unknown>>)
    .filter(([, operation]) => isList || operation !== undefined)
    .map(([label, operation]) => read(operation, label));
  const [first] = all;
  if (first === undefined) throw new ValidationError(`${name} needs at least one ${each}`);
  if (all.length > most) {
    throw new ValidationError(
      `${name} takes ${most} ${each}s, not ${all.length}, so ${all[most]?.label} and what follows it are too many; it is never split, since the parts would not hold together`,
    );
  }
  const { backend } = first.target;
  const other = all.find(({ target }) => target.backend !== backend);
  if (other !== undefined) {
    throw new ValidationError(
      `${first.label} and ${other.label} go to different backends; ${name} stays in one account and Region`,
    );
  }
  return {
    all,
    backend,
    given: (label) => (isList ? Number(label) : label),
    results: (values) => (isList ? values : Object.fromEntries(all.map(({ label }, index) => [label, values[index]]))),
  };
}
