import type { CreateTableInput, StreamViewType } from '@holdfast/wire';
import { needType } from '../attributes/mismatch.js';
import type { AnyTable } from '../table/table.js';
import { createInput } from '../table/table-schema.js';
import { needTable } from './need-table.js';

export interface CloudFormationOptions {
  /** Whether the table can be restored to any second of the last 35 days; on unless switched off. */
  readonly pointInTimeRecovery?: boolean | undefined;
  /** Whether the table refuses to be deleted; on unless switched off. */
  readonly deletionProtection?: boolean | undefined;
  /** Whether the table outlives its stack; on unless switched off. */
  readonly retain?: boolean | undefined;
}

/**
 * A resource of a template.
 *
 * @see https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-dynamodb-table.html
 */
export interface CloudFormationTable {
  readonly Type: 'AWS::DynamoDB::Table';
  readonly DeletionPolicy: 'Retain' | 'Delete';
  readonly UpdateReplacePolicy: 'Retain' | 'Delete';
  readonly Properties: Omit<CreateTableInput, 'StreamSpecification'> & {
    readonly StreamSpecification?: { readonly StreamViewType: StreamViewType };
    readonly TimeToLiveSpecification?: { readonly Enabled: true; readonly AttributeName: string };
    readonly PointInTimeRecoverySpecification: { readonly PointInTimeRecoveryEnabled: boolean };
    readonly DeletionProtectionEnabled: boolean;
  };
}

/**
 * The table as CloudFormation, SAM and the CDK's `CfnInclude` take it: what `createTable()` makes, and what a table in
 * production needs beside it.
 *
 * ```ts
 * const template = { Resources: { ShopTable: toCloudFormation(shop) } };
 * ```
 *
 * CloudFormation adds or removes one global index in each update of a stack.
 */
export function toCloudFormation(table: AnyTable, options: CloudFormationOptions = {}): CloudFormationTable {
  needTable('toCloudFormation()', table);
  needType('the options of toCloudFormation()', 'object', options);
  const { pointInTimeRecovery = true, deletionProtection = true, retain = true } = options;
  const schema = table['~schema'];
  const { StreamSpecification: stream, ...input } = createInput(table.name, schema);
  const policy = retain ? 'Retain' : 'Delete';
  return {
    Type: 'AWS::DynamoDB::Table',
    DeletionPolicy: policy,
    UpdateReplacePolicy: policy,
    Properties: {
      ...input,
      ...(stream?.StreamViewType === undefined
        ? {}
        : { StreamSpecification: { StreamViewType: stream.StreamViewType } }),
      ...(schema.timeToLive === undefined
        ? {}
        : { TimeToLiveSpecification: { Enabled: true, AttributeName: schema.timeToLive } }),
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: pointInTimeRecovery },
      DeletionProtectionEnabled: deletionProtection,
    },
  };
}
