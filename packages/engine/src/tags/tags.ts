import type { Tag } from '@holdfast/wire';
import { validationError } from '../validation/service-errors.js';
import { list, optional, string, structure } from '../validation/shape.js';

/** The most tags of one table. */
const mostTags = 50;
const maximumKeyLength = 128;
const maximumValueLength = 256;
/** Letters, digits and spaces of any script, and a few signs. */
const allowed = /^[\p{L}\p{N}\p{Z}_.:/=+\-@]*$/u;

export const tagList = list(structure('Tag', { Key: optional(string), Value: optional(string) }));

/**
 * Tags as a caller gave them, each key once.
 *
 * @throws ServiceError ValidationException for a key or value that is not allowed, a key given twice, or too many
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Tagging.html
 */
export function acceptTags(tags: readonly Partial<Tag>[]): readonly Tag[] {
  const accepted = tags.map(({ Key, Value }): Tag => ({ Key: acceptKey(Key), Value: acceptValue(Value) }));
  const seen = new Set<string>();
  for (const { Key } of accepted) {
    if (seen.has(Key)) {
      throw validationError(`Duplicate Tag Keys provided as input: Duplicate Tag Key found ${Key}`);
    }
    seen.add(Key);
  }
  checkTagCount(accepted.length);
  return accepted;
}

/** @throws ServiceError ValidationException for a key that no tag can have */
export function acceptKey(key: string | null | undefined): string {
  if (key == null || key === '' || key.length > maximumKeyLength || !allowed.test(key)) {
    throw validationError(`The Tag Key provided is invalid, Key: ${key ?? null}`);
  }
  if (key.toLowerCase().startsWith('aws:')) throw validationError(`Tag Key cannot be prefixed with aws:, Key: ${key}`);
  return key;
}

function acceptValue(value: string | null | undefined): string {
  if (value == null || value.length > maximumValueLength || !allowed.test(value)) {
    throw validationError(`The Tag Value provided is invalid, Value: ${value ?? null}`);
  }
  return value;
}

/** @throws ServiceError ValidationException over 50 */
export function checkTagCount(count: number): void {
  if (count > mostTags) {
    throw validationError('Number of Tags exceed the current limit for the provided ResourceArn');
  }
}

/** The tags a table has once `added` are, which replace those with their keys. */
export function withTags(tags: readonly Tag[], added: readonly Tag[]): readonly Tag[] {
  const merged = new Map([...tags, ...added].map((tag) => [tag.Key, tag]));
  checkTagCount(merged.size);
  return [...merged.values()];
}
