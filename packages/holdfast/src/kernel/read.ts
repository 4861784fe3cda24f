import {
  type AttributeMap,
  type Condition,
  type OperationInput,
  type OperationName,
  type OperationOutput,
  printExpressions,
} from '@holdfast/wire';
import { fromBackend } from '../errors/from-backend.js';
import { checkOptions, type SendOptions } from './deliver.js';
import type { Target } from './write.js';

/** Sends a request that changes nothing. */
export async function read<Name extends OperationName>(
  target: Target,
  what: string,
  operation: Name,
  input: OperationInput<Name>,
  options: SendOptions = {},
): Promise<OperationOutput<Name>> {
  checkOptions(options, what);
  try {
    return (await target.backend.execute(operation, input, options)).output;
  } catch (error) {
    throw options.signal?.aborted ? options.signal.reason : fromBackend(error, what);
  }
}

/** A query, or a scan where there is no key condition. */
export interface ReadPlan {
  readonly target: Target;
  readonly what: string;
  readonly keyCondition: Condition | undefined;
  readonly consistent: boolean;
  readonly descending: boolean;
  /** The most items to look at in one request. */
  readonly pageSize: number | undefined;
}
export interface ReadPage {
  readonly items: readonly AttributeMap[];
  readonly last: AttributeMap | undefined;
}

export async function readPage(
  plan: ReadPlan,
  start: AttributeMap | undefined,
  pageSize: number | undefined,
  options?: SendOptions,
): Promise<ReadPage> {
  const common = {
    TableName: plan.target.table,
    ConsistentRead: plan.consistent,
    ...(pageSize === undefined ? {} : { Limit: pageSize }),
    ...(start === undefined ? {} : { ExclusiveStartKey: start }),
  };
  const { keyCondition } = plan;
  if (keyCondition === undefined) {
    const output = await read(plan.target, plan.what, 'Scan', common, options);
    return { items: output.Items ?? [], last: output.LastEvaluatedKey };
  }
  const { KeyConditionExpression = '', ...placeholders } = printExpressions({ keyCondition });
  const input = { ...common, ...placeholders, KeyConditionExpression, ScanIndexForward: !plan.descending };
  const output = await read(plan.target, plan.what, 'Query', input, options);
  return { items: output.Items ?? [], last: output.LastEvaluatedKey };
}
