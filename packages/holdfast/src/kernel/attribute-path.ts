import type { Path } from '@holdfast/wire';

/** The path of an attribute by its stored name. */
export function attributePath(storedName: string): Path {
  return { kind: 'path', elements: [storedName] };
}
