import { ServiceError } from '@holdfast/wire';
import type { Table } from '../tables/table.js';
import { accountId, tableArn } from '../tables/table-arn.js';
import type { TableCatalog } from '../tables/table-catalog.js';
import { invalidParameterValues, validationError } from '../validation/service-errors.js';

const pattern = /^arn:[^:]+:dynamodb:([^:]+):(\d{12}):table\/([a-zA-Z0-9_.-]+)$/;

/**
 * The table that an ARN names.
 *
 * @throws ServiceError ValidationException for what is no table's ARN, AccessDeniedException for another account's,
 *   ResourceNotFoundException
 */
export function taggedTable(tables: TableCatalog, arn: string, operation: string, region: string): Table {
  if (!arn.startsWith('arn:')) throw invalidParameterValues(`ARNs must start with 'arn:': ${arn}`);
  const [, itsRegion, account, name = ''] = pattern.exec(arn) ?? [];
  if (account !== undefined && account !== accountId) throw accessDenied(arn, operation);
  if (itsRegion !== region) {
    throw validationError(`Invalid TableArn: Invalid ResourceArn provided as input ${arn}`);
  }
  const table = tables.find(name);
  if (table === undefined || tableArn(region, name) !== arn) {
    throw new ServiceError('ResourceNotFoundException', `Requested resource not found: ResourceArn: ${arn} not found`);
  }
  return table;
}

function accessDenied(arn: string, operation: string): ServiceError {
  return new ServiceError(
    'AccessDeniedException',
    `User: arn:aws:iam::${accountId}:root is not authorized to perform: dynamodb:${operation} on resource: ${arn}`,
  );
}
