import { validationError } from '../validation/service-errors.js';
import { required, structure, tableReference } from '../validation/shape.js';
import type { OperationHandler } from './operation-handler.js';
import { describeTable } from './table-description.js';

export const deleteTable: OperationHandler<'DeleteTable'> = {
  shape: structure('DeleteTableInput', { TableName: required(tableReference) }),
  expressions: [],
  legacy: {},
  unsupported: [],

  handle({ state, runtime }, input) {
    const table = state.tables.named(input.TableName);
    if (table.definition.deletionProtected) {
      throw validationError(
        'Resource cannot be deleted as it is currently protected against deletion. Disable deletion protection first.',
      );
    }
    const now = runtime.now();
    table.streams.disable(now);
    state.formerStreams.keep(table.streams.list(now), now);
    state.tables.remove(input.TableName);
    state.indexUpdates.drop(input.TableName);
    return { TableDescription: describeTable(table, 'DELETING', now, () => 'DELETING') };
  },
};
