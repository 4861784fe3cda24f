import { checkName } from '../attributes/members.js';
import { ValidationError } from '../errors/usage-errors.js';
import type { TableSchema } from './table-schema.js';

/**
 * How many global indexes a table may have is a quota of the account, which only the service knows.
 *
 * @throws ValidationError for a table that DynamoDB makes for nobody
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html
 */
export function checkSchema(table: string, schema: TableSchema): void {
  const { KeySchema, AttributeDefinitions, LocalSecondaryIndexes: locals, GlobalSecondaryIndexes } = schema;
  const indexes = [...locals, ...GlobalSecondaryIndexes];
  for (const name of [table, ...indexes.map(({ IndexName }) => IndexName)]) {
    // a table may be named by its ARN
    if (/^([\w.-]{3,255}|arn:.+)$/.test(name)) continue;
    throw new ValidationError(`"${name}": the name of a table or index is 3 to 255 letters, digits, _, . and -`);
  }
  const projected = indexes.flatMap(({ Projection }) => Projection.NonKeyAttributes ?? []);
  for (const name of [...AttributeDefinitions.map(({ AttributeName }) => AttributeName), ...projected]) {
    checkName(`the table ${table}, a key or projected attribute`, name, 255);
  }
  const isSorted = KeySchema.length > 1;
  for (const [count, what, most, instead] of [
    [locals.length, isSorted ? 'local indexes' : 'local indexes and no sort key', isSorted ? 5 : 0, 'make them global'],
    [projected.length, 'attributes projected by name', 100, 'project all'],
  ] as const) {
    if (count > most)
      throw new ValidationError(`the table ${table} has ${count} ${what}; DynamoDB takes ${most}: ${instead}`);
  }
}
