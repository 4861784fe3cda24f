import { GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { ifVersion, optimisticLoop } from '../../delivery/optimistic-loop.js';
import type { Way } from '../../situation/situation.js';
import type { Deposit } from './promise.js';

/** Writes the account back only if its version is still the one read, and starts again where it is not. */
export const withOptimisticLoop: Way<Deposit, void> =
  ({ client, tableName }) =>
  ({ account, amount }) =>
    optimisticLoop(async () => {
      const key = { pk: { S: `ACCOUNT#${account}` }, sk: { S: 'BALANCE' } };
      const { Item } = await client.send(new GetItemCommand({ TableName: tableName, Key: key, ConsistentRead: true }));
      const balance = Number(Item?.balance?.N ?? 0) + amount;
      const version = Number(Item?.version?.N ?? 0);
      await client.send(
        new PutItemCommand({
          TableName: tableName,
          Item: { ...key, balance: { N: String(balance) }, version: { N: String(version + 1) } },
          ...ifVersion(version),
        }),
      );
    });
