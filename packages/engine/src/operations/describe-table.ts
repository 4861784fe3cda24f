import { required, structure, tableReference } from '../validation/shape.js';
import type { OperationHandler } from './operation-handler.js';
import { describeTable as describe } from './table-description.js';

export const describeTable: OperationHandler<'DescribeTable'> = {
  shape: structure('DescribeTableInput', { TableName: required(tableReference) }),
  expressions: [],
  legacy: {},
  unsupported: [],

  handle({ state, runtime }, input) {
    return { Table: describe(state.tables.named(input.TableName), 'ACTIVE', runtime.now()) };
  },
};
