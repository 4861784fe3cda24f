import { type ErrorFacts, HoldfastError } from './holdfast-error.js';

/** The table, its partition or the account is being asked for more than it gives; nothing was changed. */
export class ThrottledError extends HoldfastError {
  static override readonly kind = 'ThrottledError';

  constructor(message: string, facts: ErrorFacts = {}) {
    super(message, { retry: 'repeat', ...facts });
  }
}

/** A limit of the service or the account was met, such as the size of an item collection. */
export class LimitExceededError extends HoldfastError {
  static override readonly kind = 'LimitExceededError';
}

/** The credentials are missing, expired, or do not allow this operation. */
export class AccessDeniedError extends HoldfastError {
  static override readonly kind = 'AccessDeniedError';
}

/** The table or index does not exist, or is not active yet. */
export class ResourceNotFoundError extends HoldfastError {
  static override readonly kind = 'ResourceNotFoundError';
}

/** The service failed, or no answer came, on a call that changes nothing. */
export class InternalError extends HoldfastError {
  static override readonly kind = 'InternalError';

  constructor(message: string, facts: ErrorFacts = {}) {
    super(message, { retry: 'repeat', ...facts });
  }
}
