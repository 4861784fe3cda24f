import type { OperationName, StreamOperationName } from '@holdfast/wire';

/**
 * Where attribute values stand in a request or an answer. Nothing else in the protocol holds bytes, so that the rest of
 * it is JSON as it is.
 */
export type Positions =
  /** Attribute values by name. */
  | 'attributes'
  /** One attribute value. */
  | 'value'
  /** A list, with these positions in each element. */
  | { readonly each: Positions }
  /** A map, with these positions in each of its values, whatever their names. */
  | { readonly values: Positions }
  /** A structure, with these positions in its members; other members hold no attribute values. */
  | { readonly members: Readonly<Record<string, Positions>> };

export interface OperationPositions {
  readonly input: Positions;
  readonly output: Positions;
}

const nowhere: Positions = { members: {} };

function members(positions: Readonly<Record<string, Positions>>): Positions {
  return { members: positions };
}

const values = { ExpressionAttributeValues: 'attributes' } as const;
const key = { Key: 'attributes', ...values } as const;
const item = { Item: 'attributes', ...values } as const;
const condition = { AttributeValueList: { each: 'value' } } as const;
const conditions: Positions = { values: members(condition) };
const expected = { Expected: { values: members({ Value: 'value', ...condition }) } } as const;
const updates = { AttributeUpdates: { values: members({ Value: 'value' }) } } as const;
const keysByTable: Positions = { values: members({ Keys: { each: 'attributes' } }) };
const writesByTable: Positions = {
  values: {
    each: members({ PutRequest: members({ Item: 'attributes' }), DeleteRequest: members({ Key: 'attributes' }) }),
  },
};
const page: OperationPositions = {
  input: members({
    ExclusiveStartKey: 'attributes',
    ...values,
    KeyConditions: conditions,
    QueryFilter: conditions,
    ScanFilter: conditions,
  }),
  output: members({ Items: { each: 'attributes' }, LastEvaluatedKey: 'attributes' }),
};
const collectionMetrics = members({ ItemCollectionKey: 'attributes' });
const write = members({ Attributes: 'attributes', ItemCollectionMetrics: collectionMetrics });

/** By operation: what the protocol carries is what has an entry here. */
const positions: Readonly<Record<OperationName, OperationPositions>> = {
  BatchGetItem: {
    input: members({ RequestItems: keysByTable }),
    output: members({ Responses: { values: { each: 'attributes' } }, UnprocessedKeys: keysByTable }),
  },
  BatchWriteItem: {
    input: members({ RequestItems: writesByTable }),
    output: members({
      UnprocessedItems: writesByTable,
      ItemCollectionMetrics: { values: { each: collectionMetrics } },
    }),
  },
  CreateTable: { input: nowhere, output: nowhere },
  DeleteItem: { input: members({ ...key, ...expected }), output: write },
  DeleteTable: { input: nowhere, output: nowhere },
  DescribeEndpoints: { input: nowhere, output: nowhere },
  DescribeLimits: { input: nowhere, output: nowhere },
  DescribeTable: { input: nowhere, output: nowhere },
  DescribeTimeToLive: { input: nowhere, output: nowhere },
  GetItem: { input: members({ Key: 'attributes' }), output: members({ Item: 'attributes' }) },
  ListTables: { input: nowhere, output: nowhere },
  ListTagsOfResource: { input: nowhere, output: nowhere },
  PutItem: { input: members({ ...item, ...expected }), output: write },
  Query: page,
  Scan: page,
  TagResource: { input: nowhere, output: nowhere },
  TransactGetItems: {
    input: members({ TransactItems: { each: members({ Get: members({ Key: 'attributes' }) }) } }),
    output: members({ Responses: { each: members({ Item: 'attributes' }) } }),
  },
  TransactWriteItems: {
    input: members({
      TransactItems: {
        each: members({
          Put: members(item),
          Update: members(key),
          Delete: members(key),
          ConditionCheck: members(key),
        }),
      },
    }),
    output: members({ ItemCollectionMetrics: { values: { each: collectionMetrics } } }),
  },
  UntagResource: { input: nowhere, output: nowhere },
  UpdateItem: { input: members({ ...key, ...expected, ...updates }), output: write },
  UpdateTable: { input: nowhere, output: nowhere },
  UpdateTimeToLive: { input: nowhere, output: nowhere },
};

const images = { Keys: 'attributes', NewImage: 'attributes', OldImage: 'attributes' } as const;
const streamPositions: Readonly<Record<StreamOperationName, OperationPositions>> = {
  DescribeStream: { input: nowhere, output: nowhere },
  GetRecords: {
    input: nowhere,
    output: members({ Records: { each: members({ dynamodb: members(images) }) } }),
  },
  GetShardIterator: { input: nowhere, output: nowhere },
  ListStreams: { input: nowhere, output: nowhere },
};

/** What comes before the operation's name in a request's target; no operation is in both services. */
const services: Readonly<Record<string, Readonly<Record<string, OperationPositions>>>> = {
  DynamoDB_20120810: positions,
  DynamoDBStreams_20120810: streamPositions,
};

/** The positions of a service's operation, or `undefined` where the protocol does not know it. */
export function positionsOf(service: string, operation: string): OperationPositions | undefined {
  const ofService = Object.hasOwn(services, service) ? services[service] : undefined;
  return ofService !== undefined && Object.hasOwn(ofService, operation) ? ofService[operation] : undefined;
}

/** What an error may carry besides its message. */
export const errorPositions = members({
  Item: 'attributes',
  CancellationReasons: { each: members({ Item: 'attributes' }) },
});
