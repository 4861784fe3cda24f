import { type AttributeMap, type Projection, projectItem } from '@holdfast/wire';
import type { StoredItem } from '../tables/table.js';
import { copyMap } from '../validation/copy-value.js';

/** What a reader gets of an item: the attributes asked for, as its own copy. */
export function readItem(stored: StoredItem, projection: Projection | undefined): AttributeMap {
  return copyMap(projection === undefined ? stored.item : projectItem(projection, stored.item));
}
