import { structure } from '../validation/shape.js';
import type { OperationHandler } from './operation-handler.js';

/** The quotas of a new account in most Regions. */
export const describeLimits: OperationHandler<'DescribeLimits'> = {
  shape: structure('DescribeLimitsInput', {}),
  expressions: [],
  legacy: {},
  unsupported: [],

  handle() {
    return {
      AccountMaxReadCapacityUnits: 80_000,
      AccountMaxWriteCapacityUnits: 80_000,
      TableMaxReadCapacityUnits: 40_000,
      TableMaxWriteCapacityUnits: 40_000,
    };
  },
};
