import type { AttributeMap } from '@holdfast/wire';

/** An item at rest. Nobody changes it: a write replaces it. */
export interface StoredItem {
  readonly item: AttributeMap;
  /** Bytes, as DynamoDB counts them. */
  readonly size: number;
}
