import { HoldfastError } from '../errors/holdfast-error.js';

/** `400` a header that cannot be read, `412` one that asks for another version, `428` none at all. */
export type PreconditionStatus = 400 | 412 | 428;

/** The client's `If-Match` does not allow the change; nothing was sent. */
export class PreconditionError extends HoldfastError {
  static override readonly kind = 'PreconditionError';
  /** The HTTP status that says so. */
  readonly status: PreconditionStatus;

  constructor(message: string, status: PreconditionStatus) {
    super(message, { retry: status === 412 ? 'rerun' : 'no' });
    this.status = status;
  }
}
