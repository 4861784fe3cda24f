import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { Table } from 'dynamodb-onetable';

/** The person as OneTable knows it. */
export function onetablePerson(client: DynamoDBClient) {
  const one = new Table({
    name: 'bench',
    client,
    partial: false,
    schema: {
      format: 'onetable:1.1.0',
      version: '0.0.1',
      indexes: { primary: { hash: 'pk', sort: 'sk' } },
      models: {
        Person: {
          // biome-ignore lint/suspicious/noTemplateCurlyInString: OneTable's own templates
          pk: { type: String, value: 'PERSON#${id}' },
          sk: { type: String, value: 'PROFILE' },
          id: { type: String, required: true },
          name: { type: String },
          street: { type: String },
          city: { type: String },
          country: { type: String },
          phone: { type: String },
          plan: { type: String },
          visits: { type: Number },
          score: { type: Number },
          credit: { type: Number },
          level: { type: Number },
        },
      },
    },
  });
  return one.getModel('Person');
}
