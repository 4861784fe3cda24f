import type { Backend } from '@holdfast/wire';
import { ValidationError } from '../errors/usage-errors.js';
import { needCapability } from '../kernel/need-capability.js';

export interface TransactionAction {
  readonly label: string;
  /** Names the item, and tells it from every other. */
  readonly item: string;
}

/** The most actions of a transaction. */
export const mostActions = 100;

/** @throws ValidationError where the actions name one item twice, or the backend has no transactions */
export function checkActions(backend: Backend, verb: 'read' | 'write', actions: readonly TransactionAction[]): void {
  const labels = new Map<string, string>();
  for (const { label, item } of actions) {
    const other = labels.get(item);
    if (other !== undefined)
      throw new ValidationError(`${other} and ${label} ${verb} the same item of ${item}; join them into one ${verb}`);
    labels.set(item, label);
  }
  const [call, instead] =
    verb === 'read'
      ? ['transactGet', 'read the items by batchGet, each by itself']
      : ['transactWrite', 'write the items one by one, each with its own condition'];
  needCapability(backend, 'transactions', call, instead);
}
