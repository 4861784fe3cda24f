import type { AttributeDefinition, BillingMode, KeySchema, ProvisionedThroughput } from '@holdfast/wire';

export interface KeyAttribute {
  readonly name: string;
  readonly type: AttributeDefinition['AttributeType'];
}

/** What CreateTable fixed. */
export interface TableDefinition {
  readonly name: string;
  readonly arn: string;
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly keySchema: KeySchema;
  readonly attributeDefinitions: readonly AttributeDefinition[];
  readonly billingMode: BillingMode;
  readonly provisionedThroughput: ProvisionedThroughput;
  readonly partitionKey: KeyAttribute;
  readonly sortKey: KeyAttribute | undefined;
}
