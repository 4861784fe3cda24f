import { ServiceError } from '@holdfast/wire';

/** The account that the engine takes its callers to have. It is not all zeros, which stands for no account anywhere. */
export const accountId = '123456789012';

/** Every table's ARN, of whatever Region and account. */
export const tableArnPattern = /^arn:[^:]+:dynamodb:([^:]+):(\d{12}):table\/([a-zA-Z0-9_.-]{3,255})$/;

export function tableArn(region: string, name: string): string {
  return `arn:aws:dynamodb:${region}:${accountId}:table/${name}`;
}

/** @throws ServiceError AccessDeniedException where an ARN names a table of another account */
export function refuseForeignAccount(arn: string, operation: string): void {
  const account = tableArnPattern.exec(arn)?.[2];
  if (account === undefined || account === accountId) return;
  throw new ServiceError(
    'AccessDeniedException',
    `User: arn:aws:iam::${accountId}:root is not authorized to perform: dynamodb:${operation} on resource: ${arn}`,
  );
}
