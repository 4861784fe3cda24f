import { type ErrorFacts, HoldfastError } from './holdfast-error.js';

/** The capacity of tables and the quotas of accounts are counted by the second. Milliseconds. */
const nextSecond = { retry: 'repeat', retryAfter: 1_000 } as const;

/** The table, its partition or the account is being asked for more than it gives; nothing was changed. */
export class ThrottledError extends HoldfastError {
  static override readonly kind = 'ThrottledError';

  constructor(message: string, facts: ErrorFacts = {}) {
    super(message, { ...nextSecond, ...facts });
  }
}

/**
 * A limit of the service or the account was met: an item collection holds its 10 GB, or (`retry` is then `repeat`) too many
 * tables are being changed at once.
 */
export class LimitExceededError extends HoldfastError {
  static override readonly kind = 'LimitExceededError';
}

/** The credentials are missing, expired, or do not allow this operation, or the table's encryption key is out of reach. */
export class AccessDeniedError extends HoldfastError {
  static override readonly kind = 'AccessDeniedError';
}

/** The table or index does not exist, or is not active yet. */
export class ResourceNotFoundError extends HoldfastError {
  static override readonly kind = 'ResourceNotFoundError';
}

/** The table is being created, changed or deleted, or is there already. */
export class ResourceInUseError extends HoldfastError {
  static override readonly kind = 'ResourceInUseError';
}

/**
 * The service failed or could not be reached, and nothing was changed; or (`retry` is then `no`) the client could not send at all,
 * as one without a Region.
 */
export class InternalError extends HoldfastError {
  static override readonly kind = 'InternalError';

  constructor(message: string, facts: ErrorFacts = {}) {
    super(message, { ...nextSecond, ...facts });
  }
}
