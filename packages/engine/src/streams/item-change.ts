import { type AttributeMap, type AttributeValue, equalMaps, type StreamViewType, sizeOfItem } from '@holdfast/wire';

/** An item as it was at one moment. Nobody changes it. */
export interface ItemImage {
  readonly item: AttributeMap;
  /** Bytes, as DynamoDB counts them. */
  readonly size: number;
}

/** What a write did to one item. */
export interface ItemWrite {
  readonly before: ItemImage | undefined;
  readonly after: ItemImage | undefined;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly by: Writer;
}

/** Who made a change: a request, or the service because the item's time had come. */
export type Writer = 'client' | 'timeToLive';

/** A write as a stream keeps it. */
export interface ItemChange {
  readonly name: 'INSERT' | 'MODIFY' | 'REMOVE';
  readonly keys: AttributeMap;
  readonly newImage: AttributeMap | undefined;
  readonly oldImage: AttributeMap | undefined;
  /** Bytes of keys and images. */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly by: Writer;
}

/** What a stream of `view` keeps of a write, or `undefined` where the write changed nothing. */
export function changeOf(
  { before, after, at, by }: ItemWrite,
  keyNames: readonly string[],
  view: StreamViewType,
): ItemChange | undefined {
  const present = after ?? before;
  if (present === undefined) return undefined;
  if (before !== undefined && after !== undefined && isSame(before, after)) return undefined;
  const keys = keysOf(present.item, keyNames);
  const newImage = view === 'NEW_IMAGE' || view === 'NEW_AND_OLD_IMAGES' ? after : undefined;
  const oldImage = view === 'OLD_IMAGE' || view === 'NEW_AND_OLD_IMAGES' ? before : undefined;
  return {
    name: before === undefined ? 'INSERT' : after === undefined ? 'REMOVE' : 'MODIFY',
    keys,
    newImage: newImage?.item,
    oldImage: oldImage?.item,
    size: sizeOfItem(keys) + (newImage?.size ?? 0) + (oldImage?.size ?? 0),
    at,
    by,
  };
}

function isSame(before: ItemImage, after: ItemImage): boolean {
  return before.item === after.item || (before.size === after.size && equalMaps(before.item, after.item));
}

function keysOf(item: AttributeMap, names: readonly string[]): AttributeMap {
  const keys: Record<string, AttributeValue> = Object.create(null);
  for (const name of names) keys[name] = item[name] as AttributeValue;
  return keys;
}
