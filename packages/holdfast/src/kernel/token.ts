import type { Backend } from '@holdfast/wire';
import { ValidationError } from '../errors/usage-errors.js';

/** @throws ValidationError */
export function checkToken(token: string): void {
  if (token.length >= 1 && token.length <= 36) return;
  throw new ValidationError(`a token has 1 to 36 characters; ${JSON.stringify(token)} has ${token.length}`);
}

/** @throws ValidationError */
export function requireTransactions({ capabilities }: Backend): void {
  if (capabilities.transactions) return;
  throw new ValidationError(
    'this backend has no transactions; write the items one by one, each with its own condition',
  );
}
