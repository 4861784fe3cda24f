import { ServiceError, UnansweredError } from '@holdfast/wire';
import { TransactionConflictError, TransactionInProgressError } from './conflict-errors.js';
import { type ErrorFacts, HoldfastError } from './holdfast-error.js';
import { detailsOf } from './sdk-error.js';
import {
  AccessDeniedError,
  InternalError,
  LimitExceededError,
  ResourceInUseError,
  ResourceNotFoundError,
  ThrottledError,
} from './service-errors.js';
import { ValidationError } from './usage-errors.js';

type Kind = readonly [type: new (message: string, facts: ErrorFacts) => HoldfastError, facts?: ErrorFacts];

/** Changes of tables take a while. */
const afterAChange: ErrorFacts = { retry: 'repeat', retryAfter: 10_000 };

const otherRequest =
  'its token went out with another request in the last ten minutes; a token belongs to one request, with all its values';

const missing = '; createTable() makes what is missing, unless the client is in another Region or account';
const keys = '; where the table calls its keys otherwise, say so by the keys of table()';

/** The first that fits the service's name for an error says what it is here. */
const kinds: readonly (readonly [RegExp, ...Kind])[] = [
  // an index that is not there is told by the message alone
  [/^ValidationException .*specified index/, ResourceNotFoundError],
  [/^ValidationException .*backfilling/, ResourceInUseError, afterAChange],
  [/^\S*throttl|^ProvisionedThroughputExceeded|^RequestLimitExceeded|^TooManyRequests/i, ThrottledError],
  [/^ItemCollectionSizeLimitExceeded/, LimitExceededError],
  [/^LimitExceeded/, LimitExceededError, afterAChange],
  // the token was used, so whatever it stood for then may have taken place
  [/^IdempotentParameterMismatch/, ValidationError, { mayHaveHappened: true }],
  [/^TransactionInProgress/, TransactionInProgressError],
  [/^(TransactionConflict|ReplicatedWriteConflict)/, TransactionConflictError],
  [/^(Resource|Table|Index)NotFound/, ResourceNotFoundError],
  [/^(ResourceInUse|TableInUse|TableAlreadyExists)/, ResourceInUseError, afterAChange],
  [
    /^(AccessDenied|Inaccessible|KMS|ExpiredToken|MissingAuth|InvalidClientToken|UnrecognizedClient|NotAuthorized|OptInRequired)/,
    AccessDeniedError,
  ],
  [
    /^(InvalidSignature|IncompleteSignature|SignatureDoes|Request(Expired|TimeTooSkewed|InTheFuture))/,
    AccessDeniedError,
  ],
  [/^(Credentials|Token)ProviderError/, AccessDeniedError],
  [/^(Validation|Serialization|UnknownOperation)Exception/, ValidationError],
  [/^(Internal(Server|Failure)|ServiceUnavailable|RequestTimeout)/, InternalError],
];

/** What an error is that has this name and message; `undefined` where the name says nothing. */
export function kindOf(name: string, message = ''): Kind | undefined {
  return kinds.find(([names]) => names.test(`${name} ${message}`))?.slice(1) as Kind | undefined;
}

/** Whether the service answered that it is being asked for too much. */
export function isThrottle(error: ServiceError): boolean {
  return kindOf(error.name)?.[0] === ThrottledError;
}

/**
 * The library's error for whatever a backend threw, where no condition and no doubt is at play.
 *
 * @param what names the request in messages
 */
export function fromBackend(error: unknown, what: string): HoldfastError {
  if (error instanceof HoldfastError) return error;
  const facts = { cause: error };
  if (error instanceof UnansweredError) return new InternalError(`${what}: ${error.message}`, facts);
  const { name, message } = detailsOf(error);
  const [Type, more] = kindOf(name, message) ?? unknownKind(error);
  const text = name.startsWith('Idempotent') ? otherRequest : message;
  const way =
    Type === ResourceNotFoundError ? missing : /key element|missing the key|missed key/i.test(text) ? keys : '';
  return new Type(`${what}: ${text}${way}`, { ...facts, ...more });
}

function unknownKind(error: unknown): Kind {
  // by a name that it may add later, the service refuses the request; anything else went wrong before it was sent
  if (error instanceof ServiceError) return error.attempts.at(-1)?.end === 'open' ? [InternalError] : [ValidationError];
  return [InternalError, { retry: 'no' }];
}
