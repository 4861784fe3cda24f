import { type Attempt, NumberError, ServiceError, UnansweredError } from '@holdfast/wire';
import { cancellation, notAtFault } from './cancellation.js';
import { ConditionFailedError, TransactionInProgressError } from './conflict-errors.js';
import { fromBackend, kindOf } from './from-backend.js';
import { type ErrorFacts, HoldfastError, type Retry } from './holdfast-error.js';
import { InDoubtError } from './in-doubt-error.js';
import { detailsOf, type SdkErrorDetails } from './sdk-error.js';
import { InternalError, ThrottledError } from './service-errors.js';

/** What an error comes to. */
export interface Classification {
  /**
   * The name of the library's error that says the same: `ConditionFailedError`, `ThrottledError`, …; `AbortError` where the
   * caller gave up; `UnknownError` where the value says nothing.
   */
  readonly kind: string;
  /** Whether a write may have taken place all the same. Of what says nothing, it is true. */
  readonly mayHaveHappened: boolean;
  /** Whether running again can help, and how. */
  readonly retry: Retry;
  /** Milliseconds after which it is likely to; `undefined` where waiting makes no difference. */
  readonly retryAfter: number | undefined;
}

export interface ClassifyOptions {
  /** Whether what failed only reads, so that no answer leaves no doubt. */
  readonly readOnly?: boolean | undefined;
}

/**
 * What any thrown value comes to: an error of the library, of a backend, of an AWS SDK (also of another version, or as a plain
 * object with a name), or of the network.
 *
 * An error of an SDK tells how its last attempt ended. Where there were several, an earlier one may have been carried out
 * unheard, and `mayHaveHappened` is true unless the call only reads; the library's own calls know better.
 *
 * ```ts
 * const { kind, retry, retryAfter } = classify(error);
 * ```
 */
export function classify(error: unknown, { readOnly = false }: ClassifyOptions = {}): Classification {
  const known = error instanceof HoldfastError ? error : understood(beneathFetch(error), readOnly);
  if (known !== undefined) {
    const { name, mayHaveHappened, retry, retryAfter } = known;
    const kind = error instanceof NumberError ? 'ValidationError' : name;
    return { kind, mayHaveHappened: mayHaveHappened && !readOnly, retry, retryAfter };
  }
  const isAbort = detailsOf(error).name === 'AbortError';
  return {
    kind: isAbort ? 'AbortError' : 'UnknownError',
    mayHaveHappened: !readOnly,
    retry: 'no',
    retryAfter: undefined,
  };
}

/** What `fetch` hides in a TypeError: what befell the connection, where it tells. */
function beneathFetch(error: unknown): unknown {
  if (!(error instanceof TypeError) || !/fetch|load failed|network/i.test(error.message)) return error;
  return error.cause ?? { name: 'NetworkError', message: error.message };
}

/** Codes and names of what befalls a connection. */
const network = /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_|UND_ERR|ERR_HTTP2|Timeout|RequestTimeout|Network)/;

/** The library's error for one from below, as far as it can be told without the request. */
function understood(error: unknown, readOnly: boolean): HoldfastError | undefined {
  const details = detailsOf(error);
  const { name, message, cancellationReasons } = error instanceof ServiceError ? error : details;
  const attempts = attemptsOf(error, details);
  if (attempts === undefined) return undefined;
  const isOpen = !readOnly && attempts.some(({ end }) => end === 'open');
  if (name === 'ConditionalCheckFailedException') {
    // the condition may have failed on an earlier attempt's effect, and running again could make it twice
    const doubt: ErrorFacts = isOpen ? { mayHaveHappened: true, retry: 'no' } : {};
    return new ConditionFailedError(message, { clauses: [], stored: undefined, cause: error, ...doubt });
  }
  // the same request again is what helps, whatever became of the earlier attempts
  const [Type, facts] = kindOf(name, message) ?? [];
  if (isOpen && (Type === ThrottledError || Type === TransactionInProgressError)) {
    return new Type(message, { ...facts, mayHaveHappened: true });
  }
  if (isOpen) return new InDoubtError(message, attempts, error);
  if (error instanceof UnansweredError || network.test(name)) return new InternalError(message);
  const service = new ServiceError(name, message, { attempts });
  if (name !== 'TransactionCanceledException') return fromBackend(service, name);
  const reasons = (Array.isArray(cancellationReasons) ? cancellationReasons : []).map((reason, index) => {
    return { label: String(index), reason: typeof reason?.Code === 'string' ? { Code: reason.Code } : notAtFault };
  });
  return cancellation(name, reasons, service);
}

/** How the attempts ended, as far as the error tells; `undefined` where it is none of a service or of the network. */
function attemptsOf(
  error: unknown,
  { name, status, neverSent, attempts }: SdkErrorDetails,
): readonly Attempt[] | undefined {
  if (error instanceof ServiceError || error instanceof UnansweredError) return error.attempts;
  const isService = status !== undefined || kindOf(name) !== undefined || conditions.test(name);
  if (!isService && !network.test(name)) return undefined;
  const isRefused = isService && !(status === undefined ? kindOf(name)?.[0] === InternalError : status >= 500);
  const last: Attempt = { end: isRefused || neverSent ? 'refused' : 'open', error: name };
  // how the earlier ones ended, the SDK does not tell
  return attempts > 1 ? [{ end: 'open' }, last] : [last];
}
const conditions = /^(ConditionalCheckFailed|TransactionCanceled)Exception$/;
