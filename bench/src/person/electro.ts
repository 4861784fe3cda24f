import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { Entity } from 'electrodb';

/** The person as ElectroDB knows it. */
export function electroPerson(client: DynamoDBClient) {
  return new Entity(
    {
      model: { entity: 'person', version: '1', service: 'bench' },
      attributes: {
        id: { type: 'string' },
        name: { type: 'string' },
        street: { type: 'string' },
        city: { type: 'string' },
        country: { type: 'string' },
        phone: { type: 'string' },
        plan: { type: 'string' },
        visits: { type: 'number' },
        score: { type: 'number' },
        credit: { type: 'number' },
        level: { type: 'number' },
      },
      indexes: { primary: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } } },
    },
    { table: 'bench', client },
  );
}
