import { expect, test } from 'vitest';
import { Table } from '../tables/table.js';
import { TableCatalog } from '../tables/table-catalog.js';
import { acceptAction } from './transaction-action.js';
import { commitTransaction, prepareTransaction } from './write-transaction.js';

test('preparing changes nothing; committing carries out what was prepared', () => {
  const tables = TableCatalog.empty();
  const table = Table.empty({
    name: 'things',
    arn: 'arn',
    id: 'id',
    createdAt: 0,
    keySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    attributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    billingMode: 'PAY_PER_REQUEST',
    onDemandSince: 0,
    provisionedThroughput: { ReadCapacityUnits: 0, WriteCapacityUnits: 0, decreases: 0 },
    partitionKey: { name: 'id', type: 'S' },
    sortKey: undefined,
    indexes: [],
    deletionProtected: false,
    tableClass: undefined,
  });
  tables.add(table);
  const actions = ['a', 'b'].map((id) =>
    acceptAction({
      Update: {
        TableName: 'things',
        Key: { id: { S: id } },
        UpdateExpression: 'SET done = :yes',
        ExpressionAttributeValues: { ':yes': { BOOL: true } },
      },
    }),
  );
  const prepared = prepareTransaction(tables, actions);
  expect(table.itemCount).toBe(0);
  commitTransaction(prepared);
  expect([...table.range({}, 'forward')].map(([, { item }]) => item)).toEqual(
    expect.arrayContaining([
      { id: { S: 'a' }, done: { BOOL: true } },
      { id: { S: 'b' }, done: { BOOL: true } },
    ]),
  );
});
