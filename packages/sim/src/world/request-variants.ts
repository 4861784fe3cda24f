import type { OperationInput } from '@holdfast/wire';
import type { Request } from './process.js';
import { onlyUndisturbed, setOf, type VariantSet } from './variant.js';

const batches = setOf('unprocessedEntry');
const conflict = setOf('transactionConflict');
const token = setOf('transactionInProgress');
const anyRequest = onlyUndisturbed | setOf('lostRequest', 'throttle');
const anyWrite = anyRequest | setOf('lateRequest', 'duplicateRequest', 'lateIndex');
const outside = onlyUndisturbed | setOf('lostRequest', 'lateRequest', 'duplicateRequest');
const receipt = onlyUndisturbed | setOf('repeatedMessage');
const onlyLost = onlyUndisturbed | setOf('lostRequest');
const crash = setOf('crash');

/**
 * The faults that can strike a request on its way. A crash strikes here only where the client begins again: otherwise nobody
 * could tell it from one that strikes before the answer.
 */
export function requestVariants(request: Request, restarts: boolean): VariantSet {
  return variantsOf(request) | (restarts && request.writes ? crash : 0);
}

function variantsOf({ target, operation, input, writes }: Request): VariantSet {
  if (target === 'effect') return outside;
  if (target === 'queue') {
    if (operation === 'receive') return receipt;
    return operation === 'send' ? outside : onlyLost;
  }
  if (!writes) return operation === 'BatchGetItem' ? anyRequest | batches : anyRequest;
  switch (operation) {
    case 'BatchWriteItem':
      return anyWrite | batches;
    case 'TransactWriteItems': {
      const { ClientRequestToken } = input as OperationInput<'TransactWriteItems'>;
      return anyWrite | conflict | (ClientRequestToken ? token : 0);
    }
    case 'PutItem':
    case 'UpdateItem':
    case 'DeleteItem':
      return anyWrite | conflict;
    default:
      return onlyLost;
  }
}
