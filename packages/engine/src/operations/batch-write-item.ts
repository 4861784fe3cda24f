import type { AttributeMap, WriteRequest } from '@holdfast/wire';
import { admitWrites } from '../batches/admit-writes.js';
import { checkCount, mostWrites, refuseDuplicates, requireTables } from '../batches/batch-limits.js';
import { batchCapacity } from '../capacity/batch-capacity.js';
import { writeCost } from '../capacity/write-cost.js';
import { itemCollectionsMetrics, requireRoomInCollection } from '../items/item-collection.js';
import { termsOfWrite } from '../late-indexes/terms-of-write.js';
import type { StoredItem, Table } from '../tables/table.js';
import { acceptMap } from '../validation/accept-value.js';
import { checkIndexKeys } from '../validation/check-index-keys.js';
import { checkedItemSize } from '../validation/check-item.js';
import { storageKeyOf } from '../validation/check-key.js';
import { copyMap } from '../validation/copy-value.js';
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
  tableReference,
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
        { keys: tableReference, listLengths: { minimum: 1, maximum: mostWrites } },
      ),
    ),
    ReturnConsumedCapacity: optional(returnConsumedCapacity),
    ReturnItemCollectionMetrics: optional(returnItemCollectionMetrics),
  }),
  expressions: [],
  legacy: {},
  unsupported: [],

  handle(context, input) {
    requireTables(input.RequestItems, 'BatchWriteItem');
    const accepted = acceptWrites(input.RequestItems);
    const { tables } = context.state;
    const located = accepted.map((write) => ({ ...write, table: tables.forItems(write.tableName) })).map(locate);
    for (const name of Object.keys(input.RequestItems)) {
      refuseDuplicates(located.filter((write) => write.tableName === name).map((write) => write.key));
    }
    const writes = located.map((write) => ({ ...write, before: write.table.get(write.key) }));
    for (const { table, key, before, after } of writes) requireRoomInCollection(table, key, before, after);
    const { processed, unprocessed } = admitWrites(context, writes);
    const terms = termsOfWrite(context, processed);
    for (const { table, key, after } of processed) {
      if (after === undefined) table.delete(key, terms);
      else table.put(key, after, terms);
    }
    const costs = processed.map((write) => writeCost(write, 'standard'));
    const written = processed.map(({ table, attributes }) => ({ table, item: attributes }));
    return {
      UnprocessedItems: requestsOf(unprocessed),
      ...batchCapacity(input.ReturnConsumedCapacity, costs),
      ...itemCollectionsMetrics(input.ReturnItemCollectionMetrics, written),
    };
  },
};

/** The requests as they came, to be sent again. */
function requestsOf(writes: readonly AcceptedWrite[]): Readonly<Record<string, readonly WriteRequest[]>> {
  const byTable: Record<string, WriteRequest[]> = Object.create(null);
  for (const { tableName: name, attributes, after } of writes) {
    const copy = copyMap(attributes);
    const request = after === undefined ? { DeleteRequest: { Key: copy } } : { PutRequest: { Item: copy } };
    byTable[name] = [...(byTable[name] ?? []), request];
  }
  return byTable;
}

interface AcceptedWrite {
  readonly tableName: string;
  /** The whole item that is put, or the key of the one that is deleted. */
  readonly attributes: AttributeMap;
  readonly after: StoredItem | undefined;
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
    // The service takes a request for an attribute value here.
    throw validationError(
      'Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes',
    );
  }
  if (PutRequest == null) {
    return { tableName: name, attributes: acceptMap(DeleteRequest?.Key ?? {}), after: undefined };
  }
  const item = acceptMap(PutRequest.Item);
  return { tableName: name, attributes: item, after: { item, size: checkedItemSize(item) } };
}

interface LocatedWrite extends AcceptedWrite {
  readonly table: Table;
  readonly key: string;
}

function locate(write: AcceptedWrite & { readonly table: Table }): LocatedWrite {
  const { definition } = write.table;
  if (write.after === undefined) return { ...write, key: storageKeyOf(definition, write.attributes) };
  // Unlike PutItem, a batch takes the key out of the item and holds it to the schema as it does a Key.
  const { partitionKey, sortKey } = definition;
  const names = sortKey === undefined ? [partitionKey.name] : [partitionKey.name, sortKey.name];
  const isKeyName = (name: string) => names.includes(name);
  const key = Object.fromEntries(Object.entries(write.attributes).filter(([name]) => isKeyName(name)));
  const located = { ...write, key: storageKeyOf(definition, key) };
  checkIndexKeys(definition, write.attributes);
  return located;
}
