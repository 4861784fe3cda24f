import type { AttributeMap } from '@holdfast/wire';
import { expect, test } from 'vitest';
import { createEngine, type Engine } from '../engine.js';
import { EngineState } from '../engine-state.js';
import { Table } from '../tables/table.js';
import { TableVersions } from './table-versions.js';

const TableName = 'things';
const key: AttributeMap = { pk: { S: 'a' } };

function table(id: string): Table {
  const partitionKey = { name: 'pk', type: 'S' } as const;
  return Table.empty({
    name: id,
    arn: `arn:${id}`,
    id,
    createdAt: 0,
    keySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    attributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    billingMode: 'PAY_PER_REQUEST',
    onDemandSince: 0,
    provisionedThroughput: { ReadCapacityUnits: 0, WriteCapacityUnits: 0, decreases: 0 },
    partitionKey,
    sortKey: undefined,
    indexes: [],
    deletionProtected: false,
    tableClass: undefined,
  });
}

test('the past of a table goes with it', () => {
  const versions = TableVersions.empty();
  const { tables } = EngineState.empty();
  tables.add(table('one'));
  tables.add(table('two'));
  versions.record(tables.all(), 0);
  expect(versions.size).toBe(2);
  tables.remove('one');
  versions.record(tables.all(), 1);
  expect(versions.size).toBe(1);
  tables.remove('two');
  versions.record(tables.all(), 2);
  expect(versions.size).toBe(0);
});

test('a table that a snapshot brings back has its past again', () => {
  const engine = createEngine({ conditions: { staleReads: () => ({ writes: 1 }) } });
  createTable(engine);
  put(engine, 1);
  put(engine, 2);
  const snapshot = engine.snapshot();
  engine.execute('DeleteTable', { TableName });
  engine.restore(snapshot);
  expect(get(engine)).toEqual(item(1));
});

function createTable(engine: Engine): void {
  engine.execute('CreateTable', {
    TableName,
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    BillingMode: 'PAY_PER_REQUEST',
  });
}
const item = (n: number): AttributeMap => ({ ...key, v: { N: String(n) } });
const put = (engine: Engine, n: number) => engine.execute('PutItem', { TableName, Item: item(n) });
const get = (engine: Engine) => engine.execute('GetItem', { TableName, Key: key }).Item;
