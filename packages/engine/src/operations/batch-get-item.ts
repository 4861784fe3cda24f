import { type AttributeMap, type KeysAndAttributes, type Projection, readCapacityUnits } from '@holdfast/wire';
import { checkCount, maximumBatchSize, mostKeys, refuseDuplicates, requireTables } from '../batches/batch-limits.js';
import { batchCapacity } from '../capacity/batch-capacity.js';
import type { ItemCost } from '../capacity/consumed-capacity.js';
import type { ExpressionParameter } from '../expressions/request-expressions.js';
import { readItem } from '../items/read-item.js';
import { expressionsOf } from '../legacy/expressions-of.js';
import { attributesToGet } from '../legacy/legacy-shapes.js';
import type { Table } from '../tables/table.js';
import { acceptMap } from '../validation/accept-value.js';
import { storageKeyOf } from '../validation/check-key.js';
import { copyMap } from '../validation/copy-value.js';
import {
  attributeMap,
  boolean,
  list,
  mapOf,
  optional,
  required,
  returnConsumedCapacity,
  string,
  stringMap,
  structure,
  tableName,
} from '../validation/shape.js';
import type { OperationHandler } from './operation-handler.js';
import { refuseMixture } from './refuse-parameters.js';

const ofTable: {
  readonly expressions: readonly ExpressionParameter[];
  readonly legacy: Readonly<Record<string, ExpressionParameter>>;
} = { expressions: ['ProjectionExpression'], legacy: { AttributesToGet: 'ProjectionExpression' } };

export const batchGetItem: OperationHandler<'BatchGetItem'> = {
  shape: structure('BatchGetItemInput', {
    RequestItems: required(
      mapOf(
        structure('KeysAndAttributes', {
          Keys: required(
            list(attributeMap, {
              minLength: 1,
              maxLength: mostKeys,
              describedAs: (path) => `Value at '${path.replace(/^r/, 'R').replace(/keys$/, 'Keys')}'`,
            }),
          ),
          AttributesToGet: optional(attributesToGet),
          ConsistentRead: optional(boolean),
          ProjectionExpression: optional(string),
          ExpressionAttributeNames: optional(stringMap),
        }),
        { keys: tableName },
      ),
    ),
    ReturnConsumedCapacity: optional(returnConsumedCapacity),
  }),
  expressions: [],
  legacy: {},
  unsupported: [],

  handle({ state }, input) {
    requireTables(input.RequestItems, 'BatchGetItem');
    const reads = acceptReads(input.RequestItems);
    const located = reads.map((read) => {
      const table = state.tables.forItems(read.tableName);
      return { ...read, table, keys: read.keys.map((key) => storageKeyOf(table.definition, key)) };
    });
    const responses: Record<string, readonly AttributeMap[]> = Object.create(null);
    const unprocessed: Record<string, KeysAndAttributes> = Object.create(null);
    const costs: ItemCost[] = [];
    let room = maximumBatchSize;
    for (const read of located) {
      const page = readUntilFull(read, room);
      room = page.count < read.keys.length ? 0 : room - page.bytes;
      responses[read.tableName] = page.items;
      if (page.count > 0) costs.push({ tableName: read.tableName, units: page.units });
      if (page.count < read.keys.length) unprocessed[read.tableName] = rest(read.request, page.count);
    }
    return {
      Responses: responses,
      UnprocessedKeys: unprocessed,
      ...batchCapacity(input.ReturnConsumedCapacity, costs),
    };
  },
};

function acceptReads(requestItems: Readonly<Record<string, KeysAndAttributes>>) {
  let count = 0;
  return Object.entries(requestItems).map(([name, request]) => {
    refuseMixture(ofTable, request);
    const { projection } = expressionsOf(request, ofTable.expressions);
    const keys = request.Keys.map(acceptMap);
    // An absent table is told only after a key that stands there twice.
    refuseDuplicates(keys.map(textOf));
    count += keys.length;
    checkCount(count, mostKeys, 'BatchGetItem');
    return { tableName: name, request, keys, projection };
  });
}

function textOf(key: AttributeMap): string {
  return JSON.stringify(Object.entries(key).sort(([left], [right]) => (left < right ? -1 : 1)));
}

interface LocatedRead {
  readonly table: Table;
  readonly keys: readonly string[];
  readonly projection: Projection | undefined;
  readonly request: KeysAndAttributes;
}

/** The items of one table, until one more would not fit. Projections do not change what fits, nor what it costs. */
function readUntilFull({ table, keys, projection, request }: LocatedRead, room: number) {
  const items: AttributeMap[] = [];
  let bytes = 0;
  let units = 0;
  let count = 0;
  for (const key of keys) {
    const stored = table.get(key);
    const size = stored?.size ?? 0;
    if (bytes + size > room || room === 0) break;
    count += 1;
    bytes += size;
    units += readCapacityUnits(size, request.ConsistentRead ? 'strong' : 'eventual');
    if (stored !== undefined) items.push(readItem(stored, projection));
  }
  return { items, bytes, units, count };
}

/** What is left of a table's request after its first `count` keys. */
function rest(request: KeysAndAttributes, count: number): KeysAndAttributes {
  return {
    ...structuredClone({ ...request, Keys: [] }),
    Keys: request.Keys.slice(count).map(copyMap),
  };
}
