import type { OperationInput, OperationName } from '@holdfast/wire';
import type { PreparedWrite } from './prepare.js';

type Request<Name extends OperationName> = {
  readonly [Each in Name]: { readonly operation: Each; readonly input: OperationInput<Each> };
}[Name];

/** A request as the port carries it, with the writes that are in it. */
export type PlannedRequest = Request<
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'GetItem'
  | 'Query'
  | 'Scan'
  | 'BatchGetItem'
  | 'BatchWriteItem'
  | 'TransactGetItems'
  | 'TransactWriteItems'
> & { readonly writes?: readonly PreparedWrite[] };

/**
 * The method of every operation that gives its requests in place of sending them; of what is read page by page, the first one.
 * The symbol is registered, so that other copies of the library find it.
 */
export const plan: unique symbol = Symbol.for('holdfast.plan') as never;

export interface Planned {
  /** @param id stands for the ids and tokens that a send draws; drawn as by a send unless given */
  [plan](id?: string): readonly PlannedRequest[];
}

/** An id that no write has, as long as those that writes have. */
export const noId = '00000000-0000-0000-0000-000000000000';
