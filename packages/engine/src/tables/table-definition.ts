import type { AttributeDefinition, BillingMode, KeySchema, TableClass } from '@holdfast/wire';
import type { IndexDefinition } from './index-definition.js';
import type { KeyAttribute, KeyLayout } from './key-attribute.js';
import type { Throughput } from './throughput.js';

export type { KeyAttribute } from './key-attribute.js';

/** What CreateTable fixed and UpdateTable may have changed. */
export interface TableDefinition {
  readonly name: string;
  readonly arn: string;
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly keySchema: KeySchema;
  readonly attributeDefinitions: readonly AttributeDefinition[];
  readonly billingMode: BillingMode;
  /** When the table was last made one that is paid per request, in milliseconds since 1970. */
  readonly onDemandSince: number | undefined;
  readonly provisionedThroughput: Throughput;
  readonly partitionKey: KeyAttribute;
  readonly sortKey: KeyAttribute | undefined;
  /** Local ones first; among each kind in the order in which they were made. */
  readonly indexes: readonly IndexDefinition[];
  readonly deletionProtected: boolean;
  /** Absent where nobody has said. */
  readonly tableClass: { readonly name: TableClass; readonly changedAt?: number } | undefined;
}

export function keyLayoutOf({ partitionKey, sortKey }: TableDefinition): KeyLayout {
  return { partitionKeys: [partitionKey], sortKeys: sortKey === undefined ? [] : [sortKey] };
}
