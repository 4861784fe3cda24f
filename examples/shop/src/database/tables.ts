import {
  CreateTableCommand,
  DeleteTableCommand,
  type DynamoDBClient,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';

const secondsToWait = 120;

/** Creates tables with the keys `pk` and `sk`, billed on demand, and waits until they can be used. */
export async function createTables(client: DynamoDBClient, names: readonly string[]): Promise<void> {
  await Promise.all(
    names.map(async (TableName) => {
      await client.send(
        new CreateTableCommand({
          TableName,
          BillingMode: 'PAY_PER_REQUEST',
          KeySchema: [
            { AttributeName: 'pk', KeyType: 'HASH' },
            { AttributeName: 'sk', KeyType: 'RANGE' },
          ],
          AttributeDefinitions: [
            { AttributeName: 'pk', AttributeType: 'S' },
            { AttributeName: 'sk', AttributeType: 'S' },
          ],
        }),
      );
      await waitUntilTableExists({ client, maxWaitTime: secondsToWait, minDelay: 1 }, { TableName });
    }),
  );
}

/** Deletes those of the tables that exist. */
export async function deleteTables(client: DynamoDBClient, names: readonly string[]): Promise<void> {
  const deletions = names.map((TableName) => client.send(new DeleteTableCommand({ TableName })));
  for (const deletion of await Promise.allSettled(deletions)) {
    if (deletion.status === 'rejected' && deletion.reason?.name !== 'ResourceNotFoundException') throw deletion.reason;
  }
}
