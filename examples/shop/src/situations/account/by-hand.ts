import { GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import type { Way } from '../../situation/situation.js';
import type { Deposit } from './promise.js';

/** Reads the account, adds the amount, writes the account back. */
export const byHand: Way<Deposit, void> =
  ({ client, tableName }) =>
  async ({ account, amount }) => {
    const key = { pk: { S: `ACCOUNT#${account}` }, sk: { S: 'BALANCE' } };
    const { Item } = await client.send(new GetItemCommand({ TableName: tableName, Key: key, ConsistentRead: true }));
    const balance = Number(Item?.balance?.N ?? 0) + amount;
    await client.send(new PutItemCommand({ TableName: tableName, Item: { ...key, balance: { N: String(balance) } } }));
  };
