import { structure } from '../validation/shape.js';
import type { OperationHandler } from './operation-handler.js';

/** The service's own address in the engine's Region: the engine does not know through which door it was asked. */
export const describeEndpoints: OperationHandler<'DescribeEndpoints'> = {
  shape: structure('DescribeEndpointsRequest', {}),
  expressions: [],
  legacy: {},
  unsupported: [],

  handle({ region }) {
    return { Endpoints: [{ Address: `dynamodb.${region}.amazonaws.com`, CachePeriodInMinutes: 1440 }] };
  },
};
