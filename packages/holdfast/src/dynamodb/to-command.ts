import type {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  DeleteItemCommand,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
  TransactGetItemsCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { ValidationError } from '../errors/usage-errors.js';
import { type Planned, type PlannedRequest, plan } from '../kernel/plan.js';
import { commandFor } from './commands.js';

/** The SDK's commands by the operation that they carry. */
export interface CommandTypes {
  readonly PutItem: PutItemCommand;
  readonly UpdateItem: UpdateItemCommand;
  readonly DeleteItem: DeleteItemCommand;
  readonly GetItem: GetItemCommand;
  readonly Query: QueryCommand;
  readonly Scan: ScanCommand;
  readonly BatchGetItem: BatchGetItemCommand;
  readonly BatchWriteItem: BatchWriteItemCommand;
  readonly TransactGetItems: TransactGetItemsCommand;
  readonly TransactWriteItems: TransactWriteItemsCommand;
}

/**
 * The operation as a command of the AWS SDK, for what the library does not offer.
 *
 * ```ts
 * const answer = await client.send(toCommand(accounts.get({ id: 'alice' })));
 * ```
 *
 * Each call draws ids and tokens as a send does. What the library does about answers is left behind with it: a lost answer
 * is not told from a failed condition, unprocessed entries are not sent again, and a query gives its first page.
 *
 * @throws ValidationError where sending would refuse the operation, and for a batch that takes more than one request
 */
export function toCommand<Name extends keyof CommandTypes>(operation: {
  readonly '~command': Name;
}): CommandTypes[Name] {
  const [first, ...others] = requestsOf(operation);
  if (first === undefined)
    throw new ValidationError('toCommand() takes an operation, such as a put, a query or a batch');
  if (others.length > 0) {
    throw new ValidationError(
      `toCommand() makes one command, and this ${first.operation} takes ${others.length + 1} requests; make smaller batches`,
    );
  }
  return commandFor(first.operation, first.input) as unknown as CommandTypes[Name];
}

function requestsOf(operation: unknown): readonly PlannedRequest[] {
  return typeof operation === 'object' && operation !== null && plan in operation ? (operation as Planned)[plan]() : [];
}
