import {
  type AttributeValue,
  ConditionalCheckFailedException,
  DeleteItemCommand,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb';
import type { Shop, Way } from '../../situation/situation.js';
import type { Registration, RegistrationAnswer } from './promise.js';

/** Takes one name after the other where it is free, and gives the first back where the second is not. */
export const withOptimisticLoop: Way<Registration, RegistrationAnswer> =
  (shop) =>
  async ({ id, address, handle }) => {
    const addressClaim = { pk: { S: `MAIL#${address}` }, sk: { S: 'CLAIM' }, owner: { S: id } };
    if (!(await putIfFree(shop, addressClaim))) return 'address taken';

    const handleClaim = { pk: { S: `HANDLE#${handle}` }, sk: { S: 'CLAIM' }, owner: { S: id } };
    if (!(await putIfFree(shop, handleClaim))) {
      await release(shop, addressClaim);
      return 'handle taken';
    }
    await putIfFree(shop, {
      pk: { S: `PERSON#${id}` },
      sk: { S: 'PROFILE' },
      id: { S: id },
      address: { S: address },
      handle: { S: handle },
    });
    return 'registered';
  };

type Claim = Readonly<Record<'pk' | 'sk' | 'owner', AttributeValue>>;

async function putIfFree({ client, tableName }: Shop, Item: Record<string, AttributeValue>): Promise<boolean> {
  try {
    await client.send(
      new PutItemCommand({ TableName: tableName, Item, ConditionExpression: 'attribute_not_exists(pk)' }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

async function release({ client, tableName }: Shop, { pk, sk, owner }: Claim): Promise<void> {
  try {
    await client.send(
      new DeleteItemCommand({
        TableName: tableName,
        Key: { pk, sk },
        ConditionExpression: '#owner = :me',
        ExpressionAttributeNames: { '#owner': 'owner' },
        ExpressionAttributeValues: { ':me': owner },
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
}
