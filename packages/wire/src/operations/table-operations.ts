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
/** What of an item a stream record holds besides its key. */
export type StreamViewType = 'KEYS_ONLY' | 'NEW_IMAGE' | 'OLD_IMAGE' | 'NEW_AND_OLD_IMAGES';
/** @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_StreamSpecification.html */
export interface StreamSpecification {
  readonly StreamEnabled: boolean;
  /** Required where a stream is enabled, and only there. It stays as it is for as long as the stream is. */
  readonly StreamViewType?: StreamViewType;
}

/** When throughput was last raised and lowered: seconds since 1970, with fractions. */
export interface ProvisionedThroughputDescription extends ProvisionedThroughput {
  readonly LastIncreaseDateTime?: number;
  readonly LastDecreaseDateTime?: number;
  readonly NumberOfDecreasesToday: number;
}
export type IndexStatus = 'CREATING' | 'UPDATING' | 'DELETING' | 'ACTIVE';
/** The last four are those of a table that lacks its encryption key or a permission. */
export type TableStatus =
  | IndexStatus
  | 'INACCESSIBLE_ENCRYPTION_CREDENTIALS'
  | 'ARCHIVING'
  | 'ARCHIVED'
  | 'REPLICATION_NOT_AUTHORIZED';
export type TableClass = 'STANDARD' | 'STANDARD_INFREQUENT_ACCESS';
export type ProjectionType = 'ALL' | 'KEYS_ONLY' | 'INCLUDE';

/** What an index holds besides its own keys and the table's. */
export interface IndexProjection {
  readonly ProjectionType?: ProjectionType;
  /** With `INCLUDE` only: at most 100 names over all indexes of a table. */
  readonly NonKeyAttributes?: readonly string[];
}

/** @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_LocalSecondaryIndex.html */
export interface LocalSecondaryIndex {
  readonly IndexName: string;
  /** The table's partition key and a sort key of its own. */
  readonly KeySchema: KeySchema;
  readonly Projection: IndexProjection;
}

/** @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_GlobalSecondaryIndex.html */
export interface GlobalSecondaryIndex {
  readonly IndexName: string;
  /** From one to four attributes of the partition key, then up to four of the sort key. */
  readonly KeySchema: KeySchema;
  readonly Projection: IndexProjection;
  readonly ProvisionedThroughput?: ProvisionedThroughput;
}

interface IndexDescription {
  readonly IndexName: string;
  readonly IndexArn: string;
  readonly KeySchema: KeySchema;
  readonly Projection: IndexProjection;
  readonly IndexSizeBytes: number;
  readonly ItemCount: number;
}
export interface LocalSecondaryIndexDescription extends IndexDescription {}
export interface GlobalSecondaryIndexDescription extends IndexDescription {
  readonly IndexStatus: IndexStatus;
  /** Whether the items that were there before the index are still being added. */
  readonly Backfilling?: boolean;
  readonly ProvisionedThroughput: ProvisionedThroughputDescription;
}

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
  readonly ProvisionedThroughput: ProvisionedThroughputDescription;
  readonly BillingModeSummary?: {
    readonly BillingMode: BillingMode;
    readonly LastUpdateToPayPerRequestDateTime?: number;
  };
  readonly LocalSecondaryIndexes?: readonly LocalSecondaryIndexDescription[];
  readonly GlobalSecondaryIndexes?: readonly GlobalSecondaryIndexDescription[];
  readonly DeletionProtectionEnabled: boolean;
  readonly TableClassSummary?: { readonly TableClass: TableClass; readonly LastUpdateDateTime?: number };
  /** Present while the table has an enabled stream. */
  readonly StreamSpecification?: StreamSpecification;
  /** The last stream that was enabled, whether or not it still is. */
  readonly LatestStreamArn?: string;
  readonly LatestStreamLabel?: string;
}

/** @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_CreateTable.html */
export interface CreateTableInput {
  readonly TableName: string;
  readonly AttributeDefinitions: readonly AttributeDefinition[];
  readonly KeySchema: KeySchema;
  readonly BillingMode?: BillingMode;
  readonly ProvisionedThroughput?: ProvisionedThroughput;
  /** At most five. */
  readonly LocalSecondaryIndexes?: readonly LocalSecondaryIndex[];
  /** At most twenty. */
  readonly GlobalSecondaryIndexes?: readonly GlobalSecondaryIndex[];
  /** While it is on, DeleteTable refuses. */
  readonly DeletionProtectionEnabled?: boolean;
  readonly TableClass?: TableClass;
  readonly StreamSpecification?: StreamSpecification;
  /** At most 50, no key twice. */
  readonly Tags?: readonly Tag[];
}
export interface CreateTable {
  readonly input: CreateTableInput;
  readonly output: { readonly TableDescription: TableDescription };
}

/** One change of one index. Exactly one member is present. */
export interface GlobalSecondaryIndexUpdate {
  readonly Create?: GlobalSecondaryIndex;
  readonly Update?: { readonly IndexName: string; readonly ProvisionedThroughput?: ProvisionedThroughput };
  readonly Delete?: { readonly IndexName: string };
}

/** @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateTable.html */
export interface UpdateTableInput {
  readonly TableName: string;
  /** The key attributes of the index that is created. */
  readonly AttributeDefinitions?: readonly AttributeDefinition[];
  readonly BillingMode?: BillingMode;
  readonly ProvisionedThroughput?: ProvisionedThroughput;
  /** At most one index is created or deleted at a time. */
  readonly GlobalSecondaryIndexUpdates?: readonly GlobalSecondaryIndexUpdate[];
  readonly DeletionProtectionEnabled?: boolean;
  readonly TableClass?: TableClass;
  readonly StreamSpecification?: StreamSpecification;
}
export interface UpdateTable {
  readonly input: UpdateTableInput;
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
