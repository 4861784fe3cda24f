import { ServiceError } from '@holdfast/wire';
import type { Table } from '../tables/table.js';
import { refuseForeignAccount, tableArnPattern } from '../tables/table-arn.js';
import type { TableCatalog } from '../tables/table-catalog.js';
import { invalidParameterValues, validationError } from '../validation/service-errors.js';

/**
 * Whether an ARN names a table that its caller may tag, be it there or not.
 *
 * @throws ServiceError ValidationException for what is no table's ARN, AccessDeniedException for another account's
 */
export function checkTableArn(arn: string, operation: string, region: string): void {
  if (!arn.startsWith('arn:')) throw invalidParameterValues(`ARNs must start with 'arn:': ${arn}`);
  refuseForeignAccount(arn, operation);
  if (tableArnPattern.exec(arn)?.[1] !== region) {
    throw validationError(`Invalid TableArn: Invalid ResourceArn provided as input ${arn}`);
  }
}

/**
 * The table that an ARN names.
 *
 * @throws ServiceError ResourceNotFoundException
 */
export function taggedTable(tables: TableCatalog, arn: string): Table {
  const table = tables.find(arn.slice(arn.indexOf('/') + 1));
  if (table === undefined || table.definition.arn !== arn) {
    throw new ServiceError('ResourceNotFoundException', `Requested resource not found: ResourceArn: ${arn} not found`);
  }
  return table;
}
