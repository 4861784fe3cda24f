import { required, structure, tableReference } from '../validation/shape.js';
import type { OperationHandler } from './operation-handler.js';

export const describeTimeToLive: OperationHandler<'DescribeTimeToLive'> = {
  shape: structure('DescribeTimeToLiveInput', { TableName: required(tableReference) }),
  expressions: [],
  legacy: {},
  unsupported: [],

  handle({ state }, input) {
    const { attributeName } = state.tables.named(input.TableName).timeToLive;
    return {
      TimeToLiveDescription:
        attributeName === undefined
          ? { TimeToLiveStatus: 'DISABLED' }
          : { TimeToLiveStatus: 'ENABLED', AttributeName: attributeName },
    };
  },
};
