import type { AttributeMap, CancellationReason } from '@holdfast/wire';

export interface SdkErrorDetails {
  readonly name: string;
  readonly message: string;
  /** The HTTP status; `undefined` where no answer came. */
  readonly status: number | undefined;
  /** Whether the connection was never made, so that nothing can have been carried out. */
  readonly neverSent: boolean;
  readonly item: AttributeMap | undefined;
  readonly cancellationReasons: readonly CancellationReason[] | undefined;
}

const connectionFailures = new Set(['EAI_AGAIN', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND']);

/** What an error of the SDK says, read by its members: an application may have more than one copy of the SDK. */
export function detailsOf(error: unknown): SdkErrorDetails {
  const given = (typeof error === 'object' && error !== null ? error : {}) as {
    readonly name?: unknown;
    readonly code?: unknown;
    readonly message?: unknown;
    readonly $metadata?: { readonly httpStatusCode?: unknown };
    readonly Item?: AttributeMap;
    readonly CancellationReasons?: readonly CancellationReason[];
  };
  const code = typeof given.code === 'string' ? given.code : undefined;
  const name = typeof given.name === 'string' ? given.name : 'Error';
  const status = given.$metadata?.httpStatusCode;
  return {
    name: name === 'Error' ? (code ?? name) : name,
    message: typeof given.message === 'string' ? given.message : String(error),
    status: typeof status === 'number' ? status : undefined,
    neverSent: code !== undefined && connectionFailures.has(code),
    item: given.Item,
    cancellationReasons: given.CancellationReasons,
  };
}
