import {
  type OperationInput,
  ServiceError,
  type TableDescription,
  type TimeToLiveDescription,
  UnansweredError,
} from '@holdfast/wire';
import { fromBackend } from '../errors/from-backend.js';
import { AccessDeniedError, InternalError, ResourceNotFoundError } from '../errors/service-errors.js';
import { ValidationError } from '../errors/usage-errors.js';
import { needCapability } from '../kernel/need-capability.js';
import { isUnanswered, read } from '../kernel/read.js';
import { type SendOptions, untilDeadline } from '../kernel/send-options.js';
import type { Target } from '../kernel/write.js';
import { nextUpdate } from './table-difference.js';
import { createInput, type TableSchema } from './table-schema.js';

/** Milliseconds between two looks at a table that is being made. */
const interval = 500;
/** The states of a table that is active or on its way there; from any other, waiting does not lead out. */
const passes = /^(ACTIVE|CREATING|UPDATING|DELETING)$/;
/** How often one change is asked for that leaves no trace: as a new table does for a while. */
const mostTries = 60;

/**
 * Creates the table unless it is there, adds what it lacks, and waits until all of it is active. Every step begins with a
 * look at what is there, so a lost answer, a repetition and another creator make no difference.
 */
export function createTable(target: Target, schema: TableSchema, options: SendOptions = {}): Promise<void> {
  const { backend, table } = target;
  const what = `create the table ${table}`;
  if (schema.StreamSpecification !== undefined) {
    needCapability(backend, 'streams', what, 'leave out its stream');
  }
  return untilDeadline(backend.runtime, { what, mayHaveHappened: true }, options, async (bounded) => {
    await becomesActive(target, schema, what, bounded);
    if (schema.timeToLive !== undefined && backend.capabilities.timeToLive) {
      await expires(target, schema.timeToLive, what, bounded);
    }
  });
}

async function becomesActive(target: Target, schema: TableSchema, what: string, options: SendOptions): Promise<void> {
  let tries = 0;
  let refusal: unknown;
  for (let last: string | undefined; ; ) {
    const found = await describe(target, what, options);
    if (found !== undefined && !passes.test(found.TableStatus)) {
      throw new AccessDeniedError(
        `${what}: it stays ${found.TableStatus}; mend its encryption key or permissions, or restore it`,
      );
    }
    const update = found && nextUpdate(schema, target.table, found);
    const isReady = found !== undefined && isActive(found);
    if (isReady && update === undefined) return;
    const next = found === undefined ? 'CreateTable' : isReady ? JSON.stringify(update) : undefined;
    // a change that was just asked for may be there at once; one that is under way takes its time
    if (next === undefined || next === last) await target.backend.runtime.sleep(interval, options.signal);
    if (next === undefined) continue;
    tries = next === last ? tries + 1 : 1;
    last = next;
    // a limit that was no other change's is the account's
    if (tries > mostTries) {
      throw refusal === undefined
        ? new InternalError(`${what}: ${next} was asked for ${mostTries} times, to no effect`)
        : fromBackend(refusal, what);
    }
    if (found === undefined)
      refusal = await change(target, what, 'CreateTable', createInput(target.table, schema), options);
    else if (update !== undefined) refusal = await change(target, what, 'UpdateTable', update, options);
  }
}

async function expires(target: Target, AttributeName: string, what: string, options: SendOptions): Promise<void> {
  const { table: TableName, backend } = target;
  for (let look = 0; look <= mostTries; look += 1) {
    const { TimeToLiveDescription: found } = await read(target, what, 'DescribeTimeToLive', { TableName }, options);
    if (isEnabled(found, TableName, AttributeName)) return;
    const TimeToLiveSpecification = { Enabled: true, AttributeName };
    await change(target, what, 'UpdateTimeToLive', { TableName, TimeToLiveSpecification }, options);
    if (look > 0) await backend.runtime.sleep(interval, options.signal);
  }
  throw new InternalError(`${what}: its time to live ${AttributeName} was enabled ${mostTries} times, to no effect`);
}

function isEnabled(found: TimeToLiveDescription, table: string, wanted: string): boolean {
  if (!isOn(found)) return false;
  if (found.AttributeName === wanted) return true;
  throw new ValidationError(
    `the table ${table} is there with the time to live ${found.AttributeName}, not ${wanted}; disable it first, or name the attribute so by .as()`,
  );
}

function isOn({ TimeToLiveStatus }: TimeToLiveDescription): boolean {
  return TimeToLiveStatus.startsWith('ENABL');
}

type Change = 'CreateTable' | 'UpdateTable' | 'UpdateTimeToLive';
/** What another change that is under way makes of a request. */
const passing = new Set(['ResourceInUseException', 'LimitExceededException']);

/**
 * Asks for a change, whose effect the next look shows: refused because it is made already, or unanswered, it is no failure.
 *
 * @returns what the service said where another change may have been in its way
 */
async function change<Name extends Change>(
  target: Target,
  what: string,
  operation: Name,
  input: OperationInput<Name>,
  options: SendOptions,
): Promise<unknown> {
  try {
    await target.backend.execute(operation, input, options);
  } catch (error) {
    if (options.signal?.aborted) throw options.signal.reason;
    if (error instanceof UnansweredError || isUnanswered(error)) return undefined;
    const name = error instanceof ServiceError ? error.name : '';
    if (passing.has(name)) return error;
    if (name === 'ValidationException' && (await isMadeByAnother(target, operation, input))) return undefined;
    throw fromBackend(error, what);
  }
  return undefined;
}

/** Whether the change that the service refuses is there, or under way. */
async function isMadeByAnother<Name extends Change>(
  target: Target,
  operation: Name,
  input: OperationInput<Name>,
): Promise<boolean> {
  const { TableName } = input;
  // a table that is there is in use, which the service says otherwise
  if (operation === 'CreateTable') return false;
  if (operation === 'UpdateTimeToLive') {
    return isOn((await read(target, 'look', 'DescribeTimeToLive', { TableName })).TimeToLiveDescription);
  }
  const { Table } = await read(target, 'look', 'DescribeTable', { TableName });
  const [wanted] = (input as OperationInput<'UpdateTable'>).GlobalSecondaryIndexUpdates ?? [];
  if (wanted === undefined) return Table.StreamSpecification?.StreamEnabled === true;
  return Table.GlobalSecondaryIndexes?.some(({ IndexName }) => IndexName === wanted.Create?.IndexName) ?? false;
}

/** `undefined` where the service does not see the table, as it may not for a while after its creation. */
async function describe(target: Target, what: string, options: SendOptions): Promise<TableDescription | undefined> {
  try {
    return (await read(target, what, 'DescribeTable', { TableName: target.table }, options)).Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundError) return undefined;
    throw error;
  }
}

function isActive({ TableStatus, GlobalSecondaryIndexes = [] }: TableDescription): boolean {
  return TableStatus === 'ACTIVE' && GlobalSecondaryIndexes.every(({ IndexStatus }) => IndexStatus === 'ACTIVE');
}
