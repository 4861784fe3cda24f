import { needType } from '../attributes/mismatch.js';
import { BatchIncompleteError } from '../errors/batch-incomplete-error.js';
import { classify } from '../errors/classify.js';
import { TransactionCanceledError } from '../errors/conflict-errors.js';
import { HoldfastError } from '../errors/holdfast-error.js';
import { detailsOf } from '../errors/sdk-error.js';
import { ValidationError } from '../errors/usage-errors.js';
import { PreconditionError } from './precondition-error.js';

/** A problem as RFC 9457 has it. @see https://www.rfc-editor.org/rfc/rfc9457 */
export interface Problem {
  /** `about:blank`, or the address that {@link ProblemOptions.type} gives. */
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance?: string;
  /** Whether the change may have taken place all the same. */
  readonly mayHaveHappened: boolean;
  /** The labels that failed, where they are exposed. */
  readonly labels?: readonly (string | number)[];
}

/** What to answer: `new Response(JSON.stringify(body), { status, headers })`. */
export interface ProblemAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Problem;
}

export interface ProblemOptions {
  /** The address of a page that describes errors of this kind, such as `VersionConflictError`. */
  readonly type?: ((kind: string) => string) | undefined;
  /** The address of this very request. */
  readonly instance?: string | undefined;
  /** Other statuses by kind: `{ VersionConflictError: 409 }`. */
  readonly statuses?: Readonly<Record<string, number>> | undefined;
  /**
   * What else to tell the client: the `labels` of the writes that failed, which are the program's own words; the error's
   * `message`, which names attributes, keys and tables and may hold stored values.
   */
  readonly expose?: readonly ('labels' | 'message')[] | undefined;
}

/** An outcome of `trySend` in which nothing was applied. */
interface NotAppliedOutcome {
  readonly applied: false;
  orThrow(): never;
}

const statuses: Readonly<Record<string, number>> = {
  TransactionInProgressError: 202,
  ValidationError: 400,
  AccessDeniedError: 403,
  ItemNotFoundError: 404,
  VersionConflictError: 412,
  LimitExceededError: 422,
  ThrottledError: 429,
  StoredItemError: 500,
  AbortError: 503,
  InDoubtError: 504,
  DeadlineExceededError: 504,
  // whatever it was, it says nothing of the write
  UnknownError: 500,
};
/** Titles and details by status, so that nothing of what is stored or of how the service is made gets out. */
const texts: Readonly<Record<number, readonly [title: string, detail: string]>> = {
  202: ['Accepted', 'The request is still being carried out. Send it again to learn how it ended.'],
  400: ['Bad Request', 'The request cannot be read.'],
  403: ['Forbidden', 'The request is not allowed.'],
  404: ['Not Found', 'There is no such thing.'],
  409: ['Conflict', 'The request does not fit what is there now.'],
  412: ['Precondition Failed', 'What was to be changed has changed since it was read.'],
  422: ['Unprocessable Content', 'The request can be read and cannot be carried out.'],
  428: ['Precondition Required', 'The request needs If-Match with the ETag of what was read.'],
  429: ['Too Many Requests', 'There are too many requests.'],
  500: ['Internal Server Error', 'The service failed.'],
  503: ['Service Unavailable', 'The service is not there for the moment.'],
  504: ['Gateway Timeout', 'No answer came in time.'],
};

/** Those whose detail says whether anything was changed; the last two only where it may have been. */
const ofChanges: readonly number[] = [409, 412, 429, 503, 504];

/**
 * What an HTTP service answers where a call threw `problem`, or its outcome says that a condition did not hold.
 *
 * ```ts
 * const { status, headers, body } = toProblem(error);
 * response.writeHead(status, headers).end(JSON.stringify(body));
 * ```
 *
 * | status | for |
 * | --- | --- |
 * | 202 | a transaction that is still being carried out |
 * | 400 | what the library refuses: a value, a cursor, an `If-Match` |
 * | 403 | access denied by a policy |
 * | 404 | an item that is not there |
 * | 409 | a condition that did not hold, a conflict |
 * | 412 | a version that is not the expected one |
 * | 422 | a limit; a token that was used for another request |
 * | 428 | no `If-Match` |
 * | 429 | throttling |
 * | 503 | a failure that passes |
 * | 504 | doubt, and a deadline that passed |
 * | 500 | everything else; missing tables and the service's own credentials are no fault of the client's |
 *
 * `Retry-After`, in seconds, comes where the same request may succeed after a while.
 *
 * @throws ValidationError for an outcome that was applied, which is no problem
 */
export function toProblem(problem: unknown, options: ProblemOptions = {}): ProblemAnswer {
  needType('the options of toProblem()', 'object', options);
  const error = errorOf(problem);
  const { kind, mayHaveHappened, retry, retryAfter } = classify(error);
  const status = options.statuses?.[kind] ?? statusOf(error, kind);
  const [title, text] = texts[status] ?? ['Error', 'The request failed.'];
  const detail = ofChanges.includes(status) ? `${text}${ofChange(status, mayHaveHappened)}` : text;
  const exposes = (what: 'labels' | 'message') => options.expose?.includes(what) === true;
  const body: Problem = {
    type: options.type?.(kind) ?? 'about:blank',
    title,
    status,
    detail: exposes('message') && error instanceof HoldfastError ? error.message : detail,
    ...(options.instance !== undefined && { instance: options.instance }),
    mayHaveHappened,
    ...(exposes('labels') && { labels: labelsOf(problem, error) }),
  };
  const headers: Record<string, string> = { 'content-type': 'application/problem+json' };
  if (retry !== 'no' && retryAfter) headers['retry-after'] = String(Math.ceil(retryAfter / 1_000));
  return { status, headers, body };
}

function ofChange(status: number, mayHaveHappened: boolean): string {
  if (mayHaveHappened) return ' The change may have taken place.';
  return status < 500 ? ' Nothing was changed.' : '';
}

function errorOf(problem: unknown): unknown {
  if (typeof problem !== 'object' || problem === null || !('applied' in problem)) return problem;
  if (problem.applied === true) throw new ValidationError('toProblem: the outcome was applied, which is no problem');
  try {
    return (problem as NotAppliedOutcome).orThrow();
  } catch (error) {
    return error;
  }
}

function statusOf(error: unknown, kind: string): number {
  if (error instanceof PreconditionError) return error.status;
  if (error instanceof BatchIncompleteError) return statusOfBatch(error);
  if (error instanceof TransactionCanceledError && isVersionConflict(error)) return 412;
  const { retry, mayHaveHappened } = classify(error);
  // a token that was used for another request
  if (kind === 'ValidationError' && mayHaveHappened) return 422;
  if (kind === 'AccessDeniedError' && !isForbidden(error)) return 500;
  // what may be done again
  if (kind === 'LimitExceededError' && retry === 'repeat') return 503;
  return statuses[kind] ?? (mayHaveHappened ? 504 : { no: 500, repeat: 503, rerun: 409 }[retry]);
}

/** That of what ended it, as far as it does not say that the request is at fault: some of it was carried out. */
function statusOfBatch({ remains: { inDoubt, error }, retry }: BatchIncompleteError): number {
  if (inDoubt.length > 0) return 504;
  const status = statusOf(error, classify(error).kind);
  if (status >= 500) return status;
  return retry === 'repeat' ? 503 : 500;
}

function isVersionConflict({ writes }: TransactionCanceledError): boolean {
  return writes.length > 0 && writes.every((write) => write.isVersionConflict);
}

/** Whether a policy forbids this; credentials that are wrong or out of date are the service's own fault. */
function isForbidden(error: unknown): boolean {
  const service = error instanceof HoldfastError ? error.cause : error;
  return service === undefined || /^(AccessDenied|NotAuthorized)/.test(detailsOf(service).name);
}

function labelsOf(problem: unknown, error: unknown): readonly (string | number)[] {
  if (typeof problem === 'object' && problem !== null && 'labels' in problem) return problem.labels as string[];
  return error instanceof TransactionCanceledError ? error.writes.map(({ label }) => label) : [];
}
