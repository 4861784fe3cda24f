import { randomUUID } from 'node:crypto';
import { ConditionalCheckFailedException, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { ifVersion, optimisticLoop } from '../../delivery/optimistic-loop.js';
import type { Shop, Way } from '../../situation/situation.js';
import type { Charge, Receipt } from './promise.js';

/** Writes a receipt where there is none yet; whoever did so books the amount, by the version of the account. */
export const withOptimisticLoop: Way<Charge, Receipt> =
  (shop) =>
  async ({ id, customer, amount }) => {
    const receipt = randomUUID();
    const stored = await putReceiptOnce(shop, id, receipt);
    if (stored === receipt) await optimisticLoop(() => book(shop, customer, amount));
    return stored;
  };

/** The receipt that is stored: this one, or that of whoever was first. */
async function putReceiptOnce({ client, tableName }: Shop, id: string, receipt: Receipt): Promise<Receipt> {
  try {
    await client.send(
      new PutItemCommand({
        TableName: tableName,
        Item: { pk: { S: `CHARGE#${id}` }, sk: { S: 'RECEIPT' }, receipt: { S: receipt } },
        ConditionExpression: 'attribute_not_exists(pk)',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    return receipt;
  } catch (error) {
    const first = error instanceof ConditionalCheckFailedException ? error.Item?.receipt?.S : undefined;
    if (first === undefined) throw error;
    return first;
  }
}

async function book({ client, tableName }: Shop, customer: string, amount: number): Promise<void> {
  const key = { pk: { S: `CUSTOMER#${customer}` }, sk: { S: 'ACCOUNT' } };
  const { Item } = await client.send(new GetItemCommand({ TableName: tableName, Key: key, ConsistentRead: true }));
  const charged = Number(Item?.charged?.N ?? 0) + amount;
  const version = Number(Item?.version?.N ?? 0);
  await client.send(
    new PutItemCommand({
      TableName: tableName,
      Item: { ...key, charged: { N: String(charged) }, version: { N: String(version + 1) } },
      ...ifVersion(version),
    }),
  );
}
