import type { OperationName, StreamOperationName } from '@holdfast/wire';

/**
 * Where attribute values stand in a request or an answer. Nothing else in the protocol holds bytes, so that the rest of
 * it is JSON as it is.
 */
export type Positions =
  /** Attribute values by name. */
  | 'attributes'
  /** A list, with these positions in each element. */
  | { readonly each: Positions }
  /** A map, with these positions in the value of each of its keys. */
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

const key = { Key: 'attributes', ExpressionAttributeValues: 'attributes' } as const;
const item = { Item: 'attributes', ExpressionAttributeValues: 'attributes' } as const;
const page: OperationPositions = {
  input: members({ ExclusiveStartKey: 'attributes', ExpressionAttributeValues: 'attributes' }),
  output: members({ Items: { each: 'attributes' }, LastEvaluatedKey: 'attributes' }),
};
const collectionMetrics = members({ ItemCollectionKey: 'attributes' });
const write = members({ Attributes: 'attributes', ItemCollectionMetrics: collectionMetrics });

/** By operation: what the protocol carries is what has an entry here. */
const positions: Readonly<Record<OperationName, OperationPositions>> = {
  CreateTable: { input: nowhere, output: nowhere },
  DeleteItem: { input: members(key), output: write },
  DeleteTable: { input: nowhere, output: nowhere },
  DescribeTable: { input: nowhere, output: nowhere },
  DescribeTimeToLive: { input: nowhere, output: nowhere },
  GetItem: { input: members({ Key: 'attributes' }), output: members({ Item: 'attributes' }) },
  ListTables: { input: nowhere, output: nowhere },
  PutItem: { input: members(item), output: write },
  Query: page,
  Scan: page,
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
  UpdateItem: { input: members(key), output: write },
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
