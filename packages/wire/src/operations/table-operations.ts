import type { Tag } from './tag-operations.js';

export interface AttributeDefinition {
  readonly AttributeName: string;
  readonly AttributeType: 'S' | 'N' | 'B';
}
export interface KeySchemaElement {
  readonly AttributeName: string;
  readonly KeyType: 'HASH' | 'RANGE';
}
export type KeySchema = readonly KeySchemaElement[];
export type BillingMode = 'PROVISIONED' | 'PAY_PER_REQUEST';
export interface ProvisionedThroughput {
  readonly ReadCapacityUnits: number;
  readonly WriteCapacityUnits: number;
}
export type TableStatus = 'CREATING' | 'UPDATING' | 'DELETING' | 'ACTIVE';

/** @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TableDescription.html */
export interface TableDescription {
  readonly TableName: string;
  readonly TableStatus: TableStatus;
  readonly TableArn: string;
  readonly TableId: string;
  readonly KeySchema: KeySchema;
  readonly AttributeDefinitions: readonly AttributeDefinition[];
  /** Seconds since 1970, with fractions, as the JSON protocol carries it. */
  readonly CreationDateTime: number;
  readonly ItemCount: number;
  readonly TableSizeBytes: number;
  readonly ProvisionedThroughput: ProvisionedThroughput & { readonly NumberOfDecreasesToday: number };
  readonly BillingModeSummary?: { readonly BillingMode: BillingMode };
}

/** @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_CreateTable.html */
export interface CreateTableInput {
  readonly TableName: string;
  readonly AttributeDefinitions: readonly AttributeDefinition[];
  readonly KeySchema: KeySchema;
  readonly BillingMode?: BillingMode;
  readonly ProvisionedThroughput?: ProvisionedThroughput;
  /** At most 50, no key twice. */
  readonly Tags?: readonly Tag[];
}
export interface CreateTable {
  readonly input: CreateTableInput;
  readonly output: { readonly TableDescription: TableDescription };
}

/** @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DescribeTable.html */
export interface DescribeTable {
  readonly input: { readonly TableName: string };
  readonly output: { readonly Table: TableDescription };
}

/** @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DeleteTable.html */
export interface DeleteTable {
  readonly input: { readonly TableName: string };
  readonly output: { readonly TableDescription: TableDescription };
}

/** @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ListTables.html */
export interface ListTablesInput {
  readonly ExclusiveStartTableName?: string;
  /** From 1 to 100. */
  readonly Limit?: number;
}
export interface ListTables {
  readonly input: ListTablesInput;
  readonly output: { readonly TableNames: readonly string[]; readonly LastEvaluatedTableName?: string };
}
