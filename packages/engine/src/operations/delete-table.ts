import { required, structure, tableName } from '../validation/shape.js';
import type { OperationHandler } from './operation-handler.js';
import { describeTable } from './table-description.js';

export const deleteTable: OperationHandler<'DeleteTable'> = {
  shape: structure('DeleteTableInput', { TableName: required(tableName) }),
  expressions: [],
  legacy: {},
  unsupported: [],

  handle({ state }, input) {
    const table = state.tables.named(input.TableName);
    state.tables.remove(input.TableName);
    return { TableDescription: describeTable(table, 'DELETING') };
  },
};
