import type { AttributeMap } from '../attribute-value/attribute-value.js';
import { recognisedAcrossCopies } from '../copies/recognised-across-copies.js';
import type { Attempt } from '../ports/backend.js';
import type { CancellationCode, ErrorName } from './error-name.js';

/**
 * One reason of a cancelled transaction, at the position of its action.
 *
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_CancellationReason.html
 */
export interface CancellationReason {
  readonly Code: CancellationCode | (string & {});
  readonly Message?: string;
  /** The item as stored, where the action asked for it and its condition failed. */
  readonly Item?: AttributeMap;
}

export interface ServiceErrorDetails {
  readonly item?: AttributeMap;
  readonly cancellationReasons?: readonly CancellationReason[];
  readonly attempts?: readonly Attempt[];
  readonly cause?: unknown;
}

/** The service answered, and the answer is an error. */
export class ServiceError extends Error {
  /** The service's name for the error; a name that the service adds later comes through as it is. */
  override readonly name: ErrorName | (string & {});
  /** The stored item of a failed condition, where the request asked for it. */
  readonly item: AttributeMap | undefined;
  readonly cancellationReasons: readonly CancellationReason[] | undefined;
  /** How each attempt ended, the last one last. Empty where there is no network between caller and engine. */
  readonly attempts: readonly Attempt[];

  constructor(name: ErrorName | (string & {}), message: string, details: ServiceErrorDetails = {}) {
    super(message, 'cause' in details ? { cause: details.cause } : undefined);
    this.name = name;
    this.item = details.item;
    this.cancellationReasons = details.cancellationReasons;
    this.attempts = details.attempts ?? [];
  }
}

recognisedAcrossCopies(ServiceError, 'ServiceError');
