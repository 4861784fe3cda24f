import { type AttributeValue, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import type { Shop, Way } from '../../situation/situation.js';
import type { Registration, RegistrationAnswer } from './promise.js';

/** Looks whether both names are free, then takes them. */
export const byHand: Way<Registration, RegistrationAnswer> =
  (shop) =>
  async ({ id, address, handle }) => {
    const addressOwner = await ownerOf(shop, `MAIL#${address}`);
    if (addressOwner !== undefined && addressOwner !== id) return 'address taken';
    const handleOwner = await ownerOf(shop, `HANDLE#${handle}`);
    if (handleOwner !== undefined && handleOwner !== id) return 'handle taken';

    await put(shop, { pk: { S: `MAIL#${address}` }, sk: { S: 'CLAIM' }, owner: { S: id } });
    await put(shop, { pk: { S: `HANDLE#${handle}` }, sk: { S: 'CLAIM' }, owner: { S: id } });
    await put(shop, {
      pk: { S: `PERSON#${id}` },
      sk: { S: 'PROFILE' },
      id: { S: id },
      address: { S: address },
      handle: { S: handle },
    });
    return 'registered';
  };

async function ownerOf({ client, tableName }: Shop, pk: string): Promise<string | undefined> {
  const Key = { pk: { S: pk }, sk: { S: 'CLAIM' } };
  const { Item } = await client.send(new GetItemCommand({ TableName: tableName, Key, ConsistentRead: true }));
  return Item?.owner?.S;
}

async function put({ client, tableName }: Shop, Item: Record<string, AttributeValue>): Promise<void> {
  await client.send(new PutItemCommand({ TableName: tableName, Item }));
}
