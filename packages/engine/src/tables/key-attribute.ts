import type { AttributeDefinition } from '@holdfast/wire';

export interface KeyAttribute {
  readonly name: string;
  readonly type: AttributeDefinition['AttributeType'];
}

/** By which attributes a table or an index finds its items. */
export interface KeyLayout {
  /** One, or up to four in a global secondary index. */
  readonly partitionKeys: readonly KeyAttribute[];
  /** None or one, or up to four in a global secondary index. */
  readonly sortKeys: readonly KeyAttribute[];
}
