import { HoldfastError } from './holdfast-error.js';

/** A value, a definition or a call is wrong, and nothing was sent; or the service refused the request as malformed. */
export class ValidationError extends HoldfastError {
  static override readonly kind = 'ValidationError';
}

/** A stored item does not fit its entity: a missing attribute, another type, a number that the type cannot hold. */
export class StoredItemError extends HoldfastError {
  static override readonly kind = 'StoredItemError';
}

/** `get(…).orThrow()` found no item. */
export class ItemNotFoundError extends HoldfastError {
  static override readonly kind = 'ItemNotFoundError';
}
