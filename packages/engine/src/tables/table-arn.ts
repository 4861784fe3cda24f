/** The account that the engine takes its callers to have. It is not all zeros, which stands for no account anywhere. */
export const accountId = '123456789012';

export function tableArn(region: string, name: string): string {
  return `arn:aws:dynamodb:${region}:${accountId}:table/${name}`;
}
