import { randomUUID } from 'node:crypto';
import { GetItemCommand, PutItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import type { Way } from '../../situation/situation.js';
import type { Charge, Receipt } from './promise.js';

/** Looks whether the charge has a receipt; otherwise writes one and books the amount. */
export const byHand: Way<Charge, Receipt> =
  ({ client, tableName }) =>
  async ({ id, customer, amount }) => {
    const key = { pk: { S: `CHARGE#${id}` }, sk: { S: 'RECEIPT' } };
    const known = await client.send(new GetItemCommand({ TableName: tableName, Key: key, ConsistentRead: true }));
    if (known.Item?.receipt?.S !== undefined) return known.Item.receipt.S;

    const receipt = randomUUID();
    await client.send(new PutItemCommand({ TableName: tableName, Item: { ...key, receipt: { S: receipt } } }));
    await client.send(
      new UpdateItemCommand({
        TableName: tableName,
        Key: { pk: { S: `CUSTOMER#${customer}` }, sk: { S: 'ACCOUNT' } },
        UpdateExpression: 'ADD charged :amount',
        ExpressionAttributeValues: { ':amount': { N: String(amount) } },
      }),
    );
    return receipt;
  };
