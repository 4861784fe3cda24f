import { integer, optional, structure, tableName } from '../validation/shape.js';
import type { OperationHandler } from './operation-handler.js';

const mostNames = 100;

export const listTables: OperationHandler<'ListTables'> = {
  shape: structure('ListTablesInput', {
    ExclusiveStartTableName: optional(tableName),
    Limit: optional(integer({ minimum: 1, maximum: mostNames })),
  }),
  expressions: [],
  legacy: {},
  unsupported: [],

  handle({ state }, input) {
    const start = input.ExclusiveStartTableName ?? '';
    const limit = input.Limit ?? mostNames;
    const rest = state.tables
      .names()
      .filter((name) => name > start)
      .sort();
    const names = rest.slice(0, limit);
    const last = names.at(-1);
    return {
      TableNames: names,
      ...(rest.length > limit && last !== undefined ? { LastEvaluatedTableName: last } : {}),
    };
  },
};
