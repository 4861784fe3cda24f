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

/** Stored items that the failure of a run brought along, for the next run to begin with. */
export interface Offer {
  items: readonly unknown[];
}

/** Those of all the calls that are under way. */
export const offers = new Set<Offer>();

/** Takes the item of a place out of an offer, since it is known to be stored only until the run does something with it. */
export function takeFrom(offer: Offer, place: Place): object | undefined {
  const found = offer.items.find((item) => wasFoundAt(item, place)) as object | undefined;
  offer.items = offer.items.filter((item) => item !== found);
  return found;
}

/** Drops from all offers what is stored no more, or may not be. */
export function noteChange(writes: readonly { readonly write: Place }[]): void {
  for (const offer of offers) {
    offer.items = offer.items.filter((item) => !writes.some(({ write }) => wasFoundAt(item, write)));
  }
}
