import { readCapacityUnits } from '@holdfast/wire';
import { consumedCapacity } from '../capacity/consumed-capacity.js';
import { replicaFor } from '../conditions/stale-reads.js';
import { admit } from '../conditions/throttling.js';
import { readItem } from '../items/read-item.js';
import { expressionsOf } from '../legacy/expressions-of.js';
import { attributesToGet } from '../legacy/legacy-shapes.js';
import { acceptMap } from '../validation/accept-value.js';
import { storageKeyOf } from '../validation/check-key.js';
import {
  attributeMap,
  boolean,
  optional,
  required,
  returnConsumedCapacity,
  string,
  stringMap,
  structure,
  tableReference,
} from '../validation/shape.js';
import type { OperationHandler } from './operation-handler.js';

export const getItem: OperationHandler<'GetItem'> = {
  shape: structure('GetItemInput', {
    TableName: required(tableReference),
    Key: required(attributeMap),
    AttributesToGet: optional(attributesToGet),
    ConsistentRead: optional(boolean),
    ProjectionExpression: optional(string),
    ExpressionAttributeNames: optional(stringMap),
    ReturnConsumedCapacity: optional(returnConsumedCapacity),
  }),
  expressions: ['ProjectionExpression'],
  legacy: { AttributesToGet: 'ProjectionExpression' },
  unsupported: [],

  handle(context, input) {
    const keyAttributes = acceptMap(input.Key);
    const { projection } = expressionsOf(input, getItem);
    const table = context.state.tables.forItems(input.TableName);
    const key = storageKeyOf(table.definition, keyAttributes);
    const stored = replicaFor(context, table, {
      operation: 'GetItem',
      consistent: input.ConsistentRead,
      key: keyAttributes,
    }).get(key);
    const units = readCapacityUnits(stored?.size ?? 0, input.ConsistentRead ? 'strong' : 'eventual');
    admit(context, table, { kind: 'read', units, key });
    return {
      ...(stored === undefined ? {} : { Item: readItem(stored, projection) }),
      ...consumedCapacity(input.ReturnConsumedCapacity, input.TableName, units),
    };
  },
};
