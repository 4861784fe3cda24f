import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { Entity, item, number, string, Table } from 'dynamodb-toolbox';

/** The person as DynamoDB-Toolbox knows it. */
export function toolboxPerson(client: DynamoDBClient) {
  const toolboxTable = new Table({
    name: 'bench',
    partitionKey: { name: 'pk', type: 'string' },
    sortKey: { name: 'sk', type: 'string' },
    documentClient: DynamoDBDocumentClient.from(client),
  });
  return new Entity({
    name: 'PERSON',
    table: toolboxTable,
    schema: item({
      id: string().key(),
      name: string(),
      street: string(),
      city: string(),
      country: string(),
      phone: string(),
      plan: string(),
      visits: number(),
      score: number(),
      credit: number(),
      level: number(),
    }),
    computeKey: ({ id }: { id: string }) => ({ pk: `PERSON#${id}`, sk: 'PROFILE' }),
  });
}
