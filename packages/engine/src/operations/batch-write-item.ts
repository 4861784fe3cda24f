import type { AttributeMap, WriteRequest } from '@holdfast/wire';
import { checkCount, mostWrites, refuseDuplicates, requireTables } from '../batches/batch-limits.js';
import { batchCapacity } from '../capacity/batch-capacity.js';
import type { ItemCost } from '../capacity/consumed-capacity.js';
import { writeUnits } from '../items/write-units.js';
import type { StoredItem, Table } from '../tables/table.js';
import { acceptMap } from '../validation/accept-value.js';
import { checkedItemSize } from '../validation/check-item.js';
import { storageKeyOf, storageKeyOfItem } from '../validation/check-key.js';
import { validationError } from '../validation/service-errors.js';
import {
  attributeMap,
  list,
  mapOf,
  optional,
  required,
  returnConsumedCapacity,
  returnItemCollectionMetrics,
  structure,
  tableName,
} from '../validation/shape.js';
import type { OperationHandler } from './operation-handler.js';

export const batchWriteItem: OperationHandler<'BatchWriteItem'> = {
  shape: structure('BatchWriteItemInput', {
    RequestItems: required(
      mapOf(
        list(
          structure('WriteRequest', {
            PutRequest: optional(structure('PutRequest', { Item: required(attributeMap) })),
            DeleteRequest: optional(structure('DeleteRequest', { Key: required(attributeMap) })),
          }),
        ),
        { keys: tableName, listLengths: { minimum: 1, maximum: mostWrites } },
      ),
    ),
    ReturnConsumedCapacity: optional(returnConsumedCapacity),
    ReturnItemCollectionMetrics: optional(returnItemCollectionMetrics),
  }),
  expressions: [],
  legacy: {},
  unsupported: [],

  handle({ state }, input) {
    requireTables(input.RequestItems, 'BatchWriteItem');
    const writes = acceptWrites(input.RequestItems);
    const located = writes.map((write) => ({ ...write, table: state.tables.forItems(write.tableName) })).map(locate);
    for (const name of Object.keys(input.RequestItems)) {
      refuseDuplicates(located.filter((write) => write.tableName === name).map((write) => write.key));
    }
    const costs: ItemCost[] = [];
    for (const { tableName: name, table, key, after } of located) {
      costs.push({ tableName: name, units: writeUnits(table.get(key), after, 'standard') });
      if (after === undefined) table.delete(key);
      else table.put(key, after);
    }
    return { UnprocessedItems: {}, ...batchCapacity(input.ReturnConsumedCapacity, costs) };
  },
};

interface AcceptedWrite {
  readonly tableName: string;
  readonly kind: 'put' | 'delete';
  /** The whole item that is put, or the key of the one that is deleted. */
  readonly attributes: AttributeMap;
}

function acceptWrites(requestItems: Readonly<Record<string, readonly WriteRequest[]>>): readonly AcceptedWrite[] {
  const writes = Object.entries(requestItems).flatMap(([name, requests]) =>
    requests.map((request) => acceptWrite(name, request)),
  );
  checkCount(writes.length, mostWrites, 'BatchWriteItem');
  return writes;
}

function acceptWrite(name: string, { PutRequest, DeleteRequest }: WriteRequest): AcceptedWrite {
  if ((PutRequest == null) === (DeleteRequest == null)) {
    throw validationError(
      `Supplied WriteRequest ${PutRequest == null ? 'is empty' : 'has more than one operation set'}, ` +
        'must contain exactly one of PutRequest or DeleteRequest',
    );
  }
  return PutRequest != null
    ? { tableName: name, kind: 'put', attributes: acceptMap(PutRequest.Item) }
    : { tableName: name, kind: 'delete', attributes: acceptMap(DeleteRequest?.Key ?? {}) };
}

/** What one request of a batch will do. */
interface LocatedWrite {
  readonly tableName: string;
  readonly table: Table;
  readonly key: string;
  readonly after: StoredItem | undefined;
}

function locate(write: AcceptedWrite & { readonly table: Table }): LocatedWrite {
  const { tableName: name, table, attributes } = write;
  if (write.kind === 'delete') {
    return { tableName: name, table, key: storageKeyOf(table.definition, attributes), after: undefined };
  }
  const key = storageKeyOfItem(table.definition, attributes);
  return { tableName: name, table, key, after: { item: attributes, size: checkedItemSize(attributes) } };
}
