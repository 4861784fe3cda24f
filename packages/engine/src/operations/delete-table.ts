import { required, structure, tableName } from '../validation/shape.js';
import type { OperationHandler } from './operation-handler.js';
import { describeTable } from './table-description.js';

export const deleteTable: OperationHandler<'DeleteTable'> = {
  shape: structure('DeleteTableInput', { TableName: required(tableName) }),
  expressions: [],
  legacy: {},
  unsupported: [],

  handle({ state, runtime }, input) {
    const table = state.tables.named(input.TableName);
    const now = runtime.now();
    table.streams.disable(now);
    state.formerStreams.keep(table.streams.list(now), now);
    state.tables.remove(input.TableName);
    return { TableDescription: describeTable(table, 'DELETING') };
  },
};
