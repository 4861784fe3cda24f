import type { Write } from './write.js';

/** An item's place. */
export type Place = Pick<Write, 'target' | 'model' | 'key'>;

const origins = new WeakMap<object, Place>();

/** Notes where a decoded item was found. @returns the item */
export function noteOrigin(item: object, { target, model, key }: Place): object {
  origins.set(item, { target, model, key });
  return item;
}

/** Whether a value is an item that was found at this place. */
export function wasFoundAt(item: unknown, { target, model, key }: Place): item is object {
  const origin = typeof item === 'object' && item !== null ? origins.get(item) : undefined;
  return (
    origin !== undefined &&
    origin.model === model &&
    origin.target.backend === target.backend &&
    origin.target.table === target.table &&
    JSON.stringify(origin.key) === JSON.stringify(key)
  );
}
