import type { AttributeMap } from '@holdfast/wire';
import { expect, test } from 'vitest';
import { itemKey } from '../storage/item-key.js';
import type { IndexDefinition } from './index-definition.js';
import { maximumCollectionSize } from './item-collections.js';
import { Table } from './table.js';

const id = { name: 'id', type: 'S' } as const;
const at = { name: 'at', type: 'N' } as const;
const colour = { name: 'colour', type: 'S' } as const;
const index = (name: string, kind: IndexDefinition['kind']): IndexDefinition => ({
  name,
  kind,
  keySchema: [],
  partitionKeys: [kind === 'local' ? id : colour],
  sortKeys: kind === 'local' ? [colour] : [],
  projection: { ProjectionType: 'ALL' },
  projectedNames: undefined,
  provisionedThroughput: { ReadCapacityUnits: 0, WriteCapacityUnits: 0, decreases: 0 },
});

function tableWith(...indexes: IndexDefinition[]): Table {
  return Table.empty({
    name: 'things',
    arn: 'arn',
    id: 'id',
    createdAt: 0,
    keySchema: [],
    attributeDefinitions: [],
    billingMode: 'PAY_PER_REQUEST',
    onDemandSince: 0,
    provisionedThroughput: { ReadCapacityUnits: 0, WriteCapacityUnits: 0, decreases: 0 },
    partitionKey: id,
    sortKey: at,
    indexes,
    deletionProtected: false,
    tableClass: undefined,
  });
}

const keyOf = (partition: string, sort: number) => itemKey({ S: partition }, { N: String(sort) });
const stored = (partition: string, sort: number, size: number, rest: AttributeMap = {}) => ({
  item: { id: { S: partition }, at: { N: String(sort) }, ...rest },
  size,
});

test('an item collection has at most 10 GB, its entries in local indexes included', () => {
  const table = tableWith(index('local', 'local'), index('global', 'global'));
  const half = stored('a', 1, maximumCollectionSize / 2);
  table.put(keyOf('a', 1), half, { now: 0 });
  const red = { colour: { S: 'red' } };
  const outgrows = (sort: number, size: number, rest?: AttributeMap, partition = 'a') =>
    table.outgrowsCollection(
      keyOf(partition, sort),
      table.get(keyOf(partition, sort)),
      stored(partition, sort, size, rest),
    );
  expect(outgrows(2, maximumCollectionSize / 2)).toBe(false);
  expect(outgrows(2, maximumCollectionSize / 2 + 1)).toBe(true);
  expect(outgrows(2, maximumCollectionSize / 4 + 1, red)).toBe(true);
  expect(outgrows(2, maximumCollectionSize / 2 + 1, {}, 'b')).toBe(false);
  expect(outgrows(1, maximumCollectionSize / 2, red)).toBe(false);
  table.put(keyOf('a', 1), stored('a', 1, maximumCollectionSize / 2, red), { now: 0 });
  expect(table.collectionSize(half.item)).toBe(maximumCollectionSize);
  expect(outgrows(1, maximumCollectionSize / 4, red)).toBe(false);
  expect(table.outgrowsCollection(keyOf('a', 1), half, undefined)).toBe(false);
  table.delete(keyOf('a', 1), { now: 0 });
  expect(table.collectionSize(half.item)).toBe(0);
  expect(tableWith(index('global', 'global')).collectionSize(half.item)).toBeUndefined();
});

test('a copy and its original share nothing that changes', () => {
  const table = tableWith(index('local', 'local'));
  table.put(keyOf('a', 1), stored('a', 1, 10, { colour: { S: 'red' } }), { now: 0 });
  const copy = table.clone();
  table.put(keyOf('a', 2), stored('a', 2, 10, { colour: { S: 'red' } }), { now: 0 });
  copy.delete(keyOf('a', 1), { now: 0 });
  expect([table.index('local')?.itemCount, table.index('local')?.sizeInBytes]).toEqual([2, 20]);
  expect([copy.index('local')?.itemCount, copy.index('local')?.sizeInBytes]).toEqual([0, 0]);
  expect(table.collectionSize({ id: { S: 'a' } })).toBe(40);
  expect(copy.collectionSize({ id: { S: 'a' } })).toBe(0);
});

test('a new index is filled from the items that fit it; one that is gone is gone', () => {
  const table = tableWith();
  table.put(keyOf('a', 1), stored('a', 1, 10, { colour: { S: 'red' } }), { now: 0 });
  table.put(keyOf('a', 2), stored('a', 2, 10, { colour: { N: '1' } }), { now: 0 });
  table.put(keyOf('a', 3), stored('a', 3, 10, { colour: { S: '' } }), { now: 0 });
  table.put(keyOf('a', 4), stored('a', 4, 10), { now: 0 });
  table.redefine({ ...table.definition, indexes: [index('global', 'global')] });
  expect(table.index('global')?.itemCount).toBe(1);
  table.put(keyOf('b', 1), stored('b', 1, 10, { colour: { S: 'red' } }), { now: 0 });
  expect(table.index('global')?.itemCount).toBe(2);
  table.redefine({ ...table.definition, indexes: [] });
  expect(table.index('global')).toBeUndefined();
});
