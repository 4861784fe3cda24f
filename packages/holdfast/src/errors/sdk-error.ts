import type { AttributeMap, CancellationReason } from '@holdfast/wire';

export interface SdkErrorDetails {
  readonly name: string;
  readonly message: string;
  /** The HTTP status of an error that the service gave; `undefined` where no answer came, or came only in part. */
  readonly status: number | undefined;
  /** Whether the connection was never made, so that nothing can have been carried out. */
  readonly neverSent: boolean;
  /** How many attempts the SDK says that it made, the last one included. */
  readonly attempts: number;
  readonly item: AttributeMap | undefined;
  readonly cancellationReasons: readonly CancellationReason[] | undefined;
}

/** What was being done when a connection failed. Later, other codes may befall a request that is out already. */
const beforeSending = /^(connect|getaddrinfo|ECONNREFUSED|ENOTFOUND|EAI_AGAIN)$|did not establish a connection/;

/** @param errors of a host with several addresses, one for each that was tried */
function isBeforeSending(facts: readonly unknown[], errors: unknown): boolean {
  if (facts.some((fact) => typeof fact === 'string' && beforeSending.test(fact))) return true;
  return Array.isArray(errors) && errors.length > 0 && errors.every((each) => detailsOf(each).neverSent);
}

/** What an error of the SDK says, read by its members: an application may have more than one copy of the SDK. */
export function detailsOf(error: unknown): SdkErrorDetails {
  const given = (typeof error === 'object' && error !== null ? error : {}) as {
    readonly name?: unknown;
    readonly code?: unknown;
    readonly syscall?: unknown;
    readonly errors?: unknown;
    readonly message?: unknown;
    readonly $metadata?: { readonly httpStatusCode?: unknown; readonly attempts?: unknown };
    readonly Item?: AttributeMap;
    readonly CancellationReasons?: readonly CancellationReason[];
  };
  const code = typeof given.code === 'string' ? given.code : undefined;
  const name = typeof given.name === 'string' ? given.name : 'Error';
  // where several addresses were tried, the message is empty
  const message =
    typeof given.message === 'string' ? given.message || (code ?? name) : typeof error === 'string' ? error : name;
  const { httpStatusCode: status, attempts } = given.$metadata ?? {};
  return {
    name: name === 'Error' ? (code ?? name) : name,
    message,
    // a success that could not be read to its end carries its status too, and is no answer
    status: typeof status === 'number' && status >= 400 ? status : undefined,
    neverSent: isBeforeSending([given.syscall, code, message], given.errors),
    attempts: typeof attempts === 'number' ? attempts : 1,
    item: given.Item,
    cancellationReasons: given.CancellationReasons,
  };
}
