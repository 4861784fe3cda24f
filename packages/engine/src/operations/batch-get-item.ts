import type { AttributeMap, KeysAndAttributes } from '@holdfast/wire';
import { checkCount, mostKeys, refuseDuplicates, requireTables } from '../batches/batch-limits.js';
import { readKeys } from '../batches/read-keys.js';
import { batchCapacity } from '../capacity/batch-capacity.js';
import type { ItemCost } from '../capacity/consumed-capacity.js';
import { expressionsOf, type KnownParameters } from '../legacy/expressions-of.js';
import { attributesToGet } from '../legacy/legacy-shapes.js';
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
  tableReference,
} from '../validation/shape.js';
import type { OperationHandler } from './operation-handler.js';
import { refuseMixture } from './refuse-parameters.js';

const ofTable: KnownParameters = {
  expressions: ['ProjectionExpression'],
  legacy: { AttributesToGet: 'ProjectionExpression' },
};

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
        { keys: tableReference },
      ),
    ),
    ReturnConsumedCapacity: optional(returnConsumedCapacity),
  }),
  expressions: [],
  legacy: {},
  unsupported: [],

  handle(context, input) {
    requireTables(input.RequestItems, 'BatchGetItem');
    const located = acceptReads(input.RequestItems).map((read) => {
      const table = context.state.tables.forItems(read.tableName);
      return { ...read, table, keys: read.keys.map((key) => storageKeyOf(table.definition, key)) };
    });
    const responses: Record<string, readonly AttributeMap[]> = Object.create(null);
    const unprocessedKeys: Record<string, KeysAndAttributes> = Object.create(null);
    const costs: ItemCost[] = [];
    for (const { read, items, units, unprocessed } of readKeys(context, located)) {
      responses[read.tableName] = items;
      if (unprocessed.length < read.keys.length) costs.push({ tableName: read.tableName, units });
      if (unprocessed.length > 0) unprocessedKeys[read.tableName] = rest(read.request, unprocessed);
    }
    return {
      Responses: responses,
      UnprocessedKeys: unprocessedKeys,
      ...batchCapacity(input.ReturnConsumedCapacity, costs),
    };
  },
};

function acceptReads(requestItems: Readonly<Record<string, KeysAndAttributes>>) {
  let count = 0;
  return Object.entries(requestItems).map(([name, request]) => {
    refuseMixture(ofTable, request);
    const { projection } = expressionsOf(request, ofTable);
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

/** What is left of a table's request: its keys at these positions. */
function rest(request: KeysAndAttributes, positions: readonly number[]): KeysAndAttributes {
  return {
    ...structuredClone({ ...request, Keys: [] }),
    Keys: positions.map((position) => copyMap(request.Keys[position] ?? {})),
  };
}
