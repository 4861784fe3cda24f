import type { AttributeValue } from '@holdfast/wire';
import { StoredItemError, ValidationError } from '../errors/usage-errors.js';

/** For a value of the wrong kind in a write. */
export function unfit(where: string, expected: string, value: unknown): ValidationError {
  return new ValidationError(`${where} takes ${expected}, not ${shown(value)}`);
}

/** For what a program without types hands over. @throws ValidationError where it is null, or of another type */
export function needType(where: string, type: 'object' | 'function', value: unknown): void {
  if (value === null || typeof value !== type) throw new ValidationError(`${where}: ${shown(value)} is no ${type}`);
}

/** For a stored value of another type than the attribute's. */
export function otherType(where: string, expected: string, value: AttributeValue): StoredItemError {
  return new StoredItemError(
    `${where} is declared as ${expected}, but the stored value has type ${Object.keys(value)[0]}`,
  );
}

/** For a stored value of the attribute's type that is none of its values. */
export function misfit(where: string, expected: string, stored: unknown): StoredItemError {
  return new StoredItemError(`${where}: the stored ${shown(stored)} is not ${expected}`);
}

export function shown(value: unknown): string {
  if (value instanceof Date) return `the date ${Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString()}`;
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 57)}…` : value);
  if (value === null || typeof value !== 'object') return typeof value === 'bigint' ? `${value}n` : String(value);
  if (Array.isArray(value)) return 'an array';
  const name = Object.getPrototypeOf(value)?.constructor?.name;
  return name === undefined || name === 'Object' ? 'an object' : `a ${name}`;
}
